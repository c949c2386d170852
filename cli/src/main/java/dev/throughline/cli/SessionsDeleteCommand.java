package dev.throughline.cli;

import dev.throughline.engine.archive.SessionCard;
import dev.throughline.server.sessions.SessionCatalog;
import java.io.InputStream;

/** {@code throughline sessions delete}: deletes one session. */
final class SessionsDeleteCommand extends Command {
    private final Option<String> session = sessionParameter();
    private final Option<Boolean> yes = flag("--yes", "do not ask");
    private final Option<Boolean> json = jsonFlag();
    private final DeletionQuestion question;

    SessionsDeleteCommand(CommandEnvironment environment, InputStream input) {
        super(environment, "Deletes a session with its archive, state, notes and indexed texts. Memory stays.");
        question = new DeletionQuestion(screen(), input);
    }

    @Override
    public int run() {
        return readSession(session, this::delete);
    }

    private int delete(SessionCatalog sessions, SessionCard card) {
        if (!yes.value() && !question.isConfirmed("Delete session " + card.ref().id() + "?")) {
            return FAILED;
        }
        if (!sessions.delete(card)) {
            printMessage("session " + card.ref().id() + " was deleted already");
            return FAILED;
        }
        if (json.value()) {
            printJson(card);
        } else {
            printMessage("deleted session " + card.ref().id());
        }
        return OK;
    }
}
