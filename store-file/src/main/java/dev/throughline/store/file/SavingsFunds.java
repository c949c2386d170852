package dev.throughline.store.file;

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
 * The budget for helper questions that are paid for out of what editing has saved. Amounts are in units: the price of
 * one uncached input token of the model. Questions may cost a share of what was saved in the home, and the questions of
 * a session no more than was saved in that session, so that no session becomes more expensive. If a question costs more
 * than was reserved for it, the excess reduces what is left for the next one. Safe for use by many threads.
 *
 * <p>The file {@code savings} in the home has two lines, and is replaced as a whole whenever one of them changes:
 *
 * <pre>
 *   saved 1204411.5         what requests would have cost without edits, less what they cost; may be negative
 *   helped 20113.0          what questions have cost, and what is reserved for questions in progress
 * </pre>
 *
 * <p>If the file cannot be read, nothing counts as saved, so no question is asked. The balance of a session is computed
 * from its archive when it is first needed, and then updated by its turns and questions.
 */
public final class SavingsFunds implements HelperFunds, TurnListener {
    private static final Logger LOG = LoggerFactory.getLogger(SavingsFunds.class);
    private static final int MAX_SESSIONS = 4_096;

    private final Path file;
    private final PriceTable prices;
    private final double share;
    private final ToDoubleFunction<SessionRef> archived;
    private final WeightedCache<SessionRef, Balance> balances = new WeightedCache<>(MAX_SESSIONS);
    private final HelperFunds ofHome = new OfHome();
    private double saved;
    private double helped;
    private boolean isWritten = true;

    /** What editing has saved in a session, less what its questions have cost. */
    private static final class Balance {
        double units;

        Balance(double units) {
            this.units = units;
        }
    }

    /** @param archived computes the balance of a session from its archive */
    public SavingsFunds(Path home, PriceTable prices, int sharePercent, ToDoubleFunction<SessionRef> archived) {
        this.file = home.resolve("savings");
        this.prices = prices;
        this.share = sharePercent / 100.0;
        this.archived = archived;
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
            Usage untouched = turn.sent().get().unedited(billed);
            add(
                    recorded.card().ref(),
                    prices.of(model).turnCost(untouched) - prices.of(model).turnCost(billed));
        });
    }

    /** Adds what a turn has saved. A balance that is not loaded yet will include it from the archive. */
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

    /** What is left of the share; nothing while the file cannot be written. */
    private double left() {
        return isWritten ? share * saved - helped : 0;
    }

    /** The archive is read without holding the lock, because it may be long. */
    private Balance balance(SessionRef session) {
        Optional<Balance> known = balances.find(session);
        if (known.isPresent()) {
            return known.get();
        }
        Balance read = new Balance(archived.applyAsDouble(session));
        Balance first = balances.findOrCreate(session, () -> read);
        balances.setWeight(session, 1);
        return first;
    }

    @Override
    public boolean reserve(SessionRef session, String model, Usage most) {
        return reserve(balance(session), model, most, /* isLimited= */ true);
    }

    /** Written before the question is sent, so that its cost is not lost in a crash. */
    private synchronized boolean reserve(Balance balance, String model, Usage most, boolean isLimited) {
        double units = prices.of(model).turnCost(most);
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
            spend(balance, prices.of(model).turnCost(cost) - prices.of(model).turnCost(most));
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

    /** Without the limit of the session. The cost is still deducted from the balance of the session. */
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
