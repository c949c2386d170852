package dev.throughline.cli;

import dev.throughline.cli.terminal.Screen;
import dev.throughline.model.text.DisplayText;
import dev.throughline.server.json.MemoryViews;
import dev.throughline.server.sessions.GatewayClient;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;

/** {@code throughline memory index}: updates the search index and waits until semantic search finds everything. */
final class MemoryIndexCommand extends TypedCommand {
    private static final Duration LOOK = Duration.ofMillis(200);
    private static final int BAR = 30;

    /** An embedding model that fails is tried again after 1, 3 and 7 seconds; then its failure is reported. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final CommandOption<Boolean> rebuild =
            flag("--rebuild", "rebuild the index; the old one is used until the new one is complete");
    private final CommandOption<Boolean> json = jsonFlag();
    private final MemoryAccess memory = new MemoryAccess(this);
    private final Duration patience;

    MemoryIndexCommand(CommandEnvironment environment) {
        this(environment, PATIENCE);
    }

    MemoryIndexCommand(CommandEnvironment environment, Duration patience) {
        super(
                environment,
                ConfigOptions.HOME,
                "Updates the search index and waits until semantic search finds everything.",
                "This is not required: keyword search finds new text at once, semantic search after a short time.");
        this.patience = patience;
    }

    @Override
    int run() {
        String path = "memory/index?project=" + memory.encodedProject();
        return memory.withGateway(gateway -> follow(gateway, path));
    }

    private int follow(GatewayClient gateway, String path) {
        if (rebuild.value()) {
            gateway.post(path);
        }
        MemoryViews.Index index = state(gateway, path);
        long most = Math.max(1, index.waiting());
        long moved = System.nanoTime();
        while (index.waiting() > 0 && !isStuck(index, moved)) {
            showProgress(most - index.waiting(), most);
            LockSupport.parkNanos(LOOK.toNanos());
            MemoryViews.Index next = state(gateway, path);
            moved = next.waiting() < index.waiting() ? System.nanoTime() : moved;
            index = next;
            most = Math.max(most, index.waiting());
        }
        clearProgress();
        memory.report(json.value(), sentence(index), index);
        return index.waiting() > 0 || index.status().equals("unavailable") ? FAILED : OK;
    }

    private static MemoryViews.Index state(GatewayClient gateway, String path) {
        return gateway.ask(path, MemoryViews.Index.class).orElseThrow(MemoryAccess::isOff);
    }

    private static String sentence(MemoryViews.Index index) {
        String waiting = index.waiting() == 0
                ? ""
                : ", of which " + DisplayText.number(index.waiting()) + (index.waiting() == 1 ? " is" : " are")
                        + " only found by keyword so far";
        return DisplayText.many(index.documents(), "document") + " in " + DisplayText.many(index.chunks(), "part")
                + waiting + String.format(Locale.ROOT, ", %,d KiB; status: ", index.bytes() >> 10) + index.status()
                + (index.why().isEmpty() ? "" : " (" + index.why() + ")")
                + (index.remedy().isEmpty() ? "" : "; " + index.remedy());
    }

    /** Whether waiting is of no use: something is wrong, and nothing moves. */
    private boolean isStuck(MemoryViews.Index index, long moved) {
        return index.status().equals("unavailable")
                || (!index.status().equals("ok") && System.nanoTime() - moved > patience.toNanos());
    }

    /** A bar, where a person looks on. */
    private void showProgress(long done, long of) {
        Screen screen = screen();
        if (screen.hasColours()) {
            int full = (int) (BAR * done / of);
            screen.err()
                    .print("\r" + "█".repeat(full) + "░".repeat(BAR - full) + String.format(" %,d of %,d", done, of));
            screen.err().flush();
        }
    }

    private void clearProgress() {
        if (screen().hasColours()) {
            screen().err().print("\r\033[2K");
        }
    }
}
