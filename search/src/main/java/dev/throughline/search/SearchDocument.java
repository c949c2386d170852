package dev.throughline.search;

import dev.throughline.model.Hash;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * A text in the index: a memory page, a turn of a session, or a tool result.
 *
 * @param id unique in its index; putting a document replaces the one with the same id
 * @param shelf a group to which a search can be limited, such as a session's id; may be empty
 * @param path what a hit shows and cites
 * @param date the day of the document, if its score decays with age
 * @param lead a few words of context, such as the turn before it. They have a small weight in the vector of the first
 *     chunk, so that "yes, tomorrow" is found by its question; they are never shown
 */
public record SearchDocument(
        String id,
        SearchScope scope,
        String shelf,
        String path,
        @Nullable LocalDate date,
        String lead,
        String text) {
    public SearchDocument {
        if (id.isEmpty() || id.length() > SearchLimits.MAX_ID_LENGTH || id.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("expected an id of 1 to " + SearchLimits.MAX_ID_LENGTH
                    + " characters without NUL, found " + id.length() + " characters");
        }
        if (shelf.length() > SearchLimits.MAX_ID_LENGTH) {
            throw new IllegalArgumentException("expected a shelf of at most " + SearchLimits.MAX_ID_LENGTH
                    + " characters, found " + shelf.length());
        }
        if (text.length() > SearchLimits.MAX_TEXT_LENGTH) {
            throw new IllegalArgumentException("expected a text of at most " + SearchLimits.MAX_TEXT_LENGTH
                    + " characters, found " + text.length());
        }
    }

    /** A document whose id is its path, without a shelf and a date. */
    public static SearchDocument of(SearchScope scope, String path, String text) {
        return new SearchDocument(path, scope, "", path, null, "", text);
    }

    public SearchDocument on(String newShelf) {
        return new SearchDocument(id, scope, newShelf, path, date, lead, text);
    }

    public SearchDocument dated(LocalDate day) {
        return new SearchDocument(id, scope, shelf, path, day, lead, text);
    }

    public SearchDocument after(String newLead) {
        return new SearchDocument(id, scope, shelf, path, date, newLead, text);
    }

    /** The hash of all fields but the id: a document with the same hash need not be put again. */
    public Hash hash() {
        return Hash.of(String.join("\0", scope.name(), shelf, path, String.valueOf(date), lead, text));
    }
}
