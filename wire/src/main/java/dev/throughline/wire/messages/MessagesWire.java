package dev.throughline.wire.messages;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.model.Span;
import dev.throughline.wire.Item;
import dev.throughline.wire.ItemEditor;
import dev.throughline.wire.LocalToolCodec;
import dev.throughline.wire.NewRequest;
import dev.throughline.wire.ReplyReader;
import dev.throughline.wire.Request;
import dev.throughline.wire.Violation;
import dev.throughline.wire.Wire;
import dev.throughline.wire.json.JsonBuilder;
import dev.throughline.wire.reply.ErrorBody;
import dev.throughline.wire.request.ReadableText;
import dev.throughline.wire.request.RequestParser;
import java.util.List;
import java.util.Map;

/** Anthropic Messages: a history of messages made of blocks, system text beside it. */
public final class MessagesWire implements Wire {
    private static final RequestParser PARSER = new RequestParser(
            Dialect.MESSAGES, "messages", /* historyMayBeText= */ false, "system", List.of("max_tokens"));

    /** Messages wants a limit; this is one that every model allows. */
    private static final int USUAL_OUTPUT_TOKENS = 4_096;

    private final ItemEditor editor = new MessagesItemEditor();
    private final LocalToolCodec localTools = new MessagesToolCodec(this);

    @Override
    public Dialect dialect() {
        return Dialect.MESSAGES;
    }

    @Override
    public String path() {
        return "/v1/messages";
    }

    @Override
    public Map<String, String> headers() {
        return Map.of("anthropic-version", "2023-06-01");
    }

    @Override
    public Request decode(Bytes body) {
        return PARSER.parse(body);
    }

    @Override
    public List<Item> itemise(Bytes body, Span element) {
        return MessagesItems.of(body, element);
    }

    @Override
    public String text(Bytes body, Item item) {
        return ReadableText.of(body, item.raw());
    }

    @Override
    public ReplyReader streamedReply() {
        return new MessagesStreamReader();
    }

    @Override
    public ReplyReader wholeReply() {
        return new MessagesDocumentReader();
    }

    @Override
    public List<Violation> validate(Request request) {
        return MessagesValidator.check(request.body());
    }

    @Override
    public LocalToolCodec localTools() {
        return localTools;
    }

    @Override
    public Bytes error(int status, String code, String message) {
        return ErrorBody.anthropic(status, message);
    }

    @Override
    public ItemEditor editor() {
        return editor;
    }

    @Override
    public Bytes newRequest(NewRequest request) {
        int limit = request.outputTokens() > 0 ? request.outputTokens() : USUAL_OUTPUT_TOKENS;
        return new JsonBuilder()
                .add("{")
                .member("model", JsonBuilder.quoted(request.model()))
                .add(",\"stream\":true,\"max_tokens\":" + limit)
                .member("system", JsonBuilder.quoted(request.instructions()))
                .add(",\"messages\":[{\"role\":\"user\",\"content\":")
                .add(JsonBuilder.quoted(request.input()))
                .add("}]}")
                .toBytes();
    }
}
