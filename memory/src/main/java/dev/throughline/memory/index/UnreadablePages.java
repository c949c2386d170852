package dev.throughline.memory.index;

import dev.throughline.memory.index.PageFiles.Stamp;
import dev.throughline.model.ProxyException;
import dev.throughline.search.SearchDocument;
import java.time.Clock;
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
 * Pages that cannot be read, each with the reason: one of them is no trouble of the others. Such a page is tried again
 * when it changes, and now and then, since a change of its permissions changes nothing that is seen. For one thread at
 * a time.
 */
final class UnreadablePages {
    private static final Logger LOG = LoggerFactory.getLogger(UnreadablePages.class);
    private static final Duration TRY_AGAIN = Duration.ofSeconds(30);

    /** Pages that an answer names; of the others it says how many. */
    private static final int MAX_NAMED = 3;

    private record Failed(Stamp stamp, String why, Instant tried) {}

    private final PageFiles files;
    private final Clock clock;
    private final Map<String, Failed> pages = new TreeMap<>();

    UnreadablePages(PageFiles files, Clock clock) {
        this.files = files;
        this.clock = clock;
    }

    /** Whether a page could not be read, as far as is known. */
    boolean contains(String path) {
        return pages.containsKey(path);
    }

    /** Whether it is time to try again. */
    boolean isDue(String path, Stamp stamp) {
        Failed before = pages.get(path);
        return before == null
                || !before.stamp().equals(stamp)
                || Duration.between(before.tried(), clock.instant()).compareTo(TRY_AGAIN) >= 0;
    }

    /** What a page says; nothing if it is gone, or if it cannot be read, which is remembered and logged once. */
    Optional<SearchDocument> read(String path, Stamp stamp) {
        try {
            Optional<SearchDocument> document = files.read(path);
            pages.remove(path);
            return document;
        } catch (ProxyException e) {
            Failed before = pages.put(path, new Failed(stamp, e.sentence(), clock.instant()));
            if (before == null || !before.stamp().isOfSameFile(stamp)) {
                LOG.warn("{} is not found by search: {}", path, e.sentence());
            }
            return Optional.empty();
        }
    }

    /** Forgets all but those that are still there. */
    void keepOnly(Set<String> there) {
        pages.keySet().retainAll(there);
    }

    /** Which pages cannot be read, in sentences. */
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
