package dev.throughline.wire.request;

import dev.throughline.model.Bytes;
import dev.throughline.model.Span;
import dev.throughline.wire.DialectProfile;
import dev.throughline.wire.Item;
import dev.throughline.wire.ItemEditor;
import dev.throughline.wire.LocalReply;
import dev.throughline.wire.LocalToolCodec;
import dev.throughline.wire.NewRequest;
import dev.throughline.wire.ReplyReader;
import dev.throughline.wire.Request;
import dev.throughline.wire.Violation;
import dev.throughline.wire.Wire;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/** A dialect made of its parts. The components have the contracts of the {@link Wire} methods that call them. */
public record JsonWire(
        DialectProfile profile,
        RequestParser parser,
        Itemiser items,
        Supplier<? extends ReplyReader> streamReaders,
        Supplier<? extends ReplyReader> documentReaders,
        Function<Bytes, List<Violation>> validator,
        ErrorWriter errors,
        Function<NewRequest, Bytes> requestWriter,
        BiFunction<Request, LocalReply, Bytes> replyWriter,
        ItemEditor editor,
        LocalToolCodec localTools)
        implements Wire {
    /** Finds the items in one element of a body. */
    @FunctionalInterface
    public interface Itemiser {
        List<Item> itemise(Bytes body, Span element);
    }

    /** Writes the body of an error. */
    @FunctionalInterface
    public interface ErrorWriter {
        Bytes error(int status, String code, String message);
    }

    @Override
    public Request decode(Bytes body) {
        return parser.parse(body);
    }

    @Override
    public List<Item> itemise(Bytes body, Span element) {
        return items.itemise(body, element);
    }

    @Override
    public String text(Bytes body, Item item) {
        return ReadableText.of(body, item.raw());
    }

    @Override
    public ReplyReader streamedReply() {
        return streamReaders.get();
    }

    @Override
    public ReplyReader wholeReply() {
        return documentReaders.get();
    }

    @Override
    public List<Violation> validate(Request request) {
        return validator.apply(request.body());
    }

    @Override
    public Bytes error(int status, String code, String message) {
        return errors.error(status, code, message);
    }

    @Override
    public Bytes newRequest(NewRequest request) {
        return requestWriter.apply(request);
    }

    @Override
    public Bytes localReply(Request request, LocalReply reply) {
        return replyWriter.apply(request, reply);
    }
}
