package dev.throughline.server.sessions;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.throughline.engine.recall.Bill;
import dev.throughline.memory.project.SessionFolders;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.TurnId;
import dev.throughline.server.json.ViewJson;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import tools.jackson.core.JacksonException;

/**
 * The values of a session that are read often, stored so that its archive is not read each time. They are derived from
 * the entries up to a sequence: {@link SessionDigestReader} derives them, and {@link SessionDigests} stores them as the
 * state of the session:
 *
 * <pre>
 * {"format":3,"sequence":42,"moves":[{"turn":"0198…","at":"2026-11-15T10:00:00Z","folder":"/home/ada/parser"}],
 *  "told":[{"node":"s2:…","folder":"/home/ada/parser"}],"heads":[{"id":"s2:…","folder":null}],
 *  "head":null,"ends":["s2:…","s2:…"],"title":"fix the parser","tokens":4100,"edits":2,"units":"812.5",
 *  "helped_units":"0.0","untouched_units":"900.0","imported":false,"open":[{"turn":"0198…","model":"gpt-5.5","tokens":4100}]}
 * </pre>
 *
 * @param moves the folders in which its agent worked, each with its first turn, oldest first
 * @param messageFolders the messages that name a folder, oldest first
 * @param heads the system texts, oldest first, each with the folder that it names
 * @param head the folder that the newest system text names
 * @param ends the nodes that the next turn of the conversation can continue: the end of the newest request, and the end
 *     of its answer
 * @param summary the values that a list of sessions shows
 */
public record SessionDigest(
        int format,
        long sequence,
        List<SessionFolders.Move> moves,
        @JsonProperty("told") List<NamedFolder> messageFolders,
        List<HeadFolder> heads,
        Optional<String> head,
        List<Hash> ends,
        @JsonUnwrapped DigestSummary summary) {
    static final int FORMAT = 3;

    /** The digest of a session that was not read yet. */
    static final SessionDigest NONE = new SessionDigest(
            FORMAT, 0, List.of(), List.of(), List.of(), Optional.empty(), List.of(), DigestSummary.NONE);

    public SessionDigest {
        moves = List.copyOf(moves);
        messageFolders = List.copyOf(messageFolders);
        heads = List.copyOf(heads);
        ends = List.copyOf(ends);
    }

    /** The folder that a message names. */
    record NamedFolder(Hash node, String folder) {}

    /** The folder that a system text names, if it names one. */
    record HeadFolder(Hash id, Optional<String> folder) {}

    /**
     * The values of a session that a list of sessions shows.
     *
     * @param title the beginning of the user's first message
     * @param tokens tokens of the newest request as the client sent it
     * @param edits how many edits were made
     * @param units the price of all prompts, as in a {@link Bill}
     * @param helped the price of helper questions
     * @param untouched the price of all prompts without edits
     * @param isImported whether a part of it was imported from another program
     * @param open turns without an answer
     */
    record DigestSummary(
            String title,
            long tokens,
            long edits,
            @JsonFormat(shape = JsonFormat.Shape.STRING) double units,

            @JsonProperty("helped_units") @JsonFormat(shape = JsonFormat.Shape.STRING)
            double helped,

            @JsonProperty("untouched_units") @JsonFormat(shape = JsonFormat.Shape.STRING)
            double untouched,

            @JsonProperty("imported") boolean isImported,
            List<OpenTurn> open) {
        static final DigestSummary NONE = new DigestSummary("", 0, 0, 0, 0, 0, false, List.of());

        DigestSummary {
            open = List.copyOf(open);
        }

        /** The net change in the cost of input; empty if nothing was edited. */
        Optional<Double> change() {
            return edits == 0 ? Optional.empty() : Optional.of(untouched == 0 ? 0 : (units + helped) / untouched - 1);
        }
    }

    /**
     * A turn without an answer.
     *
     * @param tokens tokens of its request; empty for a side request
     */
    record OpenTurn(
            TurnId turn,
            String model,
            @JsonInclude(JsonInclude.Include.NON_ABSENT) OptionalLong tokens) {}

    /** The folder in which the agent works now. */
    Optional<String> folder() {
        return moves.isEmpty() ? Optional.empty() : Optional.of(moves.getLast().folder());
    }

    Bytes toJson() {
        return ViewJson.write(this);
    }

    /** The digest that was stored, or {@link #NONE} if the document has another format: it can be created again. */
    static SessionDigest read(Bytes document) {
        if (document.length() == 0) {
            return NONE;
        }
        try {
            SessionDigest digest = ViewJson.read(document.toArray(), SessionDigest.class);
            return digest.format == FORMAT ? digest : NONE;
        } catch (JacksonException | IllegalArgumentException e) {
            return NONE;
        }
    }
}
