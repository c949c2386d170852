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

/** Returns the pieces of one session exactly: by handle, by range, and by query. */
public final class Recall {
    /** The estimated memory of a node in a transcript, with its hashes and map entries. */
    private static final int NODE_BYTES = 512;

    private final Transcript transcript;
    private final Function<Hash, Optional<Bytes>> sources;
    private final Function<Dialect, Wire> wires;

    /** The elements of local calls that were found by handle; the key is the hash of their bytes. */
    private final Map<Hash, Bytes> restored = new ConcurrentHashMap<>();

    private @Nullable KeywordFinder keywords;

    /** Creates a recall of one session; {@code sources} returns the exact bytes of a source. */
    public Recall(Transcript transcript, Function<Hash, Optional<Bytes>> sources, Function<Dialect, Wire> wires) {
        this.transcript = transcript;
        this.sources = sources;
        this.wires = wires;
    }

    /** A node and its exact bytes. */
    public record Finding(Entry.Node node, Bytes exact) {}

    /**
     * A page of findings.
     *
     * @param remaining how many findings follow the last one of this page
     */
    public record FindingPage(List<Finding> findings, long offset, long limit, long remaining) {
        public FindingPage {
            findings = List.copyOf(findings);
        }
    }

    /** The estimated tokens of a piece. */
    public long tokens(Entry.Node node, TokenCount count) {
        return content(node)
                .map(content -> count.ofItem(content.text(), content.pictures(), content.sealedBytes()))
                .orElse(node.tokens());
    }

    /** The piece with a handle. */
    public Finding withHandle(String handle) {
        List<Entry.Node> archived = transcript.withHandle(handle);
        List<Entry.Node> nodes = archived.isEmpty() ? localItems(handle) : archived;
        Set<Hash> items = new HashSet<>();
        nodes.forEach(node -> items.add(node.item()));
        if (items.size() == 1) {
            return finding(nodes.getFirst());
        }
        String found = nodes.isEmpty() ? "matches nothing in this session" : "matches " + nodes.size() + " pieces";
        throw new ProxyException(
                ProxyException.Kind.CALLER,
                "no_such_piece",
                "The handle '" + handle + "' " + found + ". 'throughline sessions show <session>' lists the handles.");
    }

    /**
     * The local calls and results with a handle. Placeholders contain their handles, but the archive stores them only
     * in edits.
     */
    private List<Entry.Node> localItems(String handle) {
        String text = handle.startsWith("s2:") ? handle : "s2:" + handle;
        Optional<Entry.TurnOpened> newest = transcript.newest();
        if (newest.isEmpty()) {
            return List.of();
        }
        List<Entry.Node> nodes = new ArrayList<>();
        for (ModelHistory.PlacedItem placed : ModelHistory.of(this, newest.get(), transcript.leaf())) {
            placed.item()
                    .filter(item -> item.id().text().startsWith(text))
                    .ifPresent(item -> nodes.add(localNode(
                            newest.get(), placed.node(), item, placed.raw().orElseThrow())));
        }
        return nodes;
    }

    private Entry.Node localNode(Entry.TurnOpened turn, Hash id, Item item, Bytes raw) {
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

    /** Pieces in the order in which they were archived. */
    public FindingPage page(long offset, long limit) {
        return page(transcript.nodes(), offset, limit);
    }

    /** Pieces that match a query, best first, newer before older, each item once. */
    public FindingPage matching(String query, long offset, long limit) {
        List<Entry.Node> nodes = finder().find(query, Integer.MAX_VALUE).stream()
                .map(PieceFinder.FoundPiece::node)
                .toList();
        return page(nodes, offset, limit);
    }

    /**
     * The lines of a text that match a query, with a few lines around them, at most {@code maxCharacters} characters.
     */
    public String matchingLines(String text, String query, int maxCharacters) {
        return RecallExcerpt.matching(text, RecallExcerpt.ExcerptQuery.of(query, finder()), maxCharacters)
                .in(text);
    }

    /** The keyword index. The first call creates it, and each call adds new pieces. */
    public synchronized KeywordFinder finder() {
        KeywordFinder index = keywords == null ? new KeywordFinder(this::text) : keywords;
        keywords = index;
        index.add(transcript.nodes());
        return index;
    }

    /** The estimated memory in bytes. */
    synchronized long weight() {
        return (long) NODE_BYTES * transcript.size()
                + restored.values().stream().mapToLong(Bytes::length).sum()
                + (keywords == null ? 0 : keywords.weight());
    }

    public Transcript transcript() {
        return transcript;
    }

    /** The text of a piece without JSON escapes. */
    public String text(Entry.Node node) {
        return wire(node)
                .map(wire -> wire.text(source(node.source()), item(node)))
                .orElseGet(() -> exact(node).utf8());
    }

    /** The content of a piece; empty if the dialect of its turn is not known. */
    public Optional<ItemContent> content(Entry.Node node) {
        return wire(node).map(wire -> wire.editor().content(source(node.source()), item(node)));
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
        return source(node.source()).slice(node.piece());
    }

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
                        "The source " + id
                                + " is missing in the archive. Run 'throughline doctor' to see what is damaged."));
    }
}
