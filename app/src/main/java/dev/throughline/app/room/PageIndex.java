package dev.throughline.app.room;

import dev.throughline.memory.secret.Redaction;
import dev.throughline.memory.workspace.Listing;
import dev.throughline.memory.workspace.MemoryPath;
import dev.throughline.memory.workspace.Page;
import dev.throughline.memory.workspace.Workspace;
import dev.throughline.model.ProxyException;
import dev.throughline.search.Document;
import dev.throughline.search.Scope;
import dev.throughline.search.index.SearchIndex;
import dev.throughline.search.index.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The index of one project, kept in step with the pages of its workspace and the files beside it. Opened at its first
 * use. While another process has it, it is read as that one left it, and every few seconds the right to write is tried
 * for again. Safe for use by many threads.
 */
final class PageIndex implements AutoCloseable {
    /** The beginning of the ids of pages; what was said has others. */
    private static final String PAGE = "page:";

    /** How exact the times of files may be: a page that was changed just now is looked at again. */
    private static final Duration GRAIN = Duration.ofSeconds(2);

    private static final Duration TRY_AGAIN = Duration.ofSeconds(5);

    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    /** Texts that are read before they are put. */
    private static final long BATCH_CHARACTERS = 8 << 20;

    private static final Pattern DAILY = Pattern.compile("memory/(\\d{4}-\\d{2}-\\d{2})\\.md");

    /** Lucene wishes on standard error for a module of the JDK that is not finished; it does well without. */
    private static final Logger LUCENE = Logger.getLogger("org.apache.lucene");

    static {
        LUCENE.setLevel(Level.SEVERE);
    }

    /** A page as it was when it was last read. */
    private record Stamp(long bytes, Instant modified, boolean isSettled) {
        static Stamp of(long bytes, Instant modified, Instant settled) {
            return new Stamp(bytes, modified, modified.isBefore(settled));
        }
    }

    private final Path folder;
    private final Workspace workspace;
    private final Extras extras;
    private final Supplier<Settings> settings;
    private final Clock clock;
    private final Object opening = new Object();
    private final List<SearchIndex> left = new ArrayList<>();
    private final Map<String, Stamp> known = new HashMap<>();
    private @Nullable SearchIndex opened;
    private boolean isKnown;
    private boolean isClosed;
    private long triedAt;

    PageIndex(Path folder, Workspace workspace, Extras extras, Supplier<Settings> settings, Clock clock) {
        this.folder = folder;
        this.workspace = workspace;
        this.extras = extras;
        this.settings = settings;
        this.clock = clock;
    }

    /** The index as it is now. */
    SearchIndex index() {
        synchronized (opening) {
            if (isClosed) {
                throw new ProxyException(ProxyException.Kind.STORE, "memory_closed", "memory is closed already");
            }
            SearchIndex index = opened == null ? open() : opened;
            if (index.isReadOnly() && System.nanoTime() - triedAt > TRY_AGAIN.toNanos()) {
                index = writable(index);
            }
            opened = index;
            return index;
        }
    }

    private SearchIndex open() {
        triedAt = System.nanoTime();
        makePrivate();
        return SearchIndex.open(folder, settings.get());
    }

    /** What is said and noted here is for nobody but its owner. */
    private void makePrivate() {
        try {
            if (folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
                Files.createDirectories(folder, OWNER_ONLY);
            }
        } catch (IOException e) {
            throw new ProxyException(
                    ProxyException.Kind.STORE, "search_index", "the index in " + folder + " cannot be made: " + e, e);
        }
    }

    /** Tries to get the right to write; the one that is read from stays open for those who read. */
    private SearchIndex writable(SearchIndex index) {
        SearchIndex other = open();
        if (other.isReadOnly()) {
            other.close();
            return index;
        }
        left.add(index);
        return other;
    }

    /** Takes what changed since the last time, by whomever, into the index; gives what could not be taken in. */
    synchronized List<Document> refresh() {
        SearchIndex index = index();
        if (index.isReadOnly()) {
            return unindexed(index);
        }
        if (!isKnown) {
            index.ids().stream()
                    .filter(id -> id.startsWith(PAGE))
                    .forEach(id -> known.put(id.substring(PAGE.length()), new Stamp(-1, Instant.EPOCH, false)));
            isKnown = true;
        }
        Map<String, Stamp> there = there();
        List<Document> changed = new ArrayList<>();
        long characters = 0;
        for (Map.Entry<String, Stamp> each : there.entrySet()) {
            Stamp stamp = each.getValue();
            if (!stamp.isSettled() || !stamp.equals(known.get(each.getKey()))) {
                Optional<Document> document =
                        document(each.getKey()).filter(one -> !index.contains(one.id(), one.hash()));
                document.ifPresent(changed::add);
                characters += document.map(one -> one.text().length()).orElse(0);
            }
            if (characters > BATCH_CHARACTERS) {
                index.put(changed);
                changed.clear();
                characters = 0;
            }
        }
        index.put(changed);
        known.keySet().stream().filter(path -> !there.containsKey(path)).forEach(path -> index.remove(PAGE + path));
        known.clear();
        known.putAll(there);
        return List.of();
    }

    private Map<String, Stamp> there() {
        Instant settled = clock.instant().minus(GRAIN);
        Map<String, Stamp> there = new HashMap<>();
        for (Listing.Entry entry : workspace.list().pages()) {
            there.put(entry.path().text(), Stamp.of(entry.bytes(), entry.modified(), settled));
        }
        for (Extras.Found found : extras.list()) {
            there.put(found.path().toString(), Stamp.of(found.bytes(), found.modified(), settled));
        }
        return there;
    }

    /** Pages that another process, which has the index, has not taken in yet. */
    private List<Document> unindexed(SearchIndex index) {
        List<Document> missing = new ArrayList<>();
        there().forEach((path, stamp) -> {
            if (!stamp.equals(known.get(path)) || !stamp.isSettled()) {
                Optional<Document> document = document(path);
                if (document.isPresent()
                        && index.contains(document.get().id(), document.get().hash())) {
                    known.put(path, stamp);
                } else {
                    document.ifPresent(missing::add);
                }
            }
        });
        isKnown = false; // What is known here is of another use when there is the right to write.
        return missing;
    }

    /** Makes the index anew: out of the pages, and of what was said. */
    synchronized void rebuild(Iterable<Document> said) {
        Iterator<Document> pages = there().keySet().stream()
                .flatMap(path -> document(path).stream())
                .iterator();
        index().rebuild(() -> new Joined(pages, said.iterator()));
        known.clear();
        isKnown = false;
    }

    private record Joined(Iterator<Document> first, Iterator<Document> then) implements Iterator<Document> {
        @Override
        public boolean hasNext() {
            return first.hasNext() || then.hasNext();
        }

        @Override
        public Document next() {
            return first.hasNext() ? first.next() : then.next();
        }
    }

    /** A page of the workspace, or a file beside it, whose path is absolute; without secrets, as agents see it. */
    private Optional<Document> document(String path) {
        if (path.startsWith("/")) {
            return Extras.read(Path.of(path)).map(text -> document(path, text));
        }
        return workspace.read(new MemoryPath(path)).map(Page::text).map(text -> dated(path, document(path, text)));
    }

    private static Document document(String path, String text) {
        return new Document(
                PAGE + path,
                Scope.MEMORY,
                "",
                path,
                null,
                "",
                Redaction.of(text).text());
    }

    private static Document dated(String path, Document document) {
        Matcher daily = DAILY.matcher(path);
        try {
            return daily.matches() ? document.dated(LocalDate.parse(daily.group(1))) : document;
        } catch (DateTimeParseException e) {
            return document; // A file like memory/2026-13-99.md is a person's, and as good as any other.
        }
    }

    @Override
    public void close() {
        synchronized (opening) {
            isClosed = true;
            left.forEach(SearchIndex::close);
            if (opened != null) {
                opened.close();
            }
        }
    }
}
