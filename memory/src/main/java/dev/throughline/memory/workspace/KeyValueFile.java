package dev.throughline.memory.workspace;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A file {@code .state/NAME} of a workspace with keys and values, such as cursors, leases and uses of pages. One line
 * per entry, with a tab between key and value:
 *
 * <pre>
 *   0198c5a0-7b2e-7000-8000-000000000001	ab12cd34 7
 * </pre>
 *
 * <p>It is replaced as a whole, by one thread of one process at a time. If it is lost, work is done twice; no memory is
 * lost. Safe for use by many threads and processes.
 */
public final class KeyValueFile {
    /** With more entries, those with the smallest keys are removed: of session ids, the oldest. */
    static final int MAX_ENTRIES = 20_000;

    private final Path folder;
    private final Path file;
    private final DurableFiles files;

    public KeyValueFile(Workspace workspace, String name) {
        this.files = workspace.files();
        this.folder = workspace.folder().resolve(".state");
        this.file = folder.resolve(name);
    }

    public Map<String, String> read() {
        checkLinks();
        if (!Files.exists(file)) {
            return new TreeMap<>();
        }
        try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            // Bytes that are not UTF-8, by somebody's edit, are replaced, so that no key matches them.
            return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw WorkspaceErrors.notRead(file, e);
        }
    }

    private void checkLinks() {
        for (Path each : List.of(folder, file)) {
            if (Files.isSymbolicLink(each)) {
                throw WorkspaceErrors.link(each);
            }
        }
    }

    /** Changes the entries in place, under the lock of the folder, and returns the result of the function. */
    public <T> T update(Function<Map<String, String>, T> change) {
        checkLinks();
        try {
            files.createFolders(folder);
            try (WorkspaceLock _ = WorkspaceLock.of(folder, folder.resolve("lock"))) {
                Map<String, String> entries = read();
                String before = format(entries);
                T result = change.apply(entries);
                String after = format(entries);
                if (!after.equals(before)) {
                    Path temporary = folder.resolve(file.getFileName() + ".new");
                    files.write(temporary, after.getBytes(StandardCharsets.UTF_8));
                    files.move(temporary, file);
                    files.sync(folder);
                }
                return result;
            }
        } catch (IOException e) {
            throw WorkspaceErrors.notWritten(file, e);
        }
    }

    private static Map<String, String> parse(String text) {
        TreeMap<String, String> entries = new TreeMap<>();
        text.lines().forEach(line -> {
            int tab = line.indexOf('\t');
            if (tab > 0) {
                entries.put(line.substring(0, tab), line.substring(tab + 1));
            }
        });
        return entries;
    }

    private static String format(Map<String, String> entries) {
        return entries.entrySet().stream()
                .skip(Math.max(0, entries.size() - MAX_ENTRIES))
                .map(entry -> oneLine(entry.getKey()) + '\t' + oneLine(entry.getValue()) + '\n')
                .collect(Collectors.joining());
    }

    private static String oneLine(String text) {
        return text.replaceAll("\\p{Cntrl}+", " ");
    }
}
