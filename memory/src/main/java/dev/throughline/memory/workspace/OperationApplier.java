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
 * Does the steps of an operation that the history has, the first time as well as after a crash, with the same result.
 *
 * <p>A person takes no lock, so a page may say something else than the operation expects. Then what they wrote is kept
 * in the history and joined with what we write; a page that they edited is not deleted. The page is read once more
 * right before it is replaced: what could still slip in between is one rename by an editor within microseconds.
 */
final class OperationApplier {
    private static final Logger LOG = LoggerFactory.getLogger(OperationApplier.class);

    /** A person who saves again and again while we write gets this many chances before we give up. */
    private static final int MAX_ATTEMPTS = 20;

    private final PageReader pages;
    private final OperationHistory history;
    private final FileOperations disk;

    OperationApplier(PageReader pages, OperationHistory history, FileOperations disk) {
        this.pages = pages;
        this.history = history;
        this.disk = disk;
    }

    /** Does all steps of an operation that was just begun. */
    void place(Operation operation) throws IOException {
        for (Operation.Step step : operation.steps()) {
            place(operation.number(), step, /* isAgain= */ false);
        }
        history.finish(operation.number());
    }

    /** Finishes what a crash interrupted, if one did. */
    void recover() throws IOException {
        long newest = history.newest();
        if (newest == 0 || !history.isPending(newest)) {
            return;
        }
        Optional<Operation> operation = begun(newest);
        if (operation.isPresent()) {
            for (Operation.Step step : operation.get().steps()) {
                again(newest, step);
            }
        }
        history.finish(newest);
    }

    /** An operation that somebody spoilt in the history cannot be finished, and must not stop all later ones. */
    private Optional<Operation> begun(long number) throws IOException {
        try {
            return history.load(number);
        } catch (ProxyException | IllegalArgumentException | DateTimeException e) {
            LOG.warn("operation {} is not finished, its record cannot be read: {}", number, e.getMessage());
            return Optional.empty();
        }
    }

    /** A page that cannot be read or written any longer must not stop others; what it was to say is in the history. */
    private void again(long number, Operation.Step step) throws IOException {
        try {
            place(number, step, /* isAgain= */ true);
        } catch (ProxyException | AccessDeniedException e) {
            LOG.warn("operation {} is not finished for {}: {}", number, step.path(), e.getMessage());
        }
    }

    private void place(long number, Operation.Step step, boolean isAgain) throws IOException {
        switch (step) {
            case Operation.Step.Write write -> write(number, write);
            case Operation.Step.Delete delete -> delete(delete);
            case Operation.Step.Append append -> append(append, isAgain);
        }
    }

    private void write(long number, Operation.Step.Write step) throws IOException {
        Path file = pages.file(step.path());
        Path parent = Objects.requireNonNull(file.getParent());
        Path fresh = parent.resolve("." + file.getFileName() + ".new");
        for (int i = 0; i < MAX_ATTEMPTS; i++) {
            Optional<String> now = text(step.path());
            String wanted = wanted(step, now);
            if (now.isPresent() && now.get().equals(wanted)) {
                return;
            }
            if (!now.equals(step.before()) && now.isPresent()) {
                history.keepEdited(number, step.path(), now.get());
            }
            makeFolders(parent);
            disk.write(fresh, wanted.getBytes(StandardCharsets.UTF_8));
            if (text(step.path()).equals(now)) {
                disk.move(fresh, pages.file(step.path()));
                disk.settle(parent);
                return;
            }
        }
        throw new ProxyException(
                ProxyException.Kind.STORE,
                "memory_busy",
                "expected " + file + " to keep still for a moment, found that it was saved " + MAX_ATTEMPTS
                        + " times meanwhile; try again");
    }

    private static String wanted(Operation.Step.Write step, Optional<String> now) {
        return now.equals(step.before())
                ? step.after()
                : ThreeWayMerge.of(step.before().orElse(""), now.orElse(""), step.after());
    }

    private void makeFolders(Path parent) throws IOException {
        disk.makeFolders(parent);
        Path above = Objects.requireNonNull(parent.getParent());
        if (!parent.equals(pages.root())) {
            disk.settle(above);
        }
    }

    private void delete(Operation.Step.Delete step) throws IOException {
        Path file = pages.file(step.path());
        if (text(step.path()).equals(Optional.of(step.before()))) {
            disk.delete(file);
            disk.settle(Objects.requireNonNull(file.getParent()));
        }
    }

    private void append(Operation.Step.Append step, boolean isAgain) throws IOException {
        byte[] text = step.text().getBytes(StandardCharsets.UTF_8);
        byte[] now = pages.bytes(step.path()).orElse(new byte[0]);
        Path file = pages.file(step.path());
        Path parent = Objects.requireNonNull(file.getParent());
        makeFolders(parent);
        byte[] missing = isAgain ? missing(now, step.offset(), text) : text;
        if (missing.length > 0) {
            disk.append(file, missing);
            disk.settle(parent);
        }
    }

    /** What of a text is not there: all, nothing, or the end that a crash cut off. */
    private static byte[] missing(byte[] now, int offset, byte[] text) {
        int there = now.length - offset;
        if (there >= 0 && there < text.length && Arrays.equals(now, offset, now.length, text, 0, there)) {
            return Arrays.copyOfRange(text, there, text.length);
        }
        String whole = new String(now, StandardCharsets.ISO_8859_1);
        return whole.contains(new String(text, StandardCharsets.ISO_8859_1)) ? new byte[0] : text;
    }

    private Optional<String> text(MemoryPath path) {
        return pages.read(path).map(Page::text);
    }
}
