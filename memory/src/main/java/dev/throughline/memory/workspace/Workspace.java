package dev.throughline.memory.workspace;

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

/**
 * One folder of Markdown: reading, changing, undoing.
 *
 * <p>Reading takes no lock and makes nothing, not even the folder. A change is done by one thread of one process at a
 * time; it is durable when the method returns, and after a crash it is there as a whole once somebody changes or
 * {@linkplain #recover() recovers} the workspace. Safe for use by many threads and many processes. Paths never lead
 * outside: see {@link MemoryPath}, and no symbolic link below the folder is followed.
 */
public final class Workspace {
    /** How large a page may be. */
    public static final int MAX_FILE_BYTES = 4 << 20;

    /** How many operations undo looks back over. */
    public static final int MAX_UNDO_OPERATIONS = 1_000;

    static final String HISTORY = ".history";

    private final Path root;
    private final PageReader pages;
    private final OperationHistory history;
    private final OperationApplier placing;
    private final FileOperations disk;
    private final Clock clock;

    /** The workspace in a folder, which is made by the first change. */
    public Workspace(Path folder, Clock clock) {
        this(folder, clock, new DurableFiles());
    }

    /** The same on a disk that a test may stop. */
    public Workspace(Path folder, Clock clock, FileOperations disk) {
        this.root = folder.toAbsolutePath().normalize();
        this.clock = clock;
        this.disk = disk;
        this.pages = new PageReader(root);
        this.history = new OperationHistory(root.resolve(HISTORY), disk);
        this.placing = new OperationApplier(pages, history, disk);
    }

    public Path folder() {
        return root;
    }

    public Clock clock() {
        return clock;
    }

    FileOperations disk() {
        return disk;
    }

    /** Whether something can be written here, as far as the file system's modes tell. */
    public boolean isWritable() {
        Path place = root;
        while (!Files.exists(place) && place.getParent() != null) {
            place = place.getParent();
        }
        return Files.isDirectory(place) && Files.isWritable(place);
    }

    /**
     * A page as it is now; empty if there is none.
     *
     * @throws dev.throughline.model.ProxyException if it is too large, no text, cannot be read, or behind a link
     */
    public Optional<Page> read(MemoryPath path) {
        return pages.read(path);
    }

    /** The file of a page, for who reads only a part of it; nothing on the way there is a symbolic link. */
    public Path file(MemoryPath path) {
        return pages.file(path);
    }

    /** Every page there is, and what could not be counted as one. */
    public PageListing list() {
        return PageListing.of(root);
    }

    /** Every page below one folder of the workspace, such as {@code topics}. */
    public PageListing list(String folder) {
        return PageListing.of(root, pages.folder(folder));
    }

    /**
     * How a page begins, for who needs no more: at most so many bytes of it. What is no UTF-8 in them is replaced by
     * a mark, and so is a character that is cut.
     *
     * @throws dev.throughline.model.ProxyException if it cannot be read, or is behind a link
     */
    public Optional<String> head(MemoryPath path, int bytes) {
        return pages.head(path, bytes);
    }

    /** Some lines of a page, for an agent. */
    public PageExcerpt excerpt(MemoryPath path, PageExcerpt.Wanted wanted, PageExcerpt.Limits limits) {
        return PageExcerpt.of(read(path), path, wanted, limits);
    }

    /** Does changes to several pages, all or none; at most one for each page. */
    public ChangeResult change(String by, List<PageChange> changes) {
        return change(by, _ -> changes);
    }

    /**
     * Does what a function decides while nobody else of ours may write: what it reads from the workspace is what its
     * changes apply to, unless a person edits right then. It must not change the workspace itself.
     */
    public ChangeResult change(String by, Function<Workspace, List<PageChange>> decision) {
        return locked(() -> perform(Operation.Kind.CHANGE, 0, by, decision.apply(this)));
    }

    /** Takes back the newest operation that is not taken back yet; empty if there is none. */
    public Optional<ChangeResult> undo() {
        return locked(() -> {
            Optional<Operation> target = new UndoPlanner(history).undoable();
            return target.isEmpty()
                    ? Optional.empty()
                    : Optional.of(inverse(Operation.Kind.UNDO, target.get(), "undo"));
        });
    }

    /** Takes back the newest undo, if nothing was changed since; empty if there is none. */
    public Optional<ChangeResult> redo() {
        return locked(() -> {
            Optional<Operation> target = new UndoPlanner(history).redoable();
            return target.isEmpty()
                    ? Optional.empty()
                    : Optional.of(inverse(Operation.Kind.REDO, target.get(), "redo"));
        });
    }

    /** The newest operations, newest first. */
    public List<Operation> operations(int most) {
        try {
            List<Operation> found = new ArrayList<>();
            for (long number : history.newest(most)) {
                history.load(number).ifPresent(found::add);
            }
            return List.copyOf(found);
        } catch (IOException e) {
            throw WorkspaceErrors.notRead(root.resolve(HISTORY), e);
        }
    }

    /** One operation by its number; empty if it is kept no longer. */
    public Optional<Operation> operation(long number) {
        try {
            return history.load(number);
        } catch (IOException e) {
            throw WorkspaceErrors.notRead(root.resolve(HISTORY), e);
        }
    }

    /** Finishes what a crash interrupted, if one did; every change does so as well. */
    public void recover() {
        if (Files.isDirectory(root.resolve(HISTORY))) {
            locked(() -> true);
        }
    }

    private ChangeResult inverse(Operation.Kind kind, Operation target, String by) throws IOException {
        return perform(kind, target.number(), by, UndoPlanner.changes(target, pages));
    }

    private ChangeResult perform(Operation.Kind kind, long of, String by, List<PageChange> changes) throws IOException {
        ChangePlanner planning = new ChangePlanner(pages);
        Set<MemoryPath> once = new HashSet<>();
        for (PageChange change : changes) {
            if (!once.add(change.path())) {
                throw new IllegalArgumentException("expected one change for each page, found two for " + change.path());
            }
            planning.plan(change);
        }
        // An undo is kept even if nothing is left to do, or the next undo would stop at the same operation for ever.
        if (planning.steps().isEmpty() && kind == Operation.Kind.CHANGE) {
            return new ChangeResult(0, planning.results());
        }
        Operation operation = new Operation(history.newest() + 1, kind, of, clock.instant(), by, planning.steps());
        history.begin(operation);
        placing.place(operation);
        return new ChangeResult(operation.number(), planning.results());
    }

    /** Something that is done under the lock. */
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
                disk.makeFolders(home);
                disk.settle(root);
            }
            try (WorkspaceLock _ = WorkspaceLock.of(root, home.resolve("lock"))) {
                placing.recover();
                return work.run();
            }
        } catch (IOException | UncheckedIOException e) {
            throw WorkspaceErrors.notWritten(root, e);
        }
    }
}
