package dev.throughline.cli;

import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.edit.CompactionRequests.PlannedCompaction;
import dev.throughline.server.sessions.SessionCatalog;

/** {@code throughline sessions compact}: the next message of a session replaces its history by a summary. */
final class SessionsCompactCommand extends Command {
    private final Option<String> session = sessionParameter();
    private final Option<String> keep = parameter(1, "0..1", "KEEP", "what the summary should keep");
    private final Option<Boolean> json = jsonFlag();

    SessionsCompactCommand(CommandEnvironment environment) {
        super(
                environment,
                "Replaces the history of a session by a summary, with the session's next message.",
                "This works with every policy. Nothing is deleted: the archive keeps what is replaced.");
    }

    @Override
    public int run() {
        return readSession(session, this::compact);
    }

    private int compact(SessionCatalog sessions, SessionCard card) {
        PlannedCompaction planned = sessions.compact(card, keep.value());
        if (json.value()) {
            printJson(planned);
        } else {
            printMessage(planned.message());
        }
        return planned.isPlanned() ? OK : FAILED;
    }
}
