package dev.throughline.cli;

import dev.throughline.engine.archive.SessionCard;
import dev.throughline.model.text.DisplayText;
import dev.throughline.server.sessions.SessionCatalog;
import dev.throughline.server.sessions.SessionCatalog.PruneRequest;
import java.io.InputStream;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/** {@code throughline sessions prune}: deletes old sessions with their sub-agents. */
final class SessionsPruneCommand extends Command {
    private static final Pattern DAYS = Pattern.compile("\\d{1,5}d?");

    private final Option<String> olderThan =
            text("--older-than", "DAYS", "delete sessions that did not change for so many days, such as 90d");
    private final Option<Integer> keep = option(
            "--keep", "N", 0, "delete all but so many of the most recently changed sessions; without it, all are kept");
    private final Option<Boolean> dryRun = flag("--dry-run", "only list what would be deleted");
    private final Option<Boolean> yes = flag("--yes", "do not ask");
    private final Option<Boolean> json = jsonFlag();
    private final DeletionQuestion question;

    SessionsPruneCommand(CommandEnvironment environment, InputStream input) {
        super(
                environment,
                "Deletes old sessions with their sub-agents: those that meet at least one of the conditions.");
        question = new DeletionQuestion(screen(), input);
    }

    @Override
    public int run() {
        if (!olderThan.isGiven() && !keep.isGiven()) {
            throw new IllegalArgumentException("nothing to delete is named; pass --older-than, --keep, or both");
        }
        if (keep.value() < 0) {
            throw new IllegalArgumentException("--keep is " + keep.value() + "; it must not be negative");
        }
        OptionalInt days = olderThan.isGiven() ? OptionalInt.of(days(olderThan.value())) : OptionalInt.empty();
        OptionalInt kept = keep.isGiven() ? OptionalInt.of(keep.value()) : OptionalInt.empty();
        return read(sessions -> prune(sessions, days, kept)).orElse(OK);
    }

    private static int days(String text) {
        if (!DAYS.matcher(text).matches()) {
            throw new IllegalArgumentException("--older-than is '" + text + "'; it must be a number of days like 90d");
        }
        return Integer.parseInt(text.replace("d", ""));
    }

    private int prune(SessionCatalog sessions, OptionalInt days, OptionalInt kept) {
        List<SessionCard> old = sessions.prune(new PruneRequest(days, kept, /* isDryRun= */ true));
        if (dryRun.value() || old.isEmpty()) {
            print(old, "would be deleted");
            return OK;
        }
        if (!yes.value() && !question.isConfirmed("Delete " + DisplayText.quantity(old.size(), "session") + "?")) {
            return FAILED;
        }
        print(sessions.prune(new PruneRequest(days, kept, /* isDryRun= */ false)), "deleted");
        return OK;
    }

    private void print(List<SessionCard> cards, String done) {
        if (json.value()) {
            printJson(cards);
            return;
        }
        cards.forEach(card -> println(card.ref().id() + "  " + card.updated() + "  "
                + DisplayText.printable(card.key().text())));
        printMessage(DisplayText.quantity(cards.size(), "session") + " " + done);
    }
}
