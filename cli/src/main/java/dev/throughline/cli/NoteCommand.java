package dev.throughline.cli;

import dev.throughline.engine.state.NoteKind;
import dev.throughline.engine.state.StateNotes;
import dev.throughline.model.SessionId;
import dev.throughline.server.sessions.RemoteSessionCatalog;
import dev.throughline.server.sessions.SessionCatalog;
import java.io.InputStream;
import java.util.Optional;

/**
 * {@code throughline todo} and {@code throughline pin}: shows a note of a session, or replaces it by a text, which
 * {@code -} reads from standard input, or removes it.
 */
final class NoteCommand extends Command {
    private final Option<String> session = sessionParameter();
    private final Option<String> text = parameter(1, "0..1", "TEXT", "the new text; - reads it from standard input");
    private final Option<Boolean> clear = flag("--clear", "remove the text");
    private final Option<Boolean> json = jsonFlag();
    private final NoteKind note;
    private final InputStream input;

    NoteCommand(CommandEnvironment environment, NoteKind note, String about, InputStream input) {
        super(environment, "Shows or sets " + about + ". The model sees it with the next user message.");
        this.note = note;
        this.input = input;
        spec().parser().unmatchedOptionsArePositionalParams(true); // A todo may begin with a dash.
    }

    @Override
    public int run() {
        Optional<String> newText = newText();
        return readSession(session, (sessions, card) -> {
            SessionId id = card.ref().id();
            newText.ifPresent(each -> sessions.replaceNote(id, note, each));
            print(sessions, id, newText.isPresent());
            return OK;
        });
    }

    private Optional<String> newText() {
        if (clear.value() && text.isGiven()) {
            throw new IllegalArgumentException("a text and --clear cannot be combined");
        }
        if (text.value().matches("--[a-z][a-z-]*")) {
            throw new IllegalArgumentException("unknown option '" + text.value() + "'; pass a text or --clear");
        }
        if (!clear.value() && !text.isGiven()) {
            return Optional.empty();
        }
        return Optional.of(text.value().equals("-") ? readText(input, StateNotes.MAX_BYTES + 1) : text.value());
    }

    private void print(SessionCatalog sessions, SessionId id, boolean isSet) {
        String now = sessions.note(id, note).orElse("");
        if (json.value()) {
            printJson(new RemoteSessionCatalog.NoteText(id, note.word(), now));
        } else if (isSet) {
            printMessage(
                    now.isEmpty()
                            ? "the text was removed"
                            : "the text was set; the model sees it with the next user message");
        } else if (!now.isEmpty()) {
            println(now.stripTrailing());
        } else {
            printMessage("session " + id + " has no " + (note == NoteKind.TODO ? "todo" : "pinned text"));
        }
    }
}
