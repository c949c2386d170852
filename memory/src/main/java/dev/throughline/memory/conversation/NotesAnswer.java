package dev.throughline.memory.conversation;

import dev.throughline.wire.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What the helper model found worth remembering: a list of lines, each with the handle of the piece that says it.
 *
 * <pre>{"notes":[{"text":"Releases are cut on Thursdays.","handle":"ab12cd34"}]}</pre>
 *
 * A line that says {@value #NOTHING} stands for none.
 */
public final class NotesAnswer {
    /** What a model says that has nothing to say. */
    public static final String NOTHING = "NO_REPLY";

    /** How many lines one answer may bring. */
    public static final int MAX_NOTES = 40;

    private NotesAnswer() {}

    /** One line. */
    public record Note(String text, String handle) {}

    /** The lines of an answer of the member {@code notes}. */
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
