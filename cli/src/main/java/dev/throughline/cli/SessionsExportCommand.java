package dev.throughline.cli;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.recall.Transcript;
import dev.throughline.model.Bytes;
import dev.throughline.model.ProxyException;
import dev.throughline.model.SessionId;
import dev.throughline.server.json.EntryJson;
import dev.throughline.server.json.ViewJson;
import dev.throughline.server.sessions.SessionCatalog;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.util.RawValue;

/**
 * {@code throughline sessions export}: every item of a session in the order in which it was recorded, one JSON object
 * per line.
 *
 * <p>A line is an item as in {@link EntryJson} with these members:
 * <ul>
 *   <li>{@code main}: whether it is part of the conversation;
 *   <li>{@code raw}: the exact JSON as the client or the model sent it;
 *   <li>{@code raw_text} instead of {@code raw}: a string, if it contains a line break or is not a JSON value.
 * </ul>
 */
final class SessionsExportCommand extends Command {
    private final Option<String> session = sessionParameter();

    SessionsExportCommand(CommandEnvironment environment) {
        super(environment, "Prints every item of a session as a line of JSON, each with its exact raw JSON.");
    }

    @Override
    public int run() {
        return readSession(
                session, (sessions, card) -> export(sessions, card.ref().id()));
    }

    private int export(SessionCatalog sessions, SessionId id) {
        Transcript transcript = sessions.transcript(id);
        Set<Entry.Node> main = Set.copyOf(transcript.conversation());
        for (Entry.Node node : transcript.nodes()) {
            Bytes raw = sessions.source(id, node.source())
                    .orElseThrow(() -> new ProxyException(
                            ProxyException.Kind.STORE,
                            "source_missing",
                            "the archive refers to the source " + node.source() + " but does not contain it"))
                    .slice(node.piece());
            printJson(line(node, main.contains(node), raw));
        }
        return OK;
    }

    private static ObjectNode line(Entry.Node node, boolean isMain, Bytes raw) {
        String text = raw.utf8();
        boolean fitsInLine = text.indexOf('\n') < 0
                && text.indexOf('\r') < 0
                && Bytes.of(text).equals(raw)
                && ViewJson.isValue(raw);
        ObjectNode line = EntryJson.node(node).put("main", isMain);
        return fitsInLine ? line.putRawValue("raw", new RawValue(text)) : line.put("raw_text", text);
    }
}
