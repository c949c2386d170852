package dev.throughline.engine.edit;

import com.dynatrace.hash4j.hashing.HashValue128;
import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.Fingerprint;
import dev.throughline.engine.archive.LeasedSession;
import dev.throughline.engine.archive.ParsedHistory;
import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.engine.session.AgentMarkers;
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
import java.util.function.ToLongFunction;

/**
 * The parsed history of a request: the size, subject and traits of each item, and the elements as they were last
 * written. The chain of the session's next request is {@linkplain #follow derived} from it, so that only new elements
 * are parsed. A chain can be computed again from the request and the edits, so losing it costs only time.
 *
 * <p>A chain does not change, apart from results that are computed on demand under the lease of its session.
 */
final class RequestChain implements ParsedHistory {
    private static final Hasher64 HEAD_HASHER = Hashing.xxh3_64();

    /** The estimated memory of a chain: a constant, plus this many bytes for each byte of the body. */
    private static final long BASE_BYTES = 32 << 10;

    private static final long BYTES_PER_BODY_BYTE = 2;

    private final TokenCount count;
    private final AgentMarkers markers;
    private final List<ChainElement> elements = new ArrayList<>();
    private final List<Piece> pieces = new ArrayList<>();
    private final Map<String, CallSubject> subjects = new HashMap<>();
    private final LocalCalls localCalls = new LocalCalls();
    private List<String> localTools = List.of();
    private int bodyBytes;
    private long headKey;
    private long headTokens;
    private Edit.AddTools countedTools = new Edit.AddTools(List.of());
    private long toolTokens;

    /** An empty chain. */
    RequestChain(TokenCount count, AgentMarkers markers) {
        this.count = count;
        this.markers = markers;
    }

    /**
     * The chain of a turn. It is derived from the chain of the session's previous request, if that is in memory and
     * counts tokens in the same way. It stays in memory for the next turn.
     *
     * @param request the request of the turn with the local calls restored
     * @param localTools the names of the local tools in it
     */
    static RequestChain of(
            RecordedTurn recorded,
            LeasedSession session,
            Request request,
            List<String> localTools,
            AgentMarkers markers) {
        TokenCount count = TokenCount.of(request.model());
        RequestChain before = session.parsed()
                .map(RequestChain.class::cast)
                .filter(chain -> chain.count.isLike(count))
                .orElseGet(() -> new RequestChain(count, markers));
        RequestChain chain =
                before.follow(recorded.turn().wire(), request, fingerprints(recorded, request), localTools);
        session.setParsed(chain);
        return chain;
    }

    /**
     * The fingerprints of a history. Those of the archive are used, unless local calls were restored in the history.
     */
    @SuppressWarnings("ReferenceEquality") // A request with restored calls is a different object.
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
     * @param fingerprints the fingerprints of the elements of its history
     * @param tools the names of the local tools in it
     */
    RequestChain follow(Wire wire, Request request, List<HashValue128> fingerprints, List<String> tools) {
        RequestChain next = new RequestChain(count, markers);
        next.subjects.putAll(subjects);
        next.localCalls.addAll(localCalls);
        next.localTools = tools;
        next.bodyBytes = request.body().length();
        next.countedTools = countedTools;
        next.toolTokens = toolTokens;
        next.headKey = headKey;
        next.headTokens = headTokens;
        int known = elements.size();
        for (int i = 0; i < fingerprints.size(); i++) {
            boolean isSame = i < known && elements.get(i).fingerprint().equals(fingerprints.get(i));
            ChainElement element = isSame
                    ? elements.get(i)
                    : next.parse(wire, request.raw(request.history().get(i)), fingerprints.get(i));
            if (!isSame && i < known && !element.hasSameNodes(elements.get(i))) {
                known = i; // The histories differ from here on.
            }
            next.elements.add(element);
            next.pieces.addAll(element.pieces());
        }
        next.countHead(request);
        return next;
    }

    private ChainElement parse(Wire wire, Bytes raw, HashValue128 fingerprint) {
        List<Item> items = wire.itemise(raw, new Span(0, raw.length()));
        Hash node = elements.isEmpty() ? Entry.ROOT : elements.getLast().lastNode();
        List<Piece> parsed = new ArrayList<>();
        List<long[]> rareNames = new ArrayList<>();
        for (Item item : items) {
            Hash own = Hash.node(node, item.id());
            boolean isLocal = localCalls.isLocal(item, localTools);
            node = isLocal ? node : own;
            ItemContent content = wire.editor().content(raw, item);
            Set<Piece.Trait> traits = traits(wire, raw, item, content);
            if (isLocal) {
                traits.add(Piece.Trait.LOCAL_TOOL);
            }
            long tokens = count.ofItem(content.text(), content.pictures(), content.sealedBytes());
            Piece piece =
                    new Piece(own, item.id(), item.kind(), elements.size(), tokens, subject(item, content), traits);
            parsed.add(piece);
            rareNames.add(RareNames.keys(piece.isCall() ? CallArguments.valuesText(content.text()) : content.text()));
        }
        return new ChainElement(fingerprint, node, pieces.size(), items, parsed, rareNames);
    }

    private Set<Piece.Trait> traits(Wire wire, Bytes raw, Item item, ItemContent content) {
        Set<Piece.Trait> traits = EnumSet.noneOf(Piece.Trait.class);
        if (item.kind() == ItemKind.USER) {
            traits.addAll(markers.authorship(content.text()));
        }
        if (item.kind() == ItemKind.TOOL_RESULT) {
            String tool = subjects.getOrDefault(item.call().orElse(""), CallSubject.NONE)
                    .tool();
            traits.addAll(markers.answer(tool, content.isError(), content.text()));
        }
        if (content.isError()) {
            traits.add(Piece.Trait.ERROR);
        }
        if (content.pictures() > 0) {
            traits.add(Piece.Trait.PICTURES);
        }
        boolean isToolItem = item.kind() == ItemKind.TOOL_CALL || item.kind() == ItemKind.TOOL_RESULT;
        if (isToolItem && !wire.editor().isEditable(raw, item)) {
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

    private void countHead(Request request) {
        List<Span> parts = new ArrayList<>(request.system());
        parts.addAll(request.tools());
        long key = parts.size();
        for (Span part : parts) {
            Bytes raw = request.raw(part);
            key = 31 * key + HEAD_HASHER.hashBytesToLong(raw.array(), raw.offset(), raw.length());
        }
        if (key != headKey) {
            headTokens = parts.stream()
                    .mapToLong(part -> count.ofItem(request.raw(part).utf8(), 0, 0))
                    .sum();
            headKey = key;
        }
    }

    TokenCount count() {
        return count;
    }

    List<Piece> pieces() {
        return pieces;
    }

    List<ChainElement> elements() {
        return elements;
    }

    @Override
    public long bytes() {
        return BYTES_PER_BODY_BYTE * bodyBytes + BASE_BYTES;
    }

    /** The tokens of the client's system text and tools. */
    long headTokens() {
        return headTokens;
    }

    /** The tokens of the local tools that an edit added. They are counted once for each edit. */
    long toolTokens(Edit.AddTools added, ToLongFunction<TokenCount> counting) {
        if (!added.equals(countedTools)) {
            toolTokens = counting.applyAsLong(count);
            countedTools = added;
        }
        return toolTokens;
    }

    /**
     * The tokens before the first text of the user or the model. Some agents send their instructions, and even their
     * tools, as the first items of the history.
     */
    long openingTokens() {
        return headTokens
                + pieces.stream()
                        .takeWhile(piece -> !piece.isFromModel() && !piece.isUserText())
                        .mapToLong(Piece::tokens)
                        .sum();
    }

    /** The index of the first piece of the last elements of the history. */
    int firstPieceOfLast(int elementCount) {
        return elementCount == 0
                ? pieces.size()
                : elements.get(elements.size() - elementCount).firstPiece();
    }

    /** The chain for policies. It reads texts from the request of this chain. */
    Chain chain(Wire wire, Request request) {
        Map<Integer, String> textCache = new HashMap<>();
        Map<Integer, String> readableCache = new HashMap<>();
        IntFunction<String> texts = index -> textCache.computeIfAbsent(index, _ -> text(wire, request, index));
        IntFunction<String> readable = index -> pieces.get(index).isCall()
                ? readableCache.computeIfAbsent(index, _ -> CallArguments.valuesText(texts.apply(index)))
                : texts.apply(index);
        return new Chain(
                pieces,
                texts,
                readable,
                index -> elementOf(index).lines(index, texts),
                index -> elementOf(index).rareNames(index),
                !localTools.isEmpty());
    }

    private String text(Wire wire, Request request, int index) {
        ChainElement element = elementOf(index);
        Bytes raw = request.raw(request.history().get(pieces.get(index).element()));
        return wire.editor()
                .content(raw, element.items().get(index - element.firstPiece()))
                .text();
    }

    private ChainElement elementOf(int piece) {
        return elements.get(pieces.get(piece).element());
    }
}
