package dev.throughline.app.remember;

import dev.throughline.engine.helper.HelperModel;
import dev.throughline.memory.Memory;
import dev.throughline.memory.read.Overlap;
import dev.throughline.memory.workspace.Change;
import dev.throughline.memory.workspace.Listing;
import dev.throughline.memory.workspace.MemoryPath;
import dev.throughline.memory.workspace.Outcome;
import dev.throughline.memory.workspace.Page;
import dev.throughline.model.ProxyException;
import dev.throughline.search.Answer;
import dev.throughline.search.Document;
import dev.throughline.search.Query;
import dev.throughline.search.Scope;
import dev.throughline.search.embed.Embedders;
import dev.throughline.search.index.SearchIndex;
import dev.throughline.search.index.Settings;
import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The memory in a home, and the index over it.
 *
 * <pre>
 *   home/workspace/   Markdown, the truth
 *   home/index/       derived from it
 * </pre>
 *
 * <p>Whoever wrote a page, an agent or an editor, the next search finds it: before a search the index is brought up to
 * date. Safe for use by many threads.
 */
public final class MemoryRoom implements AutoCloseable {
    public static final int MOST_RESULTS = 50;
    private static final int EXTRACT_EVERY_TURNS = 1;
    private static final Pattern DAILY = Pattern.compile("memory/(\\d{4}-\\d{2}-\\d{2})\\.md");

    private final Memory memory;
    private final Embedders.Choice embedding;
    private final SearchIndex index;

    private MemoryRoom(Memory memory, Embedders.Choice embedding, SearchIndex index) {
        this.memory = memory;
        this.embedding = embedding;
        this.index = index;
    }

    /**
     * Opens the memory of a home. Nothing is written before something is remembered.
     *
     * @param embedders by what meaning is compared
     * @param environment gives the value of an environment variable, or null
     */
    public static MemoryRoom open(
            Path home, Clock clock, Embedders embedders, UnaryOperator<@Nullable String> environment) {
        Memory memory = new Memory(
                home.resolve("workspace"),
                new Memory.Means(clock, HelperModel.NONE, new Overlap(), EXTRACT_EVERY_TURNS));
        Embedders.Choice embedding = embedders.choose(environment);
        return new MemoryRoom(
                memory, embedding, SearchIndex.open(home.resolve("index"), Settings.with(embedding.embedder())));
    }

    public Memory memory() {
        return memory;
    }

    /** Why meaning is not compared, if it is not. */
    public Optional<String> trouble() {
        return embedding.trouble();
    }

    /** What memory says about something, the best first. */
    public Answer search(String text, int most, double least) {
        refresh();
        Answer answer = index.search(Query.of(text).most(most).atLeast(least).in(Scope.MEMORY));
        memory.used(answer.hits().stream()
                .map(hit -> hit.path())
                .filter(MemoryPath::isPath)
                .map(MemoryPath::new)
                .distinct()
                .toList());
        return answer;
    }

    /** Lets a page go; it can be brought back by an undo. */
    public Outcome delete(String by, String path) {
        Page page = memory.workspace()
                .read(new MemoryPath(path))
                .orElseThrow(() -> new ProxyException(
                        ProxyException.Kind.CALLER, "memory_no_page", "expected a page at " + path + ", found none"));
        return memory.workspace().change(by, List.of(new Change.Delete(page)));
    }

    /** Takes what changed since the last search, by whomever, into the index. */
    private synchronized void refresh() {
        if (index.status().isReadOnly()) {
            return; // Another process keeps it up to date.
        }
        Set<String> pages = new HashSet<>();
        List<Document> changed = new ArrayList<>();
        for (Listing.Entry entry : memory.workspace().list().pages()) {
            pages.add(entry.path().text());
            memory.workspace()
                    .read(entry.path())
                    .map(MemoryRoom::document)
                    .filter(document -> !index.contains(document.id(), document.hash()))
                    .ifPresent(changed::add);
        }
        index.put(changed);
        index.ids().stream().filter(id -> !pages.contains(id)).toList().forEach(index::remove);
    }

    private static Document document(Page page) {
        Document document = Document.of(Scope.MEMORY, page.path().text(), page.text());
        Matcher daily = DAILY.matcher(page.path().text());
        try {
            return daily.matches() ? document.dated(LocalDate.parse(daily.group(1))) : document;
        } catch (DateTimeParseException e) {
            return document; // A file like memory/2026-13-99.md is a person's, and as good as any other.
        }
    }

    @Override
    public void close() {
        index.close();
        if (embedding.embedder() != null) {
            embedding.embedder().close();
        }
    }
}
