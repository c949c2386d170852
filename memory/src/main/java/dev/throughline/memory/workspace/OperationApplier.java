package dev.throughline.memory.workspace;

import dev.throughline.model.ProxyException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies the steps of an operation that is in the history, for the first time or again after a crash, with the same
 * result.
 *
 * <p>People edit pages without a lock, so a page may differ from what the operation expects. Then the edited text is
 * stored in the history and merged with the new one; an edited page is not deleted. The page is read again right before
 * it is replaced, so only an edit within microseconds could be lost.
 */
final class OperationApplier {
    private static final Logger LOG = LoggerFactory.getLogger(OperationApplier.class);

    /** How often a write is tried again because a person saved the page meanwhile. */
    private static final int MAX_ATTEMPTS = 20;

    private final PageReader pages;
    private final OperationHistory history;
    private final DurableFiles files;

    OperationApplier(PageReader pages, OperationHistory history, DurableFiles files) {
        this.pages = pages;
        this.history = history;
        this.files = files;
    }

    /** Applies all steps of an operation that was just begun. */
    void apply(Operation operation) throws IOException {
        for (PageStep step : operation.steps()) {
            apply(operation.number(), step, /* isAgain= */ false);
        }
        history.finish(operation.number());
    }

    /** Finishes the operation that a crash interrupted, if any. */
    void recover() throws IOException {
        long newest = history.newest();
        if (newest == 0 || !history.isPending(newest)) {
            return;
        }
        Optional<Operation> operation = begun(newest);
        if (operation.isPresent()) {
            for (PageStep step : operation.get().steps()) {
                applyAgain(newest, step);
            }
        }
        history.finish(newest);
    }

    /** An operation whose record was damaged cannot be finished, and must not stop all later ones. */
    private Optional<Operation> begun(long number) throws IOException {
        try {
            return history.load(number);
        } catch (ProxyException | IllegalArgumentException | DateTimeException e) {
            LOG.warn("operation {} is not finished, its record cannot be read: {}", number, e.getMessage());
            return Optional.empty();
        }
    }

    /** A page that can no longer be read or written must not stop others. Its new text is in the history. */
    private void applyAgain(long number, PageStep step) throws IOException {
        try {
            apply(number, step, /* isAgain= */ true);
        } catch (ProxyException | AccessDeniedException e) {
            LOG.warn("operation {} is not finished for {}: {}", number, step.path(), e.getMessage());
        }
    }

    private void apply(long number, PageStep step, boolean isAgain) throws IOException {
        switch (step) {
            case PageStep.WriteStep write -> write(number, write);
            case PageStep.DeleteStep delete -> delete(delete);
            case PageStep.AppendStep append -> append(append, isAgain);
        }
    }

    private void write(long number, PageStep.WriteStep step) throws IOException {
        Path file = pages.file(step.path());
        Path parent = Objects.requireNonNull(file.getParent());
        Path temporary = parent.resolve("." + file.getFileName() + ".new");
        for (int i = 0; i < MAX_ATTEMPTS; i++) {
            Optional<String> now = text(step.path());
            String wanted = wanted(step, now);
            if (now.isPresent() && now.get().equals(wanted)) {
                return;
            }
            if (!now.equals(step.before()) && now.isPresent()) {
                history.storeEdited(number, step.path(), now.get());
            }
            createFolders(parent);
            files.write(temporary, wanted.getBytes(StandardCharsets.UTF_8));
            if (text(step.path()).equals(now)) {
                files.move(temporary, pages.file(step.path()));
                files.sync(parent);
                return;
            }
        }
        throw new ProxyException(
                ProxyException.Kind.STORE,
                "memory_busy",
                file + " was not changed: it was saved by somebody else " + MAX_ATTEMPTS
                        + " times meanwhile. Try again.");
    }

    private static String wanted(PageStep.WriteStep step, Optional<String> now) {
        return now.equals(step.before())
                ? step.after()
                : ThreeWayMerge.of(step.before().orElse(""), now.orElse(""), step.after());
    }

    private void createFolders(Path parent) throws IOException {
        files.createFolders(parent);
        Path above = Objects.requireNonNull(parent.getParent());
        if (!parent.equals(pages.root())) {
            files.sync(above);
        }
    }

    private void delete(PageStep.DeleteStep step) throws IOException {
        Path file = pages.file(step.path());
        if (text(step.path()).equals(Optional.of(step.before()))) {
            files.delete(file);
            files.sync(Objects.requireNonNull(file.getParent()));
        }
    }

    private void append(PageStep.AppendStep step, boolean isAgain) throws IOException {
        byte[] text = step.text().getBytes(StandardCharsets.UTF_8);
        byte[] now = pages.bytes(step.path()).orElse(new byte[0]);
        Path file = pages.file(step.path());
        Path parent = Objects.requireNonNull(file.getParent());
        createFolders(parent);
        byte[] missing = isAgain ? missing(now, step.offset(), text) : text;
        if (missing.length > 0) {
            files.append(file, missing);
            files.sync(parent);
        }
    }

    /** The part of an appended text that is missing: all, nothing, or the end that a crash cut off. */
    private static byte[] missing(byte[] now, int offset, byte[] text) {
        int appended = now.length - offset;
        if (appended >= 0 && appended < text.length && Arrays.equals(now, offset, now.length, text, 0, appended)) {
            return Arrays.copyOfRange(text, appended, text.length);
        }
        String whole = new String(now, StandardCharsets.ISO_8859_1);
        return whole.contains(new String(text, StandardCharsets.ISO_8859_1)) ? new byte[0] : text;
    }

    private Optional<String> text(MemoryPath path) {
        return pages.read(path).map(Page::text);
    }
}
