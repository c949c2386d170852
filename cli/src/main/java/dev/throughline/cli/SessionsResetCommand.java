package dev.throughline.cli;

import dev.throughline.engine.archive.SessionCard;
import dev.throughline.model.text.DisplayText;
import dev.throughline.server.sessions.SessionCatalog;

/** {@code throughline sessions reset} and {@code undo-reset}: gives the key of a session to another session. */
final class SessionsResetCommand extends Command {
    private final Option<String> session = sessionParameter();
    private final Option<Boolean> json = jsonFlag();
    private final boolean isUndo;

    private SessionsResetCommand(CommandEnvironment environment, boolean isUndo, String... description) {
        super(environment, description);
        this.isUndo = isUndo;
    }

    static SessionsResetCommand reset(CommandEnvironment environment) {
        return new SessionsResetCommand(
                environment,
                /* isUndo= */ false,
                "Starts a new session under the key of a session. The old session stays in the archive.");
    }

    static SessionsResetCommand undo(CommandEnvironment environment) {
        return new SessionsResetCommand(
                environment, /* isUndo= */ true, "Gives the key of a session back to the session that had it before.");
    }

    @Override
    public int run() {
        return readSession(session, this::change);
    }

    private int change(SessionCatalog sessions, SessionCard card) {
        SessionCard now = isUndo ? sessions.undoReset(card) : sessions.reset(card);
        if (json.value()) {
            printJson(now);
        } else if (!isUndo && now.ref().equals(card.ref())) {
            printMessage("session " + card.ref().id() + " has no turn yet, so it was not reset");
        } else {
            println(now.ref().id().toString());
            printMessage("this session has the key '"
                    + DisplayText.printable(now.key().text()) + "' now");
        }
        return OK;
    }
}
