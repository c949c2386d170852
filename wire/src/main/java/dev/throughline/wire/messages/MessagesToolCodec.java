package dev.throughline.wire.messages;

import dev.throughline.model.Bytes;
import dev.throughline.wire.AnsweredRound;
import dev.throughline.wire.HiddenCalls;
import dev.throughline.wire.LocalCall;
import dev.throughline.wire.LocalResult;
import dev.throughline.wire.LocalTool;
import dev.throughline.wire.Overflow;
import dev.throughline.wire.Reply;
import dev.throughline.wire.Request;
import dev.throughline.wire.RequestChange;
import dev.throughline.wire.json.JsonBuilder;
import dev.throughline.wire.json.RawObject;
import dev.throughline.wire.json.RawObject.Member;
import dev.throughline.wire.reply.OverflowMessages;
import dev.throughline.wire.reply.SplicingToolCodec;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Local tools in Messages: a call is a block of the assistant's message, a result a block of the user's next one. */
final class MessagesToolCodec extends SplicingToolCodec {
    /** The provider refuses a failed result without content. */
    private static final String NO_MESSAGE = "failed";

    MessagesToolCodec() {
        super(
                MessagesItems::of,
                MessagesStreamReader::new,
                MessagesDocuments::reader,
                MessagesEventSplicer::new,
                MessagesDocuments::join);
    }

    @Override
    protected Bytes tool(LocalTool tool) {
        return JsonBuilder.object(
                "name", tool.name(), "description", tool.description(), "input_schema", tool.schema());
    }

    @Override
    protected Bytes result(LocalCall call, LocalResult result) {
        boolean isEmptyError = result.isError() && result.text().isBlank();
        Optional<Boolean> error = result.isError() ? Optional.of(true) : Optional.empty();
        return JsonBuilder.object()
                .with("type", "tool_result")
                .with("tool_use_id", result.callId())
                .with("content", isEmptyError ? NO_MESSAGE : result.text())
                .with("is_error", error)
                .end();
    }

    @Override
    protected Stream<RawObject> blocks(Reply reply) {
        return members(reply).flatMap(block -> block.object().stream());
    }

    /** The blocks of the model's output. */
    private static Stream<Member> members(Reply reply) {
        return reply.elements().stream()
                .flatMap(element -> RawObject.of(element).stream())
                .flatMap(message -> message.elements("content").stream())
                .flatMap(List::stream);
    }

    static boolean isCall(RawObject block) {
        return block.is("type", "tool_use");
    }

    @Override
    protected Optional<FoundCall> call(RawObject block) {
        Optional<Bytes> input = block.raw("input").filter(value -> RawObject.first(value) == '{');
        return isCall(block)
                ? Optional.of(new FoundCall(block, block.text("name").orElse(""), block.text("id"), input))
                : Optional.empty();
    }

    /**
     * Recognises a request that was too long in what Anthropic, or a server like it, answers.
     *
     * <pre>
     *   {"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 210000 tokens > 200000
     *   maximum"}}
     *   … "input length and `max_tokens` exceed context limit: 180000 + 32000 > 200000, decrease …"
     * </pre>
     *
     * <p>The shape has no code for it, only the message.
     */
    @Override
    protected Optional<Overflow> overflow(RawObject body) {
        return body.object("error")
                .filter(error -> !error.is("type", "rate_limit_error"))
                .flatMap(error -> error.text("message"))
                .flatMap(OverflowMessages::in);
    }

    @Override
    public List<Bytes> continuation(AnsweredRound answered) {
        List<Bytes> blocks = members(answered.round().reply())
                .filter(block ->
                        block.object().filter(MessagesToolCodec::isBlank).isEmpty())
                .map(Member::raw)
                .toList();
        return List.of(MessagesStreamReader.message(JsonBuilder.array(blocks)), user(results(answered)));
    }

    /** The provider sends blank text blocks but does not accept them. */
    private static boolean isBlank(RawObject block) {
        return block.is("type", "text") && block.text("text").orElse("").isBlank();
    }

    /** A message of the user that holds these results. */
    static Bytes user(List<Bytes> results) {
        return JsonBuilder.object("role", "user", "content", results);
    }

    @Override
    protected List<RequestChange> restoreAt(Request request, int first, HiddenCalls hidden) {
        return MessagesCallRestorer.restore(
                request,
                first,
                MessagesItems.of(request.body(), request.history().get(first)),
                hidden);
    }
}
