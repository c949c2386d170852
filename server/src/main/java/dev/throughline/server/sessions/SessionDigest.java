package dev.throughline.server.sessions;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.throughline.memory.project.SessionFolders;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.TurnId;
import dev.throughline.server.json.ViewJson;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import tools.jackson.core.JacksonException;

/**
 * What is asked of a session often, so that its archive is not read each time. It follows from the entries up to a
 * sequence: {@link SessionDigestReader} makes it, and {@link SessionDigests} keeps it as the session's state.
 *
 * <pre>
 * {"format":2,"sequence":42,"moves":[{"turn":"0198…","at":"2026-11-15T10:00:00Z","folder":"/home/ada/parser"}],
 *  "told":[{"node":"s2:…","folder":"/home/ada/parser"}],"heads":[{"id":"s2:…","folder":null}],
 *  "head":null,"ends":["s2:…","s2:…"],"title":"fix the parser","tokens":4100,"edits":2,"units":"812.5",
 *  "helped_units":"0.0","untouched_units":"900.0","open":[{"turn":"0198…","model":"gpt-5.5","tokens":4100}]}
 * </pre>
 *
 * @param moves from which turn on its agent worked in which folder, oldest first
 * @param told the messages that told a folder
 * @param heads the folder that each system text told, if it told one
 * @param head the folder that the newest of those told
 * @param ends where the newest turn of the conversation is gone on from: the end of its request, the end of its answer
 * @param summary what a list of sessions shows
 */
public record SessionDigest(
        long sequence,
        List<SessionFolders.Move> moves,
        Map<Hash, String> told,
        Map<Hash, Optional<String>> heads,
        Optional<String> head,
        List<Hash> ends,
        Summary summary) {
    /** Of a session that was not read yet. */
    static final SessionDigest NONE =
            new SessionDigest(0, List.of(), Map.of(), Map.of(), Optional.empty(), List.of(), Summary.NONE);

    private static final int FORMAT = 2;

    /**
     * What a list of sessions shows of one.
     *
     * @param title the first words of the person
     * @param tokens tokens of the newest request as the client sent it
     * @param edits how many edits were made
     * @param units the price of all prompts in tokens of plain input, as in a {@link Bill}
     * @param helped the price of questions to the helper model
     * @param untouched what prompts would have cost as they came
     * @param open turns whose answer has not come
     */
    record Summary(
            String title,
            long tokens,
            long edits,
            double units,
            double helped,
            double untouched,
            Map<TurnId, Open> open) {
        static final Summary NONE = new Summary("", 0, 0, 0, 0, 0, Map.of());

        Summary {
            open = Collections.unmodifiableMap(open);
        }

        /** The net change in the cost of input; empty if nothing was edited. */
        Optional<Double> change() {
            return edits == 0 ? Optional.empty() : Optional.of(untouched == 0 ? 0 : (units + helped) / untouched - 1);
        }
    }

    /**
     * A turn whose answer has not come.
     *
     * @param tokens of its request; empty for one that is not of the conversation
     */
    record Open(String model, OptionalLong tokens) {}

    public SessionDigest {
        moves = List.copyOf(moves);
        told = Collections.unmodifiableMap(told); // In their order.
        heads = Collections.unmodifiableMap(heads);
        ends = List.copyOf(ends);
    }

    /** The folder that the agent works in now. */
    public Optional<String> folder() {
        return moves.isEmpty() ? Optional.empty() : Optional.of(moves.getLast().folder());
    }

    /** The document that {@link #written} stores. */
    private record Document(
            int format,
            long sequence,
            List<SessionFolders.Move> moves,
            List<ToldFolder> told,
            List<HeadFolder> heads,
            Optional<String> head,
            List<Hash> ends,
            String title,
            long tokens,
            long edits,
            String units,
            String helpedUnits,
            String untouchedUnits,
            List<OpenTurn> open) {}

    private record ToldFolder(Hash node, String folder) {}

    private record HeadFolder(Hash id, Optional<String> folder) {}

    private record OpenTurn(
            TurnId turn,
            String model,
            @JsonInclude(JsonInclude.Include.NON_ABSENT) OptionalLong tokens) {}

    Bytes written() {
        return ViewJson.write(new Document(
                FORMAT,
                sequence,
                moves,
                told.entrySet().stream()
                        .map(each -> new ToldFolder(each.getKey(), each.getValue()))
                        .toList(),
                heads.entrySet().stream()
                        .map(each -> new HeadFolder(each.getKey(), each.getValue()))
                        .toList(),
                head,
                ends,
                summary.title(),
                summary.tokens(),
                summary.edits(),
                Double.toString(summary.units()),
                Double.toString(summary.helped()),
                Double.toString(summary.untouched()),
                summary.open().entrySet().stream()
                        .map(each -> new OpenTurn(
                                each.getKey(),
                                each.getValue().model(),
                                each.getValue().tokens()))
                        .toList()));
    }

    /** The digest that was written; that of a session that was not read, if it is none of this format. */
    static SessionDigest read(Bytes document) {
        if (document.length() == 0) {
            return NONE;
        }
        try {
            Document json = ViewJson.read(document.toArray(), Document.class);
            return json.format() == FORMAT ? of(json) : NONE;
        } catch (JacksonException | NumberFormatException e) {
            return NONE; // It is derived, so it is made anew.
        }
    }

    private static SessionDigest of(Document json) {
        Map<Hash, String> told = new LinkedHashMap<>();
        json.told().forEach(each -> told.put(each.node(), each.folder()));
        Map<Hash, Optional<String>> heads = new LinkedHashMap<>();
        json.heads().forEach(each -> heads.put(each.id(), each.folder()));
        Map<TurnId, Open> open = new LinkedHashMap<>();
        json.open().forEach(each -> open.put(each.turn(), new Open(each.model(), each.tokens())));
        Summary summary = new Summary(
                json.title(),
                json.tokens(),
                json.edits(),
                Double.parseDouble(json.units()),
                Double.parseDouble(json.helpedUnits()),
                Double.parseDouble(json.untouchedUnits()),
                open);
        return new SessionDigest(json.sequence(), json.moves(), told, heads, json.head(), json.ends(), summary);
    }
}
