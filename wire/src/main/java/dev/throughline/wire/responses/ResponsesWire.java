package dev.throughline.wire.responses;

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

/** OpenAI Responses: a history of typed items under {@code input}, instructions beside it. */
public final class ResponsesWire implements Wire {
    private static final RequestParser PARSER = new RequestParser(
            Dialect.RESPONSES, "input", /* historyMayBeText= */ true, "instructions", List.of("max_output_tokens"));

    private final ItemEditor editor = new ResponsesItemEditor();
    private final LocalToolCodec localTools = new ResponsesToolCodec(this);

    @Override
    public Dialect dialect() {
        return Dialect.RESPONSES;
    }

    @Override
    public String path() {
        return "/v1/responses";
    }

    @Override
    public Request decode(Bytes body) {
        return PARSER.parse(body);
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
        return new ResponsesStreamReader();
    }

    @Override
    public ReplyReader wholeReply() {
        return new ResponsesDocumentReader();
    }

    @Override
    public List<Violation> validate(Request request) {
        return ResponsesValidator.check(request.body());
    }

    @Override
    public LocalToolCodec localTools() {
        return localTools;
    }

    @Override
    public Bytes error(int status, String code, String message) {
        return ErrorBody.openai(status, code, message);
    }

    @Override
    public ItemEditor editor() {
        return editor;
    }

    @Override
    public Bytes newRequest(NewRequest request) {
        JsonBuilder body = new JsonBuilder()
                .add("{")
                .member("model", JsonBuilder.quoted(request.model()))
                .add(",\"stream\":true,\"store\":false")
                .member("instructions", JsonBuilder.quoted(request.instructions()))
                .add(
                        ",\"input\":[{\"type\":\"message\",\"role\":\"user\",\"content\":[{\"type\":\"input_text\",\"text\":")
                .add(JsonBuilder.quoted(request.input()))
                .add("}]}]");
        if (request.outputTokens() > 0) {
            body.member("max_output_tokens", Bytes.of(Integer.toString(request.outputTokens())));
        }
        return body.add("}").toBytes();
    }
}
