package dev.throughline.engine.history;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.Turn;
import dev.throughline.model.Bytes;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A turn with the history of its session.
 *
 * @param isChanged whether that differs from the client's history
 * @param command the turn as the person wrote it, if the message begins with a word for a reset, which the model does
 *     not get; it is archived as a command
 * @param unknown elements that are left out and are in no archive yet
 * @param links links that are archived before the turn
 */
public record AdaptedTurn(
        Turn turn, boolean isChanged, Optional<Turn> command, List<Bytes> unknown, List<Entry.Link> links) {
    public AdaptedTurn {
        unknown = List.copyOf(unknown);
        links = List.copyOf(links);
    }

    /** This with another request. */
    AdaptedTurn changed(Turn other) {
        return new AdaptedTurn(other, /* isChanged= */ true, command, unknown, links);
    }

    /** This with another link. */
    AdaptedTurn with(Entry.Link link) {
        return new AdaptedTurn(
                turn,
                isChanged,
                command,
                unknown,
                Stream.concat(links.stream(), Stream.of(link)).toList());
    }

    static AdaptedTurn unchanged(Turn turn) {
        return new AdaptedTurn(turn, /* isChanged= */ false, Optional.empty(), List.of(), List.of());
    }
}
