package dev.throughline.wire.responses;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.model.Span;
import dev.throughline.wire.Item;
import dev.throughline.wire.ReplyReader;
import dev.throughline.wire.Request;
import dev.throughline.wire.Violation;
import dev.throughline.wire.Wire;
import dev.throughline.wire.json.Decoder;
import dev.throughline.wire.json.ErrorBody;
import dev.throughline.wire.json.ReadableText;
import dev.throughline.wire.wording.Wording;
import java.util.List;
import java.util.function.Supplier;

/** OpenAI Responses: a history of typed items under {@code input}, instructions beside it. */
public final class ResponsesWire implements Wire {
    /** The names of a request's parts in this dialect. */
    public static final Decoder PARTS =
            new Decoder(Dialect.RESPONSES, "input", "instructions", List.of("max_output_tokens"));

    private static final Wording WORDING = new ResponsesWording();

    private final Supplier<ReplyReader> streamed;
    private final Supplier<ReplyReader> whole;

    /** A wire that makes its readers of replies with these. */
    public ResponsesWire(Supplier<ReplyReader> streamed, Supplier<ReplyReader> whole) {
        this.streamed = streamed;
        this.whole = whole;
    }

    @Override
    public Dialect dialect() {
        return Dialect.RESPONSES;
    }

    @Override
    public Request decode(Bytes body) {
        return PARTS.decode(body);
    }

    @Override
    public List<Item> itemise(Bytes body, Span element) {
        return ResponsesItems.of(body, element);
    }

    @Override
    public String text(Bytes body, Item item) {
        return ReadableText.of(body, item.raw());
    }

    @Override
    public ReplyReader streamedReply() {
        return streamed.get();
    }

    @Override
    public ReplyReader wholeReply() {
        return whole.get();
    }

    @Override
    public List<Violation> validate(Request request) {
        return ResponsesShape.check(request.body());
    }

    @Override
    public Bytes error(int status, String code, String message) {
        return ErrorBody.openai(status, code, message);
    }

    @Override
    public Wording wording() {
        return WORDING;
    }
}
