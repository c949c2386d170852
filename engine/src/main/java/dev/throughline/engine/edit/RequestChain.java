package dev.throughline.engine.edit;

import com.dynatrace.hash4j.hashing.HashValue128;
import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.Fingerprint;
import dev.throughline.engine.archive.LeasedSession;
import dev.throughline.engine.archive.ParsedHistory;
import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.model.Span;
import dev.throughline.model.text.TokenCount;
import dev.throughline.wire.Item;
import dev.throughline.wire.ItemContent;
import dev.throughline.wire.Request;
import dev.throughline.wire.Wire;
import dev.throughline.workingset.CallSubject;
import dev.throughline.workingset.Chain;
import dev.throughline.workingset.LineKeys;
import dev.throughline.workingset.NumberedLines;
import dev.throughline.workingset.Piece;
import dev.throughline.workingset.edit.Edit;
import dev.throughline.workingset.fragment.RareNames;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The chain of a request, taken apart: each item's size and subject, the lines that the model can read, and the
 * elements as they were last written. The next request of the session {@link #follow}s it and takes apart only what is
 * new. It follows from the request and the edits alone, so losing it costs one long look at the next request and
 * nothing else.
 *
 * <p>A chain does not change, but for what it notes of questions that were asked before; so its session's lease guards
 * it.
 */
final class RequestChain implements ParsedHistory {
    private static final Hasher64 HEAD = Hashing.xxh3_64();

    /** What a chain of a short body takes. */
    private static final long OVERHEAD = 32 << 10;

    /** A chain of a megabyte of text takes about two. */
    private static final long BYTES_PER_BODY_BYTE = 2;

    private final TokenCount count;
    private final TextAuthors authorship;
    private final List<Element> elements = new ArrayList<>();
    private final List<Piece> pieces = new ArrayList<>();
    private final Map<String, CallSubject> subjects = new HashMap<>();
    private final LocalCalls ours = new LocalCalls();
    private List<String> tools = List.of();
    private int bodyBytes;
    private long headKey;
    private long headTokens;
    private Edit.AddTools offered = new Edit.AddTools(List.of());
    private long addedTokens;

    /** One element of the history, taken apart. */
    static final class Element {
        /** The node of its last item. */
        private final Hash node;

        private final HashValue128 fingerprint;
        private final int first;
        private final List<Item> items;
        private final List<Piece> pieces;
        private final List<long[]> marks;
        private final @Nullable LineKeys[] lines;
        private @Nullable Written written;

        private Element(HashValue128 fingerprint, Hash node, int first, Parts parts) {
            this.fingerprint = fingerprint;
            this.node = node;
            this.first = first;
            this.items = parts.items();
            this.pieces = parts.pieces();
            this.marks = parts.marks();
            this.lines = new @Nullable LineKeys[pieces.size()];
        }

        /** Its first piece. */
        int first() {
            return first;
        }

        /** Its items; their spans point into the element's own bytes. */
        List<Item> items() {
            return items;
        }

        /** What stands in its place: as it was written before, if it says the same. */
        Bytes written(List<Hash> texts, Supplier<Bytes> writing) {
            if (written != null && written.texts().equals(texts)) {
                return written.bytes();
            }
            Bytes bytes = writing.get();
            written = new Written(texts, bytes.compact());
            return bytes;
        }

        private boolean hasNodesOf(Element other) {
            boolean isSame = pieces.size() == other.pieces.size();
            for (int i = 0; isSame && i < pieces.size(); i++) {
                isSame = pieces.get(i).node().equals(other.pieces.get(i).node());
            }
            return isSame;
        }
    }

    /** The items of an element, and what each of them says. */
    private record Parts(List<Item> items, List<Piece> pieces, List<long[]> marks) {}

    /** An element as it was written under some edits. */
    private record Written(List<Hash> texts, Bytes bytes) {}

    /**
     * An empty chain.
     *
     * @param authorship who speaks in a text
     */
    RequestChain(TokenCount count, TextAuthors authorship) {
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

    @Override
    public long bytes() {
        return BYTES_PER_BODY_BYTE * bodyBytes + OVERHEAD;
    }

    /**
     * The chain of a turn. It follows that of the session's request before, if that is in memory and was counted alike,
     * and is kept for the next one.
     *
     * @param request the request of the turn with the calls that we answered ourselves
     * @param local the names of tools that we answer ourselves
     */
    static RequestChain of(
            RecordedTurn recorded, LeasedSession session, Request request, List<String> local, TextAuthors authorship) {
        TokenCount count = TokenCount.of(request.model());
        RequestChain before = session.parsed()
                .map(RequestChain.class::cast)
                .filter(chain -> chain.count.isLike(count))
                .orElseGet(() -> new RequestChain(count, authorship));
        RequestChain chain = before.follow(recorded.turn().wire(), request, fingerprints(recorded, request), local);
        session.keep(chain);
        return chain;
    }

    /** As the archive has them, where the request is the one that was recorded. */
    @SuppressWarnings("ReferenceEquality") // The same object, or it was decoded again and is fingerprinted again.
    private static List<HashValue128> fingerprints(RecordedTurn recorded, Request request) {
        List<RecordedTurn.Step> path = recorded.path();
        return request == recorded.turn().request()
                        && path.size() == request.history().size()
                ? path.stream().map(RecordedTurn.Step::fingerprint).toList()
                : Fingerprint.ofHistory(request);
    }

    /**
     * The chain of the next request.
     *
     * @param fingerprints of the elements of its history
     * @param local the names of tools that we answer ourselves
     */
    RequestChain follow(Wire wire, Request request, List<HashValue128> fingerprints, List<String> local) {
        RequestChain next = new RequestChain(count, authorship);
        next.subjects.putAll(subjects);
        next.ours.addAll(ours);
        next.tools = local;
        next.bodyBytes = request.body().length();
        next.offered = offered;
        next.addedTokens = addedTokens;
        next.headKey = headKey;
        next.headTokens = headTokens;
        int known = elements.size();
        for (int i = 0; i < fingerprints.size(); i++) {
            boolean isSame = i < known && elements.get(i).fingerprint.equals(fingerprints.get(i));
            Element element = isSame
                    ? elements.get(i)
                    : next.takeApart(wire, request.raw(request.history().get(i)), fingerprints.get(i));
            if (i < known && !element.hasNodesOf(elements.get(i))) {
                known = i; // From here on it is another history.
            }
            next.elements.add(element);
            next.pieces.addAll(element.pieces);
        }
        next.weighHead(request);
        return next;
    }

    private Element takeApart(Wire wire, Bytes raw, HashValue128 fingerprint) {
        List<Item> items = wire.itemise(raw, new Span(0, raw.length()));
        Hash node = elements.isEmpty() ? Entry.ROOT : elements.getLast().node;
        List<Piece> taken = new ArrayList<>();
        List<long[]> marked = new ArrayList<>();
        for (Item item : items) {
            Hash own = Hash.node(node, item.id());
            boolean isOurs = ours.has(item, tools);
            node = isOurs ? node : own;
            ItemContent content = wire.editor().content(raw, item);
            Set<Piece.Trait> traits = traits(wire, raw, item, content);
            if (isOurs) {
                traits.add(Piece.Trait.LOCAL_TOOL);
            }
            long tokens = count.ofItem(content.text(), content.pictures(), content.sealedBytes());
            Piece piece =
                    new Piece(own, item.id(), item.kind(), elements.size(), tokens, subject(item, content), traits);
            taken.add(piece);
            marked.add(RareNames.keys(piece.isCall() ? CallArguments.reading(content.text()) : content.text()));
        }
        return new Element(fingerprint, node, pieces.size(), new Parts(items, taken, marked));
    }

    private Set<Piece.Trait> traits(Wire wire, Bytes raw, Item item, ItemContent content) {
        Set<Piece.Trait> traits = EnumSet.noneOf(Piece.Trait.class);
        if (item.kind() == ItemKind.USER) {
            traits.addAll(authorship.ofUser(content.text()));
        }
        if (item.kind() == ItemKind.TOOL_RESULT) {
            String tool = subjects.getOrDefault(item.call().orElse(""), CallSubject.NONE)
                    .tool();
            traits.addAll(authorship.ofResult(tool, content.isError(), content.text()));
        }
        if (content.isError()) {
            traits.add(Piece.Trait.ERROR);
        }
        if (content.pictures() > 0) {
            traits.add(Piece.Trait.PICTURES);
        }
        boolean isTools = item.kind() == ItemKind.TOOL_CALL || item.kind() == ItemKind.TOOL_RESULT;
        if (isTools && !wire.editor().isEditable(raw, item)) {
            traits.add(Piece.Trait.FIXED);
        }
        if (item.kind() == ItemKind.TOOL_CALL && wire.editor().hasOwnResult(raw, item)) {
            traits.add(Piece.Trait.ANSWERED);
        }
        return traits;
    }

    private CallSubject subject(Item item, ItemContent content) {
        String call = item.call().orElse("");
        return switch (item.kind()) {
            case TOOL_CALL -> {
                CallSubject subject = CallSubject.of(item.tool().orElse(""), CallArguments.of(content.text()));
                subjects.put(call, subject);
                yield subject;
            }
            case TOOL_RESULT -> subjects.getOrDefault(call, CallSubject.NONE);
            case SYSTEM, USER, ASSISTANT, REASONING, OTHER -> CallSubject.NONE;
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
            if (piece.isFromModel() || piece.isUserText()) {
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
                ? read.computeIfAbsent(index, _ -> CallArguments.reading(texts.apply(index)))
                : texts.apply(index);
        return new Chain(pieces, texts, readings, index -> lines(index, texts), this::marks, !tools.isEmpty());
    }

    private String text(Wire wire, Request request, int index) {
        Element element = elementOf(index);
        Bytes raw = request.raw(request.history().get(pieces.get(index).element()));
        return wire.editor()
                .content(raw, element.items.get(index - element.first))
                .text();
    }

    private Element elementOf(int piece) {
        return elements.get(pieces.get(piece).element());
    }

    private long[] marks(int index) {
        Element element = elementOf(index);
        return element.marks.get(index - element.first);
    }

    /** What the lines of a piece say, which is looked at when they are first asked for. */
    private LineKeys lines(int index, IntFunction<String> texts) {
        Element element = elementOf(index);
        LineKeys known = element.lines[index - element.first];
        if (known == null) {
            known = NumberedLines.of(texts.apply(index), pieces.get(index).subject())
                    .keys();
            element.lines[index - element.first] = known;
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
