package dev.throughline.engine.edit;

import dev.throughline.engine.archive.Archive;
import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.Receipt;
import dev.throughline.engine.archive.Recorded;
import dev.throughline.model.Bytes;
import dev.throughline.model.ProxyException;
import dev.throughline.workingset.edit.Decision;
import dev.throughline.workingset.edit.EditLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Keeps what was decided, and waits until it is on the disk: only then may it be used. */
final class Keeping {
    private static final Logger LOG = LoggerFactory.getLogger(Keeping.class);

    /** How long an edit may wait for the disk. */
    private static final Duration FLUSH_WAIT = Duration.ofSeconds(5);

    private Keeping() {}

    static void keep(Recorded recorded, Archive.Desk desk, List<Decision> decisions) {
        List<Entry> entries = new ArrayList<>();
        for (Decision decision : decisions) {
            decision.texts().forEach((id, text) -> {
                Entry.Source source = new Entry.Source(id, Bytes.of(text));
                if (!desk.hasSource(id) && !entries.contains(source)) {
                    entries.add(source);
                }
            });
            entries.add(new Entry.Edited(recorded.turn().id(), recorded.turn().at(), decision.edits(), decision.why()));
            LOG.atLevel(desk.isDryRun() ? Level.DEBUG : Level.INFO)
                    .log(
                            "session {}: {} (edits: {})",
                            recorded.card().ref().id(),
                            decision.why().sentence(),
                            decision.edits().size());
        }
        await(desk.keep(entries));
    }

    /** The edits in force, when they are safe: those of a request that did not wait long enough may not be yet. */
    static EditLog edits(Archive.Desk desk) {
        desk.unsureEdits().ifPresent(Keeping::await);
        return desk.edits();
    }

    /** What leaves a prompt must be on the disk first. */
    private static void await(Receipt receipt) {
        try {
            receipt.durable().get(FLUSH_WAIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new ProxyException(
                    ProxyException.Kind.STORE,
                    "edit_not_durable",
                    "The archive did not reach the disk within " + FLUSH_WAIT.toSeconds()
                            + " s, so nothing was taken out of the prompt.",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ProxyException(
                    ProxyException.Kind.STORE, "interrupted", "The wait for the disk was interrupted.", e);
        }
    }
}
