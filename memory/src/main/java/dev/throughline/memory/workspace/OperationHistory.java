package dev.throughline.memory.workspace;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The operations of a workspace, each a folder below {@code .history}, a thousand to a shelf:
 *
 * <pre>
 *   .history/lock                                    who may write
 *   .history/00000/000000042_2026-04-05T10-15-00Z/   the 42nd operation
 *     operation                                      see {@link Operation}
 *     before/MEMORY.md                               the page as it was, whole
 *     after/MEMORY.md                                what it was to say; of an append, only what was added
 *     edited/MEMORY.md                               what a person made of it in that moment, if somebody did
 *     pending                                        there until all its steps are done
 * </pre>
 *
 * <p>A folder gets its name when everything in it is durable; until then it ends in {@code .new} and means nothing.
 * Only the newest operation can be pending, since nobody begins one before the last is finished. All methods but the
 * reading ones are called under the workspace's lock.
 */
final class OperationHistory {
    /** Operations that are kept; with the first of a new thousand beyond them, the oldest thousand goes. */
    static final int MAX_SHELVES = 100;

    private static final int SHELF = 1_000;
    private static final String PENDING = "pending";
    private static final Pattern OPERATION = Pattern.compile("[0-9]{9}_[0-9TZ-]+");

    private final Path folder;
    private final FileOperations disk;

    OperationHistory(Path folder, FileOperations disk) {
        this.folder = folder;
        this.disk = disk;
    }

    /** The number of the newest operation; 0 if there is none. */
    long newest() throws IOException {
        for (Path shelf : shelves().reversed()) {
            Optional<Path> last = operations(shelf).reduce((_, later) -> later);
            if (last.isPresent()) {
                return number(last.get());
            }
        }
        return 0;
    }

    /** The numbers of the newest operations, newest first; each shelf is looked at once. */
    List<Long> newest(int most) throws IOException {
        List<Long> numbers = new ArrayList<>();
        for (Path shelf : shelves().reversed()) {
            for (Path operation : operations(shelf).toList().reversed()) {
                if (numbers.size() == most) {
                    return numbers;
                }
                numbers.add(number(operation));
            }
        }
        return numbers;
    }

    /** An operation with its texts; empty if it is kept no longer. */
    Optional<Operation> load(long number) throws IOException {
        Optional<Path> place = place(number);
        if (place.isEmpty()) {
            return Optional.empty();
        }
        Path home = place.get();
        String written = text(home.resolve("operation"));
        return Optional.of(Operation.read(number, written, new Operation.Texts() {
            @Override
            public String before(MemoryPath path) {
                return text(home.resolve("before").resolve(path.text()));
            }

            @Override
            public String after(MemoryPath path) {
                return text(home.resolve("after").resolve(path.text()));
            }
        }));
    }

    boolean isPending(long number) throws IOException {
        return place(number).filter(home -> Files.exists(home.resolve(PENDING))).isPresent();
    }

    /** Keeps an operation before anything of it is done. */
    void begin(Operation operation) throws IOException {
        Path shelf = folder.resolve(String.format("%05d", operation.number() / SHELF));
        String name = String.format(
                "%09d_%s",
                operation.number(),
                operation.at().truncatedTo(ChronoUnit.SECONDS).toString().replace(':', '-'));
        if (Files.isSymbolicLink(shelf)) {
            throw WorkspaceErrors.link(shelf);
        }
        Path fresh = shelf.resolve(name + ".new");
        clear(fresh);
        disk.makeFolders(fresh);
        disk.settle(folder);
        Set<Path> touched = new LinkedHashSet<>();
        for (Operation.Step step : operation.steps()) {
            keep(fresh, step, touched);
        }
        disk.write(fresh.resolve(PENDING), new byte[0]);
        disk.write(fresh.resolve("operation"), operation.written().getBytes(StandardCharsets.UTF_8));
        for (Path each : touched) {
            disk.settle(each);
        }
        disk.settle(fresh);
        disk.move(fresh, shelf.resolve(name));
        disk.settle(shelf);
    }

    private void keep(Path home, Operation.Step step, Set<Path> touched) throws IOException {
        switch (step) {
            case Operation.Step.Write write -> {
                if (write.before().isPresent()) {
                    put(home, "before", write.path(), write.before().get(), touched);
                }
                put(home, "after", write.path(), write.after(), touched);
            }
            case Operation.Step.Delete delete -> put(home, "before", delete.path(), delete.before(), touched);
            case Operation.Step.Append append -> put(home, "after", append.path(), append.text(), touched);
        }
    }

    private void put(Path home, String side, MemoryPath path, String text, Set<Path> touched) throws IOException {
        Path file = home.resolve(side).resolve(path.text());
        Path parent = Objects.requireNonNull(file.getParent());
        disk.makeFolders(parent);
        disk.write(file, text.getBytes(StandardCharsets.UTF_8));
        for (Path each = parent; !each.equals(home); each = Objects.requireNonNull(each.getParent())) {
            touched.add(each);
        }
    }

    /** Keeps what a person made of a page while an operation was under way. */
    void keepEdited(long number, MemoryPath path, String text) throws IOException {
        Path home = place(number).orElseThrow(() -> new NoSuchFileException("operation " + number));
        Set<Path> touched = new LinkedHashSet<>();
        put(home, "edited", path, text, touched);
        for (Path each : touched) {
            disk.settle(each);
        }
    }

    /** An operation is done. */
    void finish(long number) throws IOException {
        Optional<Path> home = place(number);
        if (home.isPresent()) {
            disk.delete(home.get().resolve(PENDING));
            disk.settle(home.get());
        }
        List<Path> shelves = shelves();
        if (shelves.size() > MAX_SHELVES) {
            clear(shelves.getFirst());
        }
    }

    private Optional<Path> place(long number) throws IOException {
        Path shelf = folder.resolve(String.format("%05d", number / SHELF));
        if (!Files.isDirectory(shelf, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        String prefix = String.format("%09d_", number);
        try (Stream<Path> all = Files.list(shelf)) {
            return all.filter(each -> name(each).startsWith(prefix) && isOperation(name(each)))
                    .findFirst();
        }
    }

    private List<Path> shelves() throws IOException {
        return names(folder).filter(path -> name(path).matches("[0-9]{5}")).toList();
    }

    private static Stream<Path> operations(Path shelf) throws IOException {
        return names(shelf).filter(path -> isOperation(name(path)));
    }

    private static boolean isOperation(String name) {
        return OPERATION.matcher(name).matches();
    }

    private static Stream<Path> names(Path folder) throws IOException {
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            return Stream.of();
        }
        try (Stream<Path> all = Files.list(folder)) {
            return all.sorted().toList().stream();
        }
    }

    private static long number(Path operation) {
        String name = name(operation);
        return Long.parseLong(name.substring(0, name.indexOf('_')));
    }

    private static String name(Path path) {
        return Objects.requireNonNull(path.getFileName()).toString();
    }

    private void clear(Path old) throws IOException {
        if (!Files.exists(old, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        List<Path> all = new ArrayList<>();
        try (Stream<Path> tree = Files.walk(old)) {
            tree.sorted(Comparator.reverseOrder()).forEach(all::add);
        }
        for (Path each : all) {
            disk.delete(each);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw WorkspaceErrors.notRead(file, e);
        }
    }
}
