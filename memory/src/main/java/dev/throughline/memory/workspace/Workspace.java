package dev.throughline.memory.workspace;

import dev.throughline.memory.limits.MemoryLimits;
import dev.throughline.model.ProxyException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One folder of Markdown pages: reads, changes and undoes changes.
 *
 * <p>Reading takes no lock and creates nothing. Changes are made by one thread of one process at a time. A change is
 * durable when the method returns; after a crash it is completed by the next change or by {@link #recover}. Safe for
 * use by many threads and processes. Paths never name a file outside of it: see {@link MemoryPath}; no symbolic link is
 * followed.
 */
public final class Workspace {
    public static final int MAX_FILE_BYTES = 4 << 20;

    /** The number of newest operations that can be undone. */
    public static final int MAX_UNDO_OPERATIONS = 1_000;

    static final String HISTORY = ".history";

    private static final Logger LOG = LoggerFactory.getLogger(Workspace.class);

    private final Path root;
    private final PageReader pages;
    private final OperationHistory history;
    private final OperationApplier applier;
    private final DurableFiles files;
    private final Clock clock;

    /** The workspace in a folder, which the first change creates. */
    public Workspace(Path folder, Clock clock) {
        this(folder, clock, new DurableFiles());
    }

    /** A workspace for tests that stop between steps. */
    public Workspace(Path folder, Clock clock, DurableFiles files) {
        this.root = folder.toAbsolutePath().normalize();
        this.clock = clock;
        this.files = files;
        this.pages = new PageReader(root);
        this.history = new OperationHistory(root.resolve(HISTORY), files);
        this.applier = new OperationApplier(pages, history, files);
    }

    public Path folder() {
        return root;
    }

    public Clock clock() {
        return clock;
    }

    DurableFiles files() {
        return files;
    }

    /** Whether the permissions of the folder, or of its first parent that exists, allow writing. */
    public boolean isWritable() {
        Path folder = root;
        while (!Files.exists(folder) && folder.getParent() != null) {
            folder = folder.getParent();
        }
        return Files.isDirectory(folder) && Files.isWritable(folder);
    }

    /**
     * A page as it is now; empty if it does not exist.
     *
     * @throws ProxyException if it is too large, not text, behind a link, or cannot be read
     */
    public Optional<Page> read(MemoryPath path) {
        return pages.read(path);
    }

    /** A page as it is now; empty if it does not exist or cannot be read, which is logged. */
    public Optional<Page> readOrEmpty(MemoryPath path) {
        try {
            return pages.read(path);
        } catch (ProxyException e) {
            LOG.debug("{} is ignored: {}", path, e.getMessage());
            return Optional.empty();
        }
    }

    /** The file of a page. Nothing on its path is a symbolic link. */
    public Path file(MemoryPath path) {
        return pages.file(path);
    }

    /** All pages, and the files that are not pages. */
    public PageListing list() {
        return PageListing.of(root);
    }

    /** All pages below one folder of the workspace, such as {@code topics}. */
    public PageListing list(String folder) {
        return PageListing.of(root, pages.folder(folder));
    }

    /**
     * The beginning of a page. Bytes that are not UTF-8, or a character that is cut, are replaced.
     *
     * @throws ProxyException if it cannot be read, or is behind a link
     */
    public Optional<String> head(MemoryPath path, int bytes) {
        return pages.head(path, bytes);
    }

    /** Some lines of a page, for an agent. */
    public PageExcerpt excerpt(MemoryPath path, PageExcerpt.Wanted wanted, MemoryLimits.ExcerptLimits limits) {
        return PageExcerpt.of(read(path), path, wanted, limits);
    }

    /**
     * Changes several pages, all or none; at most one change for each page. Returns what was done; empty if there was
     * nothing to do.
     */
    public Optional<Operation> change(String by, List<PageChange> changes) {
        return change(by, _ -> changes);
    }

    /**
     * Makes the changes that a function returns. The function runs under the workspace's lock: no other program writes
     * between its reading and its changes. It must not change the workspace itself. Returns what was done; empty if
     * there was nothing to do.
     */
    public Optional<Operation> change(String by, Function<Workspace, List<PageChange>> decision) {
        return locked(() -> perform(Operation.OperationKind.CHANGE, 0, by, decision.apply(this)));
    }

    /** Undoes the newest change that is not undone; empty if there is none. */
    public Optional<Operation> undo() {
        return locked(() -> revert(Operation.OperationKind.UNDO, new UndoPlanner(history).undoable()));
    }

    /** Redoes the newest undo, if nothing has changed since; empty if there is none. */
    public Optional<Operation> redo() {
        return locked(() -> revert(Operation.OperationKind.REDO, new UndoPlanner(history).redoable()));
    }

    /** The newest operations, newest first. */
    public List<Operation> operations(int limit) {
        try {
            return history.newest(limit).stream()
                    .flatMap(number -> operation(number).stream())
                    .toList();
        } catch (IOException e) {
            throw WorkspaceErrors.notRead(root.resolve(HISTORY), e);
        }
    }

    /** One operation; empty if the history no longer has it. */
    public Optional<Operation> operation(long number) {
        try {
            return history.load(number);
        } catch (IOException e) {
            throw WorkspaceErrors.notRead(root.resolve(HISTORY), e);
        }
    }

    /** Finishes the operation that a crash interrupted, if any. Every change does so as well. */
    public void recover() {
        if (Files.isDirectory(root.resolve(HISTORY))) {
            locked(() -> true);
        }
    }

    private Optional<Operation> revert(Operation.OperationKind kind, Optional<Operation> operation) throws IOException {
        if (operation.isEmpty()) {
            return Optional.empty();
        }
        List<PageChange> changes = UndoPlanner.changes(operation.get(), pages);
        return perform(kind, operation.get().number(), kind.word(), changes);
    }

    private Optional<Operation> perform(Operation.OperationKind kind, long of, String by, List<PageChange> changes)
            throws IOException {
        ChangePlanner planner = new ChangePlanner(pages);
        List<PageStep> steps = new ArrayList<>();
        Set<MemoryPath> once = new HashSet<>();
        for (PageChange change : changes) {
            if (!once.add(change.path())) {
                throw new IllegalArgumentException("expected one change for each page, found two for " + change.path());
            }
            planner.step(change).ifPresent(steps::add);
        }
        // An undo is recorded even if there is nothing to do; otherwise the next undo would find the same operation.
        if (steps.isEmpty() && kind == Operation.OperationKind.CHANGE) {
            return Optional.empty();
        }
        Operation operation = new Operation(history.newest() + 1, kind, of, clock.instant(), by, steps);
        history.begin(operation);
        applier.apply(operation);
        return Optional.of(operation);
    }

    private interface Work<T> {
        T run() throws IOException;
    }

    private <T> T locked(Work<T> work) {
        Path home = root.resolve(HISTORY);
        if (Files.isSymbolicLink(home)) {
            throw WorkspaceErrors.link(home);
        }
        try {
            if (!Files.isDirectory(home, LinkOption.NOFOLLOW_LINKS)) {
                files.createFolders(home);
                files.sync(root);
            }
            try (WorkspaceLock _ = WorkspaceLock.of(root, home.resolve("lock"))) {
                applier.recover();
                return work.run();
            }
        } catch (IOException | UncheckedIOException e) {
            throw WorkspaceErrors.notWritten(root, e);
        }
    }
}
