package dev.throughline.app.house;

import dev.throughline.engine.archive.Recorded;
import dev.throughline.engine.helper.HelperFunds;
import dev.throughline.engine.turn.FinishedTurn;
import dev.throughline.engine.turn.TurnEvent;
import dev.throughline.engine.turn.TurnListener;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Usage;
import dev.throughline.workingset.price.PriceTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What editing has saved in a home, and what questions to the helper model have cost out of that; both in tokens of
 * plain input, each by the prices of its model. Questions may cost a share of what was saved in the home, and the
 * questions of a session no more than editing has saved in that session: no session becomes dearer because others were
 * cheap. A question that turns out dearer than the most that was reserved for it is paid back before the next. Safe for
 * use by many threads.
 *
 * <p>The file {@code savings} in the home has two lines, and is replaced as a whole whenever one of them changes:
 *
 * <pre>
 *   saved 1204411.5         what the requests would have cost, less what they cost; may be negative
 *   helped 20113.0          what questions and their answers have cost, and may cost that are under way
 * </pre>
 *
 * <p>A file that cannot be read counts as nothing saved, so nothing is asked. What each session has left is held in
 * memory only: after a restart a session has to save again before questions are asked in it.
 */
final class Savings implements HelperFunds, TurnListener {
    private static final Logger LOG = LoggerFactory.getLogger(Savings.class);
    private static final int MOST_SESSIONS = 4_096;

    private final Path file;
    private final PriceTable prices;
    private final double share;
    private double saved;
    private double helped;
    private boolean isWritten = true;

    /** What each session has saved, less what its questions cost. */
    private final Map<SessionRef, Double> balances = new LinkedHashMap<>(16, 0.75f, /* accessOrder= */ true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<SessionRef, Double> eldest) {
            return size() > MOST_SESSIONS;
        }
    };

    Savings(Path home, PriceTable prices, int sharePercent) {
        this.file = home.resolve("savings");
        this.prices = prices;
        this.share = sharePercent / 100.0;
        read();
    }

    @Override
    public void on(TurnEvent event) {
        if (event instanceof TurnEvent.Finished finished) {
            finished(finished.turn());
        }
    }

    private void finished(FinishedTurn turn) {
        if (turn.recorded().isEmpty() || turn.reply().isEmpty() || turn.sent().isEmpty()) {
            return;
        }
        Recorded recorded = turn.recorded().get();
        String model = recorded.turn().request().model();
        turn.reply().get().usage().ifPresent(billed -> {
            Usage untouched = turn.sent().get().untouched(billed);
            add(recorded.card().ref(), prices.of(model).turn(untouched) - prices.of(model).turn(billed));
        });
    }

    /** Counts what a turn of a session has saved; less than nothing if it cost more. */
    synchronized void add(SessionRef session, double units) {
        if (units != 0) {
            saved += units;
            balances.merge(session, units, Double::sum);
            write();
        }
    }

    @Override
    public synchronized boolean isLeft(SessionRef session) {
        return left(session) > 0;
    }

    /** What is left of the share and of the session's own; nothing while what was spent cannot be written down. */
    private double left(SessionRef session) {
        return isWritten ? Math.min(share * saved - helped, balances.getOrDefault(session, 0.0)) : 0;
    }

    /** Written down before the question is sent, so that a crash may make it dearer but not free. */
    @Override
    public synchronized boolean reserve(SessionRef session, String model, Usage most) {
        double units = prices.of(model).turn(most);
        if (units > left(session)) {
            return false;
        }
        spend(session, units);
        if (!isWritten) {
            helped -= units;
            balances.merge(session, units, Double::sum);
        }
        return isWritten;
    }

    @Override
    public synchronized void settle(SessionRef session, String model, Usage most, Usage cost) {
        spend(session, prices.of(model).turn(cost) - prices.of(model).turn(most));
    }

    private void spend(SessionRef session, double units) {
        helped += units;
        balances.merge(session, -units, Double::sum);
        write();
    }

    private void read() {
        try {
            List<String> lines = Files.exists(file) ? Files.readAllLines(file) : List.of();
            for (String line : lines) {
                double units = Double.parseDouble(line.substring(line.indexOf(' ') + 1));
                saved = line.startsWith("saved ") ? units : saved;
                helped = line.startsWith("helped ") ? units : helped;
            }
        } catch (IOException | NumberFormatException e) {
            LOG.warn("{} cannot be read; the helper model is not asked until editing saves more", file, e);
            saved = 0;
            helped = 0;
        }
    }

    private void write() {
        String text = "saved " + saved + "\nhelped " + helped + "\n";
        try {
            WindowsFile.replace(file, text.getBytes(StandardCharsets.UTF_8));
            isWritten = true;
        } catch (IOException e) {
            if (isWritten) {
                LOG.warn("{} cannot be written; the helper model is not asked until it can", file, e);
            }
            isWritten = false;
        }
    }
}
