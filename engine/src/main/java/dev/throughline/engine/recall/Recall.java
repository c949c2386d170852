package dev.throughline.engine.recall;

import dev.throughline.engine.archive.Entry;
import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.model.Hash;
import dev.throughline.model.ProxyException;
import dev.throughline.wire.Item;
import dev.throughline.wire.Wire;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Brings pieces of one session back, exactly. */
public final class Recall {
    private final Transcript transcript;
    private final Function<Hash, Optional<Bytes>> sources;
    private final Function<Dialect, Wire> wires;

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
    public record Found(List<Finding> findings, long offset, long limit, long remaining) {
        public Found {
            findings = List.copyOf(findings);
        }
    }

    /** The piece that a handle names. */
    public Finding named(String handle) {
        List<Entry.Node> nodes = transcript.named(handle);
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

    /** Pieces in the order in which they were said. */
    public Found page(long offset, long limit) {
        return page(transcript.nodes(), offset, limit);
    }

    /** Pieces that contain words of a query, those with most of them first, newer before older. */
    public Found matching(String query, long offset, long limit) {
        List<String> words = List.of(query.toLowerCase(Locale.ROOT).strip().split("\\s+"));
        List<Scored> scored = new ArrayList<>();
        List<Entry.Node> nodes = transcript.nodes();
        for (int i = 0; i < nodes.size(); i++) {
            String text = text(nodes.get(i)).toLowerCase(Locale.ROOT);
            long score = words.stream().filter(text::contains).count();
            if (score > 0) {
                scored.add(new Scored(nodes.get(i), score, i));
            }
        }
        scored.sort(Comparator.comparingLong(Scored::score)
                .thenComparingInt(Scored::place)
                .reversed());
        return page(scored.stream().map(Scored::node).toList(), offset, limit);
    }

    private record Scored(Entry.Node node, long score, int place) {}

    /** The readable text of a piece, its escapes resolved. */
    public String text(Entry.Node node) {
        Optional<Wire> wire = transcript.turn(node.turn()).map(turn -> wires.apply(turn.dialect()));
        Item item = new Item(node.item(), node.kind(), node.role(), node.piece(), node.tool(), node.call());
        Bytes source = source(node);
        return wire.map(dialect -> dialect.text(source, item))
                .orElseGet(() -> source.slice(node.piece()).utf8());
    }

    private Found page(List<Entry.Node> nodes, long offset, long limit) {
        List<Finding> findings =
                nodes.stream().skip(offset).limit(limit).map(this::finding).toList();
        long remaining = Math.max(0, nodes.size() - offset - findings.size());
        return new Found(findings, offset, limit, remaining);
    }

    private Finding finding(Entry.Node node) {
        return new Finding(node, source(node).slice(node.piece()));
    }

    private Bytes source(Entry.Node node) {
        return sources.apply(node.source())
                .orElseThrow(() -> new ProxyException(
                        ProxyException.Kind.STORE,
                        "source_missing",
                        "The archive names the source " + node.source()
                                + " but does not hold it. 'throughline doctor' says what is damaged."));
    }
}
