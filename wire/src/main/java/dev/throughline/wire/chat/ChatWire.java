package dev.throughline.wire.chat;

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
import java.util.regex.Pattern;

/** OpenAI Chat Completions: a history of messages, the system text among them. */
public final class ChatWire implements Wire {
    private static final RequestParser PARSER = new RequestParser(
            Dialect.CHAT,
            "messages",
            /* historyMayBeText= */ false,
            "",
            List.of("max_completion_tokens", "max_tokens"));

    /** Models that know the limit of a chat by its newer name alone. */
    private static final Pattern NEWER_MODELS = Pattern.compile("(?:o[0-9]|gpt-[5-9]).*");

    private final ItemEditor editor = new ChatItemEditor();
    private final LocalToolCodec localTools = new ChatToolCodec(this);

    @Override
    public Dialect dialect() {
        return Dialect.CHAT;
    }

    @Override
    public String path() {
        return "/v1/chat/completions";
    }

    @Override
    public Request decode(Bytes body) {
        return PARSER.parse(body);
    }

    @Override
    public List<Item> itemise(Bytes body, Span element) {
        return ChatItems.of(body, element);
    }

    @Override
    public String text(Bytes body, Item item) {
        return ReadableText.of(body, item.raw());
    }

    @Override
    public ReplyReader streamedReply() {
        return new ChatStreamReader();
    }

    @Override
    public ReplyReader wholeReply() {
        return new ChatDocumentReader();
    }

    @Override
    public List<Violation> validate(Request request) {
        return ChatValidator.check(request.body());
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
                .add(",\"stream\":true,\"stream_options\":{\"include_usage\":true}")
                .add(",\"messages\":[{\"role\":\"system\",\"content\":")
                .add(JsonBuilder.quoted(request.instructions()))
                .add("},{\"role\":\"user\",\"content\":")
                .add(JsonBuilder.quoted(request.input()))
                .add("}]");
        if (request.outputTokens() > 0) {
            boolean isNewer = NEWER_MODELS.matcher(request.model()).matches();
            body.member(
                    isNewer ? "max_completion_tokens" : "max_tokens",
                    Bytes.of(Integer.toString(request.outputTokens())));
        }
        return body.add("}").toBytes();
    }
}
