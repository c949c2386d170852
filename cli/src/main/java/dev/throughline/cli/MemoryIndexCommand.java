package dev.throughline.cli;

import dev.throughline.model.text.DisplayText;
import dev.throughline.server.json.MemoryViews;
import dev.throughline.server.sessions.GatewayClient;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;

/** {@code throughline memory index}: updates the search index and waits until semantic search finds everything. */
final class MemoryIndexCommand extends MemoryCommand {
    private static final Duration POLL_INTERVAL = Duration.ofMillis(200);

    /** Longer than the retries of an embedding model that fails, which are made after 1, 3 and 7 seconds. */
    private static final Duration STUCK_TIME = Duration.ofSeconds(10);

    private final Option<Boolean> rebuild =
            flag("--rebuild", "rebuild the index; the old one is used until the new one is complete");
    private final Option<Boolean> json = jsonFlag();
    private final Duration stuckTime;

    MemoryIndexCommand(CommandEnvironment environment) {
        this(environment, STUCK_TIME);
    }

    MemoryIndexCommand(CommandEnvironment environment, Duration stuckTime) {
        super(
                environment,
                "Updates the search index and waits until semantic search finds everything.",
                "This is not required: keyword search finds new text at once, semantic search after a short time.");
        this.stuckTime = stuckTime;
    }

    @Override
    public int run() {
        String path = "memory/index?project=" + projectParameter();
        return withGateway(gateway -> follow(gateway, path));
    }

    private int follow(GatewayClient gateway, String path) {
        if (rebuild.value()) {
            gateway.post(path);
        }
        MemoryViews.IndexView index = state(gateway, path);
        long total = Math.max(1, index.waiting());
        long lastProgress = System.nanoTime();
        while (index.waiting() > 0 && !isStuck(index, lastProgress)) {
            screen().showProgress(total - index.waiting(), total);
            LockSupport.parkNanos(POLL_INTERVAL.toNanos());
            MemoryViews.IndexView next = state(gateway, path);
            lastProgress = next.waiting() < index.waiting() ? System.nanoTime() : lastProgress;
            index = next;
            total = Math.max(total, index.waiting());
        }
        screen().clearProgress();
        report(json.value(), sentence(index), index);
        return index.waiting() > 0 || index.state().status().equals("unavailable") ? FAILED : OK;
    }

    private static MemoryViews.IndexView state(GatewayClient gateway, String path) {
        return gateway.fetch(path, MemoryViews.IndexView.class).orElseThrow(MemoryCommand::memoryIsOff);
    }

    private static String sentence(MemoryViews.IndexView index) {
        String waiting = index.waiting() == 0
                ? ""
                : ", of which " + DisplayText.number(index.waiting()) + (index.waiting() == 1 ? " is" : " are")
                        + " found only by keywords so far";
        return DisplayText.quantity(index.documents(), "document") + " in "
                + DisplayText.quantity(index.chunks(), "chunk")
                + waiting + String.format(Locale.ROOT, ", %,d KiB; status: ", index.bytes() >> 10)
                + index.state().status()
                + (index.state().why().isEmpty() ? "" : " (" + index.state().why() + ")")
                + (index.state().remedy().isEmpty() ? "" : "; " + index.state().remedy());
    }

    /** Whether waiting is useless: there is an error, and no progress. */
    private boolean isStuck(MemoryViews.IndexView index, long lastProgress) {
        return index.state().status().equals("unavailable")
                || (!index.state().status().equals("ok") && System.nanoTime() - lastProgress > stuckTime.toNanos());
    }
}
