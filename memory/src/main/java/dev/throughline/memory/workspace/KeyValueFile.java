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

/**
 * Small facts about a workspace that are no memory: cursors, leases, watermarks, when a page was used last. One file
 * {@code .state/NAME} each, with a line a fact, its key and its value with a tab between:
 *
 * <pre>
 *   0198c5a0-7b2e-7000-8000-000000000001	ab12cd34 7
 * </pre>
 *
 * <p>A file is replaced as a whole, by one thread of one process at a time; losing it costs work done twice, and no
 * memory. Safe for use by many threads and processes.
 */
public final class KeyValueFile {
    /**
     * How many facts a file holds; beyond that, those with the smallest keys go, which of session ids are the oldest.
     */
    static final int MAX_ENTRIES = 20_000;

    private final Path folder;
    private final Path file;
    private final FileOperations disk;

    public KeyValueFile(Workspace workspace, String name) {
        this.disk = workspace.disk();
        this.folder = workspace.folder().resolve(".state");
        this.file = folder.resolve(name);
    }

    /** What stands there now. */
    public Map<String, String> read() {
        checkLinks();
        if (!Files.exists(file)) {
            return new TreeMap<>();
        }
        try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            // Bytes that are no text would be somebody's edit; they become marks that no fact has.
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

    /** Changes the facts while nobody else does, and gives what the change answers. The map is changed in place. */
    public <T> T update(Function<Map<String, String>, T> change) {
        checkLinks();
        try {
            disk.makeFolders(folder);
            try (WorkspaceLock _ = WorkspaceLock.of(folder, folder.resolve("lock"))) {
                Map<String, String> facts = read();
                String before = written(facts);
                T answer = change.apply(facts);
                String after = written(facts);
                if (!after.equals(before)) {
                    Path fresh = folder.resolve(file.getFileName() + ".new");
                    disk.write(fresh, after.getBytes(StandardCharsets.UTF_8));
                    disk.move(fresh, file);
                    disk.settle(folder);
                }
                return answer;
            }
        } catch (IOException e) {
            throw WorkspaceErrors.notWritten(file, e);
        }
    }

    private static Map<String, String> parse(String text) {
        TreeMap<String, String> facts = new TreeMap<>();
        text.lines().forEach(line -> {
            int tab = line.indexOf('\t');
            if (tab > 0) {
                facts.put(line.substring(0, tab), line.substring(tab + 1));
            }
        });
        return facts;
    }

    private static String written(Map<String, String> facts) {
        StringBuilder text = new StringBuilder();
        facts.entrySet().stream().skip(Math.max(0, facts.size() - MAX_ENTRIES)).forEach(fact -> {
            text.append(flat(fact.getKey()))
                    .append('\t')
                    .append(flat(fact.getValue()))
                    .append('\n');
        });
        return text.toString();
    }

    private static String flat(String text) {
        return text.replaceAll("\\p{Cntrl}+", " ");
    }
}
