package dev.throughline.cli;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.recall.Transcript;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.ProxyException;
import dev.throughline.model.SessionId;
import dev.throughline.server.json.EntryJson;
import dev.throughline.server.json.ViewJson;
import dev.throughline.server.sessions.OutlineQuery;
import dev.throughline.server.sessions.SessionCatalog;
import dev.throughline.server.sessions.SessionOutline;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.util.RawValue;

/**
 * {@code throughline sessions export}: a header, and then every item of a session in the order in which it was
 * recorded, one JSON object per line. {@code throughline sessions import} reads it.
 *
 * <p>The header is the session as in {@link EntryJson} with these members:
 * <ul>
 *   <li>{@code type}: {@code throughline_session};
 *   <li>{@code version}: 1;
 *   <li>{@code parent_key}: the key of the session that started it, or null;
 *   <li>{@code cwd}: the folder in which its agent worked last, or null;
 *   <li>{@code leaf}: the last item of the conversation.
 * </ul>
 *
 * <p>The other lines are items as in {@link EntryJson} with these members:
 * <ul>
 *   <li>{@code main}: whether it is part of the conversation;
 *   <li>{@code dialect}, {@code model}: those of its turn;
 *   <li>{@code replaces}: the last item of the history that the client replaced by one that ends here;
 *   <li>{@code raw}: the exact JSON as the client or the model sent it;
 *   <li>{@code raw_text} instead of {@code raw}: a string, if it contains a line break or is not a JSON value.
 * </ul>
 */
final class SessionsExportCommand extends Command {
    private static final String TYPE = "throughline_session";
    private static final int VERSION = 1;

    private final Option<String> session = sessionParameter();

    SessionsExportCommand(CommandEnvironment environment) {
        super(
                environment,
                "Prints a session as lines of JSON: a header, and every item with its exact raw JSON.",
                "'throughline sessions import' adds such a file to another home.");
    }

    @Override
    public int run() {
        return readSession(session, this::export);
    }

    private int export(SessionCatalog sessions, SessionCard card) {
        SessionId id = card.ref().id();
        Transcript transcript = sessions.transcript(id);
        printJson(header(sessions, card, transcript));
        Set<Entry.Node> main = Set.copyOf(transcript.conversation());
        for (Entry.Node node : transcript.nodes()) {
            Bytes raw = sessions.source(id, node.source())
                    .orElseThrow(() -> new ProxyException(
                            ProxyException.Kind.STORE,
                            "source_missing",
                            "the archive refers to the source " + node.source() + " but does not contain it"))
                    .slice(node.piece());
            printJson(line(transcript, node, main.contains(node), raw));
        }
        return OK;
    }

    private static ObjectNode header(SessionCatalog sessions, SessionCard card, Transcript transcript) {
        Optional<String> parentKey = card.parent()
                .flatMap(sessions::session)
                .map(parent -> parent.key().text());
        return ViewJson.tree(
                new ExportHeader(TYPE, VERSION, card, parentKey, folder(sessions, card), transcript.leaf()));
    }

    private record ExportHeader(
            String type,
            int version,
            @JsonUnwrapped SessionCard card,
            @JsonProperty("parent_key") Optional<String> parentKey,
            Optional<String> cwd,
            Hash leaf) {}

    /** The folder of a session; empty if it is not known, or if many sessions have changed since. */
    private static Optional<String> folder(SessionCatalog sessions, SessionCard card) {
        return sessions.outlines(OutlineQuery.newest(SessionCatalog.MAX_PER_PAGE), _ -> true).stream()
                .filter(outline -> outline.card().ref().equals(card.ref()))
                .findFirst()
                .flatMap(SessionOutline::folder);
    }

    private static ObjectNode line(Transcript transcript, Entry.Node node, boolean isMain, Bytes raw) {
        String text = raw.utf8();
        boolean fitsInLine = text.indexOf('\n') < 0
                && text.indexOf('\r') < 0
                && Bytes.of(text).equals(raw)
                && ViewJson.isValue(raw);
        ObjectNode line = EntryJson.node(node).put("main", isMain);
        transcript
                .turn(node.turn())
                .ifPresent(turn -> line.put("dialect", turn.dialect().name()).put("model", turn.model()));
        transcript.replaced(node.id()).ifPresent(older -> line.put("replaces", older.text()));
        return fitsInLine ? line.putRawValue("raw", new RawValue(text)) : line.put("raw_text", text);
    }
}
