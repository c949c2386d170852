package dev.throughline.server.wiring;

import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.engine.helper.HelperFunds;
import dev.throughline.engine.turn.TurnEvent;
import dev.throughline.engine.turn.TurnListener;
import dev.throughline.files.PrivateFiles;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Usage;
import dev.throughline.model.WeightedCache;
import dev.throughline.workingset.price.PriceTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What editing has saved in a home, and what questions to the helper model have cost out of that; both in tokens of
 * plain input, each by the prices of its model. Questions may cost a share of what was saved in the home, and those of
 * a session no more than was saved in that session: no session becomes dearer because others were cheap. If a question
 * costs more than was reserved for it, the excess is deducted before the next one is paid for. Safe for use by many
 * threads.
 *
 * <p>The file {@code savings} in the home has two lines, and is replaced as a whole whenever one of them changes:
 *
 * <pre>
 *   saved 1204411.5         what the requests would have cost, less what they cost; may be negative
 *   helped 20113.0          what questions and their answers have cost, and may cost that are under way
 * </pre>
 *
 * <p>A file that cannot be read counts as nothing saved, so nothing is asked. What a session has left follows from its
 * archive, which is read when the session is asked about first, and from its turns and questions since then.
 */
final class SavingsFunds implements HelperFunds, TurnListener {
    private static final Logger LOG = LoggerFactory.getLogger(SavingsFunds.class);
    private static final int MOST_SESSIONS = 4_096;

    private final Path file;
    private final PriceTable prices;
    private final double share;
    private final ToDoubleFunction<SessionRef> past;
    private final WeightedCache<SessionRef, Balance> balances = new WeightedCache<>(MOST_SESSIONS);
    private final HelperFunds ofHome = new OfHome();
    private double saved;
    private double helped;
    private boolean isWritten = true;

    /** What a session has saved, less what its questions have cost. */
    private static final class Balance {
        double units;

        Balance(double units) {
            this.units = units;
        }
    }

    /** @param past what a session has saved so far by its archive, less what its questions have cost */
    SavingsFunds(Path home, PriceTable prices, int sharePercent, ToDoubleFunction<SessionRef> past) {
        this.file = home.resolve("savings");
        this.prices = prices;
        this.share = sharePercent / 100.0;
        this.past = past;
        read();
    }

    @Override
    public void on(TurnEvent event) {
        if (event instanceof TurnEvent.Finished finished) {
            finished(finished);
        }
    }

    private void finished(TurnEvent.Finished turn) {
        if (turn.recorded().isEmpty() || turn.reply().isEmpty() || turn.sent().isEmpty()) {
            return;
        }
        RecordedTurn recorded = turn.recorded().get();
        String model = recorded.turn().request().model();
        turn.reply().get().usage().ifPresent(billed -> {
            Usage untouched = turn.sent().get().untouched(billed);
            add(
                    recorded.card().ref(),
                    prices.of(model).turn(untouched) - prices.of(model).turn(billed));
        });
    }

    /** Counts what a turn has saved. A session that nobody has asked about has it in its archive. */
    synchronized void add(SessionRef session, double units) {
        if (units != 0) {
            saved += units;
            balances.find(session).ifPresent(balance -> balance.units += units);
            write();
        }
    }

    @Override
    public boolean hasFunds(SessionRef session) {
        return ofHome.hasFunds(session) && balance(session).units > 0;
    }

    /** What is left of the share; nothing while what was spent cannot be written down. */
    private double left() {
        return isWritten ? share * saved - helped : 0;
    }

    /** The archive may be long, so it is read while no lock is held. */
    private Balance balance(SessionRef session) {
        Optional<Balance> known = balances.find(session);
        if (known.isPresent()) {
            return known.get();
        }
        Balance read = new Balance(past.applyAsDouble(session));
        Balance first = balances.of(session, () -> read);
        balances.weigh(session, 1);
        return first;
    }

    @Override
    public boolean reserve(SessionRef session, String model, Usage most) {
        return reserve(balance(session), model, most, /* isLimited= */ true);
    }

    /** Written down before the question is sent, so that a crash may make it dearer but not free. */
    private synchronized boolean reserve(Balance balance, String model, Usage most, boolean isLimited) {
        double units = prices.of(model).turn(most);
        if (units > left() || (isLimited && units > balance.units)) {
            return false;
        }
        spend(balance, units);
        if (!isWritten) {
            helped -= units;
            balance.units += units;
        }
        return isWritten;
    }

    @Override
    public void settle(SessionRef session, String model, Usage most, Usage cost) {
        Balance balance = balance(session);
        synchronized (this) {
            spend(balance, prices.of(model).turn(cost) - prices.of(model).turn(most));
        }
    }

    private void spend(Balance balance, double units) {
        helped += units;
        balance.units -= units;
        write();
    }

    @Override
    public HelperFunds withoutSessionLimit() {
        return ofHome;
    }

    /** The share of the home alone. What it pays for is billed to the session all the same. */
    private final class OfHome implements HelperFunds {
        @Override
        public boolean hasFunds(SessionRef session) {
            synchronized (SavingsFunds.this) {
                return left() > 0;
            }
        }

        @Override
        public boolean reserve(SessionRef session, String model, Usage most) {
            return SavingsFunds.this.reserve(balance(session), model, most, /* isLimited= */ false);
        }

        @Override
        public void settle(SessionRef session, String model, Usage most, Usage cost) {
            SavingsFunds.this.settle(session, model, most, cost);
        }
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
            PrivateFiles.replace(file, text.getBytes(StandardCharsets.UTF_8));
            isWritten = true;
        } catch (IOException e) {
            if (isWritten) {
                LOG.warn("{} cannot be written; the helper model is not asked until it can", file, e);
            }
            isWritten = false;
        }
    }
}
