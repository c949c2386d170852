package dev.throughline.memory.index;

import dev.throughline.memory.index.PageFiles.Stamp;
import dev.throughline.model.ProxyException;
import dev.throughline.search.SearchDocument;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The pages that cannot be read, each with the reason. Such a page is read again when it changes, and from time to
 * time, since a change of its permissions changes neither its size nor its time. Used by one thread at a time.
 */
final class UnreadablePages {
    private static final Logger LOG = LoggerFactory.getLogger(UnreadablePages.class);
    private static final Duration RETRY_INTERVAL = Duration.ofSeconds(30);

    /** The number of pages that a search result names; the others are counted. */
    private static final int MAX_NAMED = 3;

    private record FailedRead(Stamp stamp, String why, Instant time) {}

    private final PageFiles files;
    private final Map<String, FailedRead> pages = new TreeMap<>();

    UnreadablePages(PageFiles files) {
        this.files = files;
    }

    /** Whether a page could not be read the last time. */
    boolean contains(String path) {
        return pages.containsKey(path);
    }

    /** Whether a page has to be read again. */
    boolean isDue(String path, Stamp stamp) {
        FailedRead before = pages.get(path);
        return before == null
                || !before.stamp().equals(stamp)
                || Duration.between(before.time(), files.clock().instant()).compareTo(RETRY_INTERVAL) >= 0;
    }

    /** Reads a page; empty if it does not exist, or if it cannot be read, which is logged once. */
    Optional<SearchDocument> read(String path, Stamp stamp) {
        try {
            Optional<SearchDocument> document = files.read(path);
            pages.remove(path);
            return document;
        } catch (ProxyException e) {
            FailedRead before = pages.put(
                    path, new FailedRead(stamp, e.sentence(), files.clock().instant()));
            if (before == null || !before.stamp().isOfSameFile(stamp)) {
                LOG.warn("{} cannot be indexed: {}", path, e.sentence());
            }
            return Optional.empty();
        }
    }

    /** Removes all other pages. */
    void retainOnly(Set<String> paths) {
        pages.keySet().retainAll(paths);
    }

    /** The pages that cannot be read, for the result of a search. */
    List<String> troubles() {
        List<String> troubles = new ArrayList<>();
        pages.entrySet().stream()
                .limit(MAX_NAMED)
                .forEach(page -> troubles.add("the page " + page.getKey() + " is not found: "
                        + page.getValue().why()));
        if (pages.size() > MAX_NAMED) {
            troubles.add("nor are " + (pages.size() - MAX_NAMED) + " other pages");
        }
        return troubles;
    }
}
