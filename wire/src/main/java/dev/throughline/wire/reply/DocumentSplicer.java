package dev.throughline.wire.reply;

import dev.throughline.model.Bytes;
import dev.throughline.wire.Overflow;
import dev.throughline.wire.Reply;
import dev.throughline.wire.Reply.Ending;
import dev.throughline.wire.ReplyReader;
import dev.throughline.wire.ReplyRound;
import dev.throughline.wire.ReplySplicer;
import dev.throughline.wire.json.JsonBuilder;
import dev.throughline.wire.json.JsonEdits;
import dev.throughline.wire.json.RawObject;
import dev.throughline.wire.reply.SplicingToolCodec.RoundReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Joins replies that are one JSON document each. Whether a document calls a local tool is known only when it is whole,
 * so nothing is sent before {@link #finish}; one document without local calls is then sent unchanged.
 *
 * <p>A body beyond {@link DocumentReader#MOST_BODY_BYTES} is not collected: it is sent as it arrives and not
 * joined.
 */
public final class DocumentSplicer implements ReplySplicer {
    private final Supplier<ReplyReader> readers;
    private final RoundReader rounds;
    private final Function<List<RawObject>, Bytes> joiner;
    private final Function<RawObject, Optional<Overflow>> overflows;
    private final int mostBytes;
    private final List<Bytes> documents = new ArrayList<>();
    private final ReplyReader clientReader;
    private @Nullable Bytes refused;
    private Optional<Reply> lastReply = Optional.empty();
    private Optional<Reply> unchanged = Optional.empty();
    private @Nullable ReplyReader reader;
    private JsonBuilder collected = new JsonBuilder();
    private boolean isTooLarge;
    private boolean hasLocalCalls;

    /**
     * {@code joiner} makes one document of several that did not fail; {@code overflows} finds the overflow that a
     * document reports.
     */
    DocumentSplicer(
            Supplier<ReplyReader> readers,
            RoundReader rounds,
            Function<RawObject, Optional<Overflow>> overflows,
            Function<List<RawObject>, Bytes> joiner,
            int mostBytes) {
        this.readers = readers;
        this.rounds = rounds;
        this.joiner = joiner;
        this.overflows = overflows;
        this.mostBytes = mostBytes;
        this.clientReader = readers.get();
    }

    /** Edits of the last document that give it these members of the first one, and the usage of all. */
    public static JsonEdits joined(List<RawObject> documents, List<String> names) {
        RawObject last = documents.getLast();
        JsonEdits edits = new JsonEdits(last.raw());
        UsageTotal.of(documents).ifPresent(usage -> edits.set(last, "usage", usage));
        for (String name : names) {
            documents.getFirst().raw(name).ifPresent(value -> edits.set(last, name, value));
        }
        return edits;
    }

    @Override
    public Bytes feed(byte[] bytes, int offset, int length) {
        currentReader().feed(bytes, offset, length);
        collected.add(bytes, offset, length);
        isTooLarge |= collected.length() > mostBytes;
        return isTooLarge ? sent(drain()) : Bytes.EMPTY;
    }

    /** A part of a document is of no use to the client. */
    @Override
    public Bytes release() {
        return Bytes.EMPTY;
    }

    @Override
    public ReplyRound endRound() {
        Reply reply = currentReader().finish();
        reader = null;
        lastReply = Optional.of(reply);
        Bytes document = drain();
        boolean isUsable = reply.ending() == Ending.COMPLETE || reply.ending() == Ending.INCOMPLETE;
        Optional<Overflow> overflow =
                isUsable ? Optional.empty() : RawObject.of(document).flatMap(overflows);
        ReplyRound round = rounds.round(reply, overflow, !isTooLarge);
        if (isUsable && !isTooLarge) {
            documents.add(document);
            hasLocalCalls |= !round.calls().isEmpty() || !round.cutCalls().isEmpty();
        } else {
            refused = document;
        }
        return round;
    }

    @Override
    public Bytes finish() {
        Bytes last = refused;
        if (last != null || documents.isEmpty()) {
            return last == null ? Bytes.EMPTY : sent(last);
        }
        if (documents.size() == 1 && !hasLocalCalls) {
            unchanged = lastReply;
            return documents.getFirst();
        }
        return sent(joiner.apply(documents.stream()
                .map(document -> RawObject.of(document).orElseThrow())
                .toList()));
    }

    @Override
    public Bytes fail(Bytes error) {
        return sent(error);
    }

    @Override
    public void noteSent(Bytes bytes) {
        sent(bytes);
    }

    @Override
    public Reply clientReply() {
        return unchanged.orElseGet(clientReader::finish);
    }

    private Bytes sent(Bytes bytes) {
        clientReader.feed(bytes.array(), bytes.offset(), bytes.length());
        return bytes;
    }

    private ReplyReader currentReader() {
        ReplyReader current = reader;
        if (current == null) {
            current = readers.get();
            reader = current;
            refused = null;
            isTooLarge = false;
        }
        return current;
    }

    private Bytes drain() {
        Bytes drained = collected.toBytes();
        collected = new JsonBuilder();
        return drained;
    }
}
