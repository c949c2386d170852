package dev.throughline.engine.recall;

import dev.throughline.engine.archive.Entry;
import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.model.Hash;
import dev.throughline.model.ProxyException;
import dev.throughline.model.text.TokenCount;
import dev.throughline.wire.Item;
import dev.throughline.wire.ItemContent;
import dev.throughline.wire.Wire;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Brings pieces of one session back, exactly. */
public final class Recall {
    /** What a node takes in a transcript, its hashes and its places in maps included. */
    private static final int NODE_BYTES = 512;

    private final Transcript transcript;
    private final Function<Hash, Optional<Bytes>> sources;
    private final Function<Dialect, Wire> wires;
    /** Elements that hold calls of ours and that were asked for. */
    private final Map<Hash, Bytes> restored = new ConcurrentHashMap<>();

    private @Nullable KeywordFinder keywords;

    /**
     * Recall over one session.
     *
     * @param sources gives the exact bytes of a source
     */
    public Recall(Transcript transcript, Function<Hash, Optional<Bytes>> sources, Function<Dialect, Wire> wires) {
        this.transcript = transcript;
        this.sources = sources;
        this.wires = wires;
    }

    /** One thing that was brought back: where it stood, and its exact bytes. */
    public record Finding(Entry.Node node, Bytes exact) {}

    /**
     * Some findings of many.
     *
     * @param remaining how many come after the last of these
     */
    public record FindingPage(List<Finding> findings, long offset, long limit, long remaining) {
        public FindingPage {
            findings = List.copyOf(findings);
        }
    }

    /** What a piece weighs: the same number wherever it is shown. */
    public long tokens(Entry.Node node, TokenCount count) {
        return content(node)
                .map(content -> count.ofItem(content.text(), content.pictures(), content.sealedBytes()))
                .orElse(node.tokens());
    }

    /** The piece that a handle names. */
    public Finding withHandle(String handle) {
        List<Entry.Node> archived = transcript.withHandle(handle);
        List<Entry.Node> nodes = archived.isEmpty() ? ours(handle) : archived;
        Set<Hash> items = new HashSet<>();
        nodes.forEach(node -> items.add(node.item()));
        if (items.size() == 1) {
            return finding(nodes.getFirst());
        }
        String found = nodes.isEmpty() ? "names nothing in this session" : "names " + nodes.size() + " pieces";
        throw new ProxyException(
                ProxyException.Kind.CALLER,
                "no_such_piece",
                "The handle '" + handle + "' " + found + ". 'throughline sessions show <session>' lists the handles.");
    }

    /** Calls of ours and their results, which stubs name too though the archive has them inside of edits only. */
    private List<Entry.Node> ours(String handle) {
        String text = handle.startsWith("s2:") ? handle : "s2:" + handle;
        Optional<Entry.TurnOpened> newest = transcript.newest();
        if (newest.isEmpty()) {
            return List.of();
        }
        List<Entry.Node> nodes = new ArrayList<>();
        for (ModelHistory.PlacedItem place : ModelHistory.of(this, newest.get(), transcript.leaf())) {
            if (place.archived().isEmpty()
                    && place.item().isPresent()
                    && place.raw().isPresent()) {
                Item item = place.item().get();
                if (item.id().text().startsWith(text)) {
                    nodes.add(node(newest.get(), place.node(), item, place.raw().get()));
                }
            }
        }
        return nodes;
    }

    private Entry.Node node(Entry.TurnOpened turn, Hash id, Item item, Bytes raw) {
        Hash source = raw.hash();
        restored.put(source, raw);
        return new Entry.Node(
                id,
                Entry.ROOT,
                item.id(),
                item.kind(),
                item.role(),
                item.tool(),
                item.call(),
                source,
                item.raw(),
                0,
                turn.id(),
                turn.at());
    }

    /** Pieces in the order in which they were said. */
    public FindingPage page(long offset, long limit) {
        return page(transcript.nodes(), offset, limit);
    }

    /** Pieces that hold words of a query, those that fit best first, newer before older, each item once. */
    public FindingPage matching(String query, long offset, long limit) {
        List<Entry.Node> nodes = finder().find(query, Integer.MAX_VALUE).stream()
                .map(PieceFinder.FoundPiece::node)
                .toList();
        return page(nodes, offset, limit);
    }

    /** The lines of a text that a query is about, with a few around them, at most so many characters. */
    public String matchingLines(String text, String query, int most) {
        return RecallExcerpt.matching(text, RecallExcerpt.ExcerptQuery.of(query, finder()), most)
                .in(text);
    }

    /** A way to find pieces by their words; made at the first call and brought up to date by each. */
    public synchronized KeywordFinder finder() {
        KeywordFinder index = keywords == null ? new KeywordFinder(this::text) : keywords;
        keywords = index;
        index.add(transcript.nodes());
        return index;
    }

    /** About how many bytes of memory it takes. */
    synchronized long weight() {
        return (long) NODE_BYTES * transcript.size()
                + restored.values().stream().mapToLong(Bytes::length).sum()
                + (keywords == null ? 0 : keywords.weight());
    }

    /** The session that is recalled from. */
    public Transcript transcript() {
        return transcript;
    }

    /** The readable text of a piece, its escapes resolved. */
    public String text(Entry.Node node) {
        Bytes source = source(node);
        return wire(node)
                .map(dialect -> dialect.text(source, item(node)))
                .orElseGet(() -> source.slice(node.piece()).utf8());
    }

    /** What a piece holds: its text, and what cannot be read as such; empty where nobody knows its dialect. */
    public Optional<ItemContent> content(Entry.Node node) {
        return wire(node).map(dialect -> dialect.editor().content(source(node), item(node)));
    }

    private Optional<Wire> wire(Entry.Node node) {
        return transcript.turn(node.turn()).map(turn -> wires.apply(turn.dialect()));
    }

    private static Item item(Entry.Node node) {
        return new Item(node.item(), node.kind(), node.role(), node.piece(), node.tool(), node.call());
    }

    private FindingPage page(List<Entry.Node> nodes, long offset, long limit) {
        List<Finding> findings =
                nodes.stream().skip(offset).limit(limit).map(this::finding).toList();
        long remaining = Math.max(0, nodes.size() - offset - findings.size());
        return new FindingPage(findings, offset, limit, remaining);
    }

    private Finding finding(Entry.Node node) {
        return new Finding(node, exact(node));
    }

    /** The exact bytes of a piece. */
    public Bytes exact(Entry.Node node) {
        return source(node).slice(node.piece());
    }

    private Bytes source(Entry.Node node) {
        return source(node.source());
    }

    /** A dialect, for whoever has to look at more than one item. */
    Wire wire(Dialect dialect) {
        return wires.apply(dialect);
    }

    /** The exact bytes of a source. */
    public Bytes source(Hash id) {
        return Optional.ofNullable(restored.get(id))
                .or(() -> sources.apply(id))
                .orElseThrow(() -> new ProxyException(
                        ProxyException.Kind.STORE,
                        "source_missing",
                        "The archive names the source " + id
                                + " but does not hold it. 'throughline doctor' says what is damaged."));
    }
}
