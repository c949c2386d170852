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
 * The operations of a workspace, each in a folder below {@code .history}, up to a thousand in one parent folder:
 *
 * <pre>
 *   .history/lock                                    the lock for writing
 *   .history/00000/000000042_2026-04-05T10-15-00Z/   the 42nd operation
 *     operation                                      see {@link Operation}
 *     before/MEMORY.md                               the whole page before the operation
 *     after/MEMORY.md                                the whole page after it; for an append, only what was added
 *     edited/MEMORY.md                               what a person saved during the operation, if anything
 *     pending                                        exists until all steps are done
 * </pre>
 *
 * <p>A folder has the suffix {@code .new} until everything in it is durable; such a folder is ignored. Only the newest
 * operation can be pending, because an operation begins after the last one is finished. Methods that write are called
 * under the workspace's lock.
 */
final class OperationHistory {
    /** With more groups, the oldest one is deleted. */
    static final int MAX_GROUPS = 100;

    private static final int GROUP_SIZE = 1_000;
    private static final String PENDING = "pending";
    private static final Pattern OPERATION = Pattern.compile("[0-9]{9}_[0-9TZ-]+");

    private final Path folder;
    private final DurableFiles files;

    OperationHistory(Path folder, DurableFiles files) {
        this.folder = folder;
        this.files = files;
    }

    /** The number of the newest operation; 0 if there is none. */
    long newest() throws IOException {
        List<Long> numbers = newest(1);
        return numbers.isEmpty() ? 0 : numbers.getFirst();
    }

    /** The numbers of the newest operations, newest first. */
    List<Long> newest(int limit) throws IOException {
        List<Long> numbers = new ArrayList<>();
        for (Path group : groups().reversed()) {
            for (Path operation : operations(group).toList().reversed()) {
                if (numbers.size() == limit) {
                    return numbers;
                }
                numbers.add(number(operation));
            }
        }
        return numbers;
    }

    /** An operation with its texts; empty if it does not exist or was deleted. */
    Optional<Operation> load(long number) throws IOException {
        Optional<Path> folder = find(number);
        if (folder.isEmpty()) {
            return Optional.empty();
        }
        String written = text(folder.get().resolve("operation"));
        return Optional.of(Operation.read(
                number, written, (side, path) -> text(folder.get().resolve(side).resolve(path.text()))));
    }

    boolean isPending(long number) throws IOException {
        return find(number).filter(home -> Files.exists(home.resolve(PENDING))).isPresent();
    }

    /** Stores an operation before its first step. */
    void begin(Operation operation) throws IOException {
        Path group = group(operation.number());
        String name = String.format(
                "%09d_%s",
                operation.number(),
                operation.at().truncatedTo(ChronoUnit.SECONDS).toString().replace(':', '-'));
        if (Files.isSymbolicLink(group)) {
            throw WorkspaceErrors.link(group);
        }
        Path temporary = group.resolve(name + ".new");
        clear(temporary);
        files.createFolders(temporary);
        files.sync(folder);
        Set<Path> touched = new LinkedHashSet<>();
        for (PageStep step : operation.steps()) {
            store(temporary, step, touched);
        }
        files.write(temporary.resolve(PENDING), new byte[0]);
        files.write(temporary.resolve("operation"), operation.format().getBytes(StandardCharsets.UTF_8));
        sync(touched);
        files.sync(temporary);
        files.move(temporary, group.resolve(name));
        files.sync(group);
    }

    private void store(Path home, PageStep step, Set<Path> touched) throws IOException {
        switch (step) {
            case PageStep.WriteStep write -> {
                if (write.before().isPresent()) {
                    put(home, "before", write.path(), write.before().get(), touched);
                }
                put(home, "after", write.path(), write.after(), touched);
            }
            case PageStep.DeleteStep delete -> put(home, "before", delete.path(), delete.before(), touched);
            case PageStep.AppendStep append -> put(home, "after", append.path(), append.text(), touched);
        }
    }

    private void put(Path home, String side, MemoryPath path, String text, Set<Path> touched) throws IOException {
        Path file = home.resolve(side).resolve(path.text());
        Path parent = Objects.requireNonNull(file.getParent());
        files.createFolders(parent);
        files.write(file, text.getBytes(StandardCharsets.UTF_8));
        for (Path each = parent; !each.equals(home); each = Objects.requireNonNull(each.getParent())) {
            touched.add(each);
        }
    }

    private void sync(Set<Path> folders) throws IOException {
        for (Path each : folders) {
            files.sync(each);
        }
    }

    /** Stores what a person saved while an operation was applied. */
    void storeEdited(long number, MemoryPath path, String text) throws IOException {
        Path home = find(number).orElseThrow(() -> new NoSuchFileException("operation " + number));
        Set<Path> touched = new LinkedHashSet<>();
        put(home, "edited", path, text, touched);
        sync(touched);
    }

    /** Removes the mark that an operation is pending. */
    void finish(long number) throws IOException {
        Optional<Path> home = find(number);
        if (home.isPresent()) {
            files.delete(home.get().resolve(PENDING));
            files.sync(home.get());
        }
        List<Path> groups = groups();
        if (groups.size() > MAX_GROUPS) {
            clear(groups.getFirst());
        }
    }

    private Path group(long number) {
        return folder.resolve(String.format("%05d", number / GROUP_SIZE));
    }

    private Optional<Path> find(long number) throws IOException {
        Path group = group(number);
        if (!Files.isDirectory(group, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        String prefix = String.format("%09d_", number);
        try (Stream<Path> all = Files.list(group)) {
            return all.filter(each -> name(each).startsWith(prefix) && isOperation(name(each)))
                    .findFirst();
        }
    }

    private List<Path> groups() throws IOException {
        return names(folder).filter(path -> name(path).matches("[0-9]{5}")).toList();
    }

    private static Stream<Path> operations(Path group) throws IOException {
        return names(group).filter(path -> isOperation(name(path)));
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
        try (Stream<Path> tree = Files.walk(old)) {
            for (Path each : tree.sorted(Comparator.reverseOrder()).toList()) {
                files.delete(each);
            }
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
