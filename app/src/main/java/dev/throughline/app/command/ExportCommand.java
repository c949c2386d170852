package dev.throughline.app.command;

import dev.throughline.app.library.EntryJson;
import dev.throughline.app.library.JsonObject;
import dev.throughline.app.library.Library;
import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.recall.Transcript;
import dev.throughline.model.Bytes;
import dev.throughline.model.ProxyException;
import dev.throughline.model.SessionId;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tools.jackson.core.JsonGenerator;

/**
 * {@code throughline sessions export}: every item of a session in the order in which it was kept, one JSON object a
 * line.
 *
 * <p>A line is an item as in {@link EntryJson}, and
 * <ul>
 *   <li>{@code main}: whether it is part of the conversation, or beside it;
 *   <li>{@code raw}: the exact JSON as the client or the model sent it, embedded as it is;
 *   <li>{@code raw_text} in its place: the same as a string, when it holds a line break or is not JSON by itself.
 * </ul>
 */
final class ExportCommand implements Command {
    private final Desk desk;

    ExportCommand(Desk desk) {
        this.desk = desk;
    }

    @Override
    public CommandSpec spec() {
        CommandSpec spec = CommandSpec.wrapWithoutInspection(this);
        spec.usageMessage().description("Prints every item of a session as JSON lines, each with its exact raw JSON.");
        spec.addPositional(Flags.idOfSession());
        Flags.add(spec, Flags.READING);
        return spec;
    }

    @Override
    public int run(ParseResult given) {
        String id = Flags.session(given);
        return desk.read(given, library -> export(library, id)).orElse(FAILED);
    }

    private int export(Library library, String id) {
        SessionId session = library.named(id).ref().id();
        Transcript transcript = library.transcript(session);
        Set<Entry.Node> main = transcript.conversation().stream().collect(Collectors.toSet());
        for (Entry.Node node : transcript.nodes()) {
            Bytes raw = library.source(session, node.source())
                    .orElseThrow(() -> new ProxyException(
                            ProxyException.Kind.STORE,
                            "source_missing",
                            "the archive names the source " + node.source() + " but does not hold it"))
                    .slice(node.piece());
            desk.print(json -> line(node, main.contains(node), raw, json));
        }
        return OK;
    }

    private static void line(Entry.Node node, boolean isMain, Bytes raw, JsonGenerator json) {
        json.writeStartObject();
        EntryJson.fields(node, json);
        json.writeBooleanProperty("main", isMain);
        String text = raw.utf8();
        boolean fitsInLine = text.indexOf('\n') < 0
                && text.indexOf('\r') < 0
                && Bytes.of(text.getBytes(StandardCharsets.UTF_8)).equals(raw)
                && JsonObject.isValue(raw);
        json.writeName(fitsInLine ? "raw" : "raw_text");
        if (fitsInLine) {
            json.writeRawValue(text);
        } else {
            json.writeString(text);
        }
        json.writeEndObject();
    }
}
