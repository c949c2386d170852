package dev.throughline.wire.reply;

import dev.throughline.model.Bytes;
import dev.throughline.wire.Overflow;
import dev.throughline.wire.Reply;
import dev.throughline.wire.Reply.Ending;
import dev.throughline.wire.ReplyReader;
import dev.throughline.wire.ReplyRound;
import dev.throughline.wire.ReplySplicer;
import dev.throughline.wire.json.JsonBuilder;
import dev.throughline.wire.json.RawObject;
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
    /** Makes one document of several, each of which was read as a reply that did not fail. */
    public interface DocumentJoiner {
        Bytes join(List<RawObject> documents);
    }

    private final Supplier<ReplyReader> readers;
    private final Function<Reply, FoundCalls> calls;
    private final DocumentJoiner joiner;
    private final Function<Bytes, Optional<Overflow>> overflows;
    private final int mostBytes;
    private final List<Bytes> documents = new ArrayList<>();
    private final ReplyReader clientReader;
    private @Nullable Bytes refused;
    private Optional<Reply> lastReply = Optional.empty();
    private Optional<Reply> unchanged = Optional.empty();
    private @Nullable ReplyReader reader;
    private JsonBuilder gathered = new JsonBuilder();
    private boolean isTooLarge;
    private boolean hasLocalCalls;

    /** {@code overflows} finds the overflow that a document reports. */
    public DocumentSplicer(
            Supplier<ReplyReader> readers,
            Function<Reply, FoundCalls> calls,
            DocumentJoiner joiner,
            Function<Bytes, Optional<Overflow>> overflows) {
        this(readers, calls, joiner, overflows, DocumentReader.MOST_BODY_BYTES);
    }

    DocumentSplicer(
            Supplier<ReplyReader> readers,
            Function<Reply, FoundCalls> calls,
            DocumentJoiner joiner,
            Function<Bytes, Optional<Overflow>> overflows,
            int mostBytes) {
        this.readers = readers;
        this.calls = calls;
        this.joiner = joiner;
        this.overflows = overflows;
        this.mostBytes = mostBytes;
        this.clientReader = readers.get();
    }

    @Override
    public Bytes feed(byte[] bytes, int offset, int length) {
        currentReader().feed(bytes, offset, length);
        gathered.add(bytes, offset, length);
        isTooLarge |= gathered.length() > mostBytes;
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
        FoundCalls found = calls.apply(reply);
        boolean isUsable = reply.ending() == Ending.COMPLETE || reply.ending() == Ending.INCOMPLETE;
        Optional<Overflow> overflow = isUsable ? Optional.empty() : overflows.apply(document);
        if (isUsable && !isTooLarge) {
            documents.add(document);
            hasLocalCalls |= !found.local().isEmpty();
        } else {
            refused = document;
        }
        return new ReplyRound(reply, found.local(), found.hasClientCalls(), overflow, !isTooLarge);
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
        return sent(joiner.join(documents.stream()
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
        Bytes drained = gathered.toBytes();
        gathered = new JsonBuilder();
        return drained;
    }
}
