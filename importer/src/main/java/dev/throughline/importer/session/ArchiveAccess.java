package dev.throughline.importer.session;

import dev.throughline.engine.archive.Receipt;
import dev.throughline.engine.archive.Store;
import dev.throughline.model.Bytes;
import dev.throughline.model.Ids;
import dev.throughline.model.ItemKind;
import dev.throughline.model.ProxyException;
import dev.throughline.wire.Item;
import dev.throughline.wire.Wire;
import java.time.Duration;
import java.util.function.Predicate;

/**
 * The archive that sessions are added to.
 *
 * @param isScaffold whether an agent, and not a person, wrote a user text
 * @param isDryRun whether nothing is to be written
 */
public record ArchiveAccess(Store store, Ids ids, Predicate<String> isScaffold, boolean isDryRun) {
    static final Duration LEASE_WAIT = Duration.ofSeconds(30);

    /** How long the disk may take for one portion. The next portion is not read before. */
    private static final Duration WRITE_WAIT = Duration.ofSeconds(60);

    /** Waits until appended entries are written. */
    void awaitWritten(Receipt receipt) {
        if (!receipt.awaitWritten(WRITE_WAIT)) {
            throw new ProxyException(
                    ProxyException.Kind.STORE,
                    "import_not_written",
                    "The imported lines could not be written to the archive, or not within " + WRITE_WAIT.toSeconds()
                            + " s. Check the disk and run the import again; what was written is not added twice.");
        }
    }

    boolean isUserMessage(Wire wire, Bytes line, Item item) {
        return item.kind() == ItemKind.USER && !isScaffold.test(wire.text(line, item));
    }
}
