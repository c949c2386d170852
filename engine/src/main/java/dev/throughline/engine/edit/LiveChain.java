package dev.throughline.engine.edit;

import com.dynatrace.hash4j.hashing.HashValue128;
import com.dynatrace.hash4j.hashing.Hasher128;
import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import dev.throughline.engine.archive.Entry;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.model.Span;
import dev.throughline.wire.Item;
import dev.throughline.wire.Request;
import dev.throughline.wire.Wire;
import dev.throughline.wire.wording.Content;
import dev.throughline.workingset.Chain;
import dev.throughline.workingset.LineKeys;
import dev.throughline.workingset.Lines;
import dev.throughline.workingset.Piece;
import dev.throughline.workingset.Subject;
import dev.throughline.workingset.budget.TokenCount;
import dev.throughline.workingset.edit.Edit;
import dev.throughline.workingset.fragment.Vocabulary;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The chain of a session's newest request, taken apart once: each item's size and subject, the lines that the model can
 * read, and the elements as they were last written. It follows from the request and the edits alone, so losing it costs
 * one long look at the next request and nothing else.
 *
 * <p>Not safe for use by many threads; its session's lease guards it.
 */
final class LiveChain {
    private static final Hasher64 HEAD = Hashing.xxh3_64();

    /** Its seed is random in each process, so that nobody can prepare two elements with one fingerprint. */
    private static final Hasher128 FINGERPRINT = Hashing.xxh3_128(new SecureRandom().nextLong());

    /**
     * One element of the history.
     *
     * @param node the node of its last item
     * @param fingerprint of its bytes in the request that was followed last
     * @param first its first piece
     * @param items its items; their spans point into the element's own bytes
     */
    record Element(Hash node, HashValue128 fingerprint, int first, List<Item> items) {}

    private final TokenCount count;
    private final Authorship authorship;
    private final List<Element> elements = new ArrayList<>();
    private final List<Piece> pieces = new ArrayList<>();
    private final List<long[]> marks = new ArrayList<>();
    private final Map<String, Subject> subjects = new HashMap<>();
    private final List<@Nullable LineKeys> lines = new ArrayList<>();
    private final Map<Integer, Written> written = new HashMap<>();
    private final OurCalls ours = new OurCalls();
    private List<String> tools = List.of();
    private long headKey;
    private long headTokens;
    private Edit.AddTools offered = new Edit.AddTools(List.of());
    private long addedTokens;

    /** An element as it was written under some edits. */
    record Written(HashValue128 fingerprint, List<Hash> texts, Bytes bytes) {}

    /**
     * An empty chain.
     *
     * @param authorship who speaks in a text
     */
    LiveChain(TokenCount count, Authorship authorship) {
        this.count = count;
        this.authorship = authorship;
    }

    TokenCount count() {
        return count;
    }

    List<Piece> pieces() {
        return pieces;
    }

    int size() {
        return elements.size();
    }

    Element element(int index) {
        return elements.get(index);
    }

    Map<Integer, Written> written() {
        return written;
    }

    /**
     * Takes the elements of a request that are new or changed apart.
     *
     * @param local the names of tools that we answer ourselves
     */
    void follow(Wire wire, Request request, List<String> local) {
        tools = local;
        int size = request.history().size();
        for (int i = 0; i < size; i++) {
            Bytes raw = request.raw(request.history().get(i));
            HashValue128 fingerprint = FINGERPRINT.hashBytesTo128Bits(raw.array(), raw.offset(), raw.length());
            if (i == elements.size() || !elements.get(i).fingerprint().equals(fingerprint)) {
                place(i, wire, raw, fingerprint);
            }
        }
        truncate(size);
        weighHead(request);
    }

    /** Places an element that is new, or came in other clothes, or ends what was known. */
    private void place(int index, Wire wire, Bytes raw, HashValue128 fingerprint) {
        List<Item> items = wire.itemise(raw, new Span(0, raw.length()));
        Hash node = index == 0 ? Entry.ROOT : elements.get(index - 1).node();
        List<Piece> taken = new ArrayList<>();
        List<long[]> marked = new ArrayList<>();
        for (Item item : items) {
            Hash own = Hash.node(node, item.id());
            boolean isOurs = ours.has(item, tools);
            node = isOurs ? node : own;
            Content content = wire.wording().content(raw, item);
            Set<Piece.Trait> traits = traits(wire, raw, item, content);
            if (isOurs) {
                traits.add(Piece.Trait.OURS);
            }
            Piece piece = piece(own, index, item, content, traits);
            taken.add(piece);
            marked.add(Vocabulary.keys(piece.isCall() ? Arguments.reading(content.text()) : content.text()));
        }
        if (index < elements.size() && isSame(elements.get(index), taken)) {
            int first = elements.get(index).first();
            elements.set(index, new Element(node, fingerprint, first, items));
            dress(first, taken, marked);
            return;
        }
        truncate(index);
        elements.add(new Element(node, fingerprint, pieces.size(), items));
        pieces.addAll(taken);
        marks.addAll(marked);
        lines.addAll(Collections.nCopies(taken.size(), null));
    }

    private boolean isSame(Element known, List<Piece> taken) {
        boolean isSame = known.items().size() == taken.size();
        for (int i = 0; isSame && i < taken.size(); i++) {
            isSame = pieces.get(known.first() + i).node().equals(taken.get(i).node());
        }
        return isSame;
    }

    /** Takes items as they look in other clothes: a chain that was never in memory would know no others. */
    private void dress(int first, List<Piece> taken, List<long[]> marked) {
        for (int i = 0; i < taken.size(); i++) {
            marks.set(first + i, marked.get(i));
            lines.set(first + i, null);
            if (!taken.get(i).equals(pieces.get(first + i))) {
                pieces.set(first + i, taken.get(i));
            }
        }
    }

    /** Leaves out all elements behind so many. */
    void truncate(int size) {
        if (size >= elements.size()) {
            return;
        }
        int first = elements.get(size).first();
        elements.subList(size, elements.size()).clear();
        pieces.subList(first, pieces.size()).clear();
        marks.subList(first, marks.size()).clear();
        lines.subList(first, lines.size()).clear();
        written.keySet().removeIf(index -> index >= size);
    }

    private Piece piece(Hash node, int element, Item item, Content content, Set<Piece.Trait> traits) {
        long tokens = count.ofItem(content.text(), content.pictures(), content.sealedBytes());
        return new Piece(node, item.id(), item.kind(), element, tokens, subject(item, content), traits);
    }

    private Set<Piece.Trait> traits(Wire wire, Bytes raw, Item item, Content content) {
        Set<Piece.Trait> traits = EnumSet.noneOf(Piece.Trait.class);
        if (item.kind() == ItemKind.USER) {
            traits.addAll(authorship.ofUser(content.text()));
        }
        if (item.kind() == ItemKind.TOOL_RESULT) {
            String tool =
                    subjects.getOrDefault(item.call().orElse(""), Subject.NONE).tool();
            traits.addAll(authorship.ofResult(tool, content.isError(), content.text()));
        }
        if (content.isError()) {
            traits.add(Piece.Trait.ERROR);
        }
        if (content.pictures() > 0) {
            traits.add(Piece.Trait.PICTURES);
        }
        boolean isTools = item.kind() == ItemKind.TOOL_CALL || item.kind() == ItemKind.TOOL_RESULT;
        if (isTools && !wire.wording().mayReword(raw, item)) {
            traits.add(Piece.Trait.FIXED);
        }
        if (item.kind() == ItemKind.TOOL_CALL && wire.wording().isAnswered(raw, item)) {
            traits.add(Piece.Trait.ANSWERED);
        }
        return traits;
    }

    private Subject subject(Item item, Content content) {
        String call = item.call().orElse("");
        return switch (item.kind()) {
            case TOOL_CALL -> {
                Subject subject = Subject.of(item.tool().orElse(""), Arguments.of(content.text()));
                subjects.put(call, subject);
                yield subject;
            }
            case TOOL_RESULT -> subjects.getOrDefault(call, Subject.NONE);
            case SYSTEM, USER, ASSISTANT, REASONING, OTHER -> Subject.NONE;
        };
    }

    private void weighHead(Request request) {
        List<Span> parts = new ArrayList<>(request.system());
        parts.addAll(request.tools());
        long key = parts.size();
        for (Span part : parts) {
            Bytes raw = request.raw(part);
            key = 31 * key + HEAD.hashBytesToLong(raw.array(), raw.offset(), raw.length());
        }
        if (key != headKey) {
            headTokens = parts.stream()
                    .mapToLong(part -> count.ofItem(request.raw(part).utf8(), 0, 0))
                    .sum();
            headKey = key;
        }
    }

    /** Tokens of what the client puts before the history. */
    long headTokens() {
        return headTokens;
    }

    /** Tokens of the tools that we add to those; they are weighed when they are new here. */
    long addedTokens(Edit.AddTools added, ToLongFunction<TokenCount> weigh) {
        if (!added.equals(offered)) {
            addedTokens = weigh.applyAsLong(count);
            offered = added;
        }
        return addedTokens;
    }

    /**
     * Tokens of all that an agent brings before a person says anything. Some agents send their instructions, and even
     * their tools, as the first items of the history.
     */
    long openingTokens() {
        long tokens = headTokens;
        for (Piece piece : pieces) {
            if (piece.isModel() || piece.isWords()) {
                break;
            }
            tokens += piece.tokens();
        }
        return tokens;
    }

    /** The chain, with a way to the texts in the request that was followed last. */
    Chain chain(Wire wire, Request request) {
        Map<Integer, String> known = new HashMap<>();
        Map<Integer, String> read = new HashMap<>();
        IntFunction<String> texts = index -> known.computeIfAbsent(index, _ -> text(wire, request, index));
        IntFunction<String> readings = index -> pieces.get(index).isCall()
                ? read.computeIfAbsent(index, _ -> Arguments.reading(texts.apply(index)))
                : texts.apply(index);
        return new Chain(pieces, texts, readings, index -> lines(index, texts), marks::get, !tools.isEmpty());
    }

    private String text(Wire wire, Request request, int index) {
        Element element = elements.get(pieces.get(index).element());
        Bytes raw = request.raw(request.history().get(pieces.get(index).element()));
        return wire.wording()
                .content(raw, element.items().get(index - element.first()))
                .text();
    }

    /** What the lines of a piece say, which is looked at when they are first asked for. */
    private LineKeys lines(int index, IntFunction<String> texts) {
        LineKeys known = lines.get(index);
        if (known == null) {
            known = Lines.of(texts.apply(index), pieces.get(index).subject()).keys();
            lines.set(index, known);
        }
        return known;
    }

    /** The first piece of so many elements at the end. */
    int firstOfLast(int count) {
        return count == 0
                ? pieces.size()
                : elements.get(elements.size() - count).first();
    }
}
