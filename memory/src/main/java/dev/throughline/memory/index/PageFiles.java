package dev.throughline.memory.index;

import dev.throughline.memory.secret.Redaction;
import dev.throughline.memory.workspace.MemoryPath;
import dev.throughline.memory.workspace.Page;
import dev.throughline.memory.workspace.PageListing;
import dev.throughline.memory.workspace.Workspace;
import dev.throughline.model.ProxyException;
import dev.throughline.search.SearchDocument;
import dev.throughline.search.SearchScope;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Lists and reads the files that are indexed: the pages of a workspace and the extra files. A page is identified by its
 * path in the workspace, an extra file by its absolute path.
 */
public record PageFiles(Workspace workspace, ExtraFiles extras, Clock clock) {
    /** The beginning of the document ids of pages; those of sessions begin differently. */
    static final String ID = "page:";

    /** The resolution of file times: a page that changed within it is compared again. */
    private static final Duration CLOCK_RESOLUTION = Duration.ofSeconds(2);

    private static final Pattern DAILY = Pattern.compile("memory/(\\d{4}-\\d{2}-\\d{2})\\.md");

    /** The size and time of a file when it was listed, and whether it was older than the resolution of file times. */
    record Stamp(long bytes, Instant modified, boolean isSettled) {
        static final Stamp UNKNOWN = new Stamp(-1, Instant.EPOCH, false);

        boolean isOfSameFile(Stamp other) {
            return bytes == other.bytes && modified.equals(other.modified);
        }
    }

    /** All files by their paths, and the reasons why others are missing. */
    record FileStamps(Map<String, Stamp> stamps, List<String> troubles) {}

    boolean hasWorkspace() {
        return Files.isDirectory(workspace.folder());
    }

    FileStamps stamps() {
        Instant settled = clock.instant().minus(CLOCK_RESOLUTION);
        Map<String, Stamp> stamps = new TreeMap<>();
        PageListing listing = workspace.list();
        for (PageListing.ListedPage entry : listing.pages()) {
            stamps.put(entry.path().text(), stamp(entry.bytes(), entry.modified(), settled));
        }
        for (ExtraFiles.ExtraFile found : extras.list()) {
            stamps.put(found.path().toString(), stamp(found.bytes(), found.modified(), settled));
        }
        return new FileStamps(stamps, troubles(listing));
    }

    /** The reasons why pages are missing in a listing. */
    static List<String> troubles(PageListing listing) {
        return listing.isWhole()
                ? List.of()
                : List.of("there are more than " + PageListing.MAX_FILES + " pages, and some of them are not found");
    }

    private static Stamp stamp(long bytes, Instant modified, Instant settled) {
        return new Stamp(bytes, modified, modified.isBefore(settled));
    }

    /**
     * Reads a file without secrets, as agents see it; empty if it does not exist.
     *
     * @throws ProxyException if it cannot be read, is not text, or cannot be indexed
     */
    Optional<SearchDocument> read(String path) {
        if (path.startsWith("/")) {
            return ExtraFiles.read(Path.of(path)).map(text -> document(path, text));
        }
        return workspace.read(new MemoryPath(path)).map(Page::text).map(text -> dated(path, document(path, text)));
    }

    private static SearchDocument document(String path, String text) {
        String plain = Redaction.of(text).text();
        try {
            return new SearchDocument(ID + path, SearchScope.MEMORY, "", path, null, "", plain);
        } catch (IllegalArgumentException e) {
            throw new ProxyException(ProxyException.Kind.LIMIT, "search_page", String.valueOf(e.getMessage()), e);
        }
    }

    private static SearchDocument dated(String path, SearchDocument document) {
        Matcher daily = DAILY.matcher(path);
        try {
            return daily.matches() ? document.dated(LocalDate.parse(daily.group(1))) : document;
        } catch (DateTimeParseException e) {
            return document; // A person may have created a file like memory/2026-13-99.md.
        }
    }
}
