package dev.throughline.memory.conversation;

import dev.throughline.wire.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * An answer of the helper model: the lines to remember, each with the handle of the item that contains it.
 *
 * <pre>{"notes":[{"text":"Releases are cut on Thursdays.","handle":"ab12cd34"}]}</pre>
 *
 * A line {@value #NOTHING} means that there is nothing to remember.
 */
public final class NotesAnswer {
    public static final String NOTHING = "NO_REPLY";

    /** The maximum number of lines in an answer. */
    public static final int MAX_NOTES = 40;

    private NotesAnswer() {}

    public record Note(String text, String handle) {}

    /** The lines in the member {@code notes} of an answer. */
    public static List<Note> of(Json answer) {
        List<Note> notes = new ArrayList<>();
        if (answer instanceof Json.Obj object) {
            for (Json each : object.list("notes")) {
                if (each instanceof Json.Obj note && notes.size() < MAX_NOTES) {
                    notes.add(new Note(
                            note.text("text").orElse("").strip(),
                            note.text("handle").orElse("")));
                }
            }
        }
        notes.removeIf(note -> note.text().isEmpty() || isNothing(note.text()));
        return List.copyOf(notes);
    }

    private static boolean isNothing(String text) {
        return text.toUpperCase(Locale.ROOT).replaceAll("[^A-Z_]", "").equals(NOTHING);
    }
}
