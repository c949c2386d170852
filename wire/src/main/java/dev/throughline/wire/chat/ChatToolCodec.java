package dev.throughline.wire.chat;

import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.model.Span;
import dev.throughline.wire.AnsweredRound;
import dev.throughline.wire.HiddenCalls;
import dev.throughline.wire.HiddenCalls.HiddenCall;
import dev.throughline.wire.HiddenCalls.SeenItem;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Local tools in Chat. A request for several answers at once gets none, because several answers cannot be continued as
 * one. Of several choices the first one counts.
 *
 * <p>The client receives the texts of all rounds as one text. The hash and the length of each are stored: enough to
 * split the text again and to check that it is unchanged.
 */
final class ChatToolCodec extends SplicingToolCodec {
    /** The members that hold reasoning; the first one that is present counts. */
    private static final List<String> THOUGHTS = List.of("reasoning_content", "reasoning");

    ChatToolCodec() {
        super(ChatItems::of, ChatStreamReader::new, ChatDocuments::reader, ChatEventSplicer::new, ChatDocuments::join);
    }

    @Override
    protected Bytes tool(LocalTool tool) {
        return JsonBuilder.object()
                .with("type", "function")
                .with(
                        "function",
                        JsonBuilder.object(
                                "name", tool.name(), "description", tool.description(), "parameters", tool.schema()))
                .end();
    }

    /** The dialect has no field for a failure; the text contains it. */
    @Override
    protected Bytes result(LocalCall call, LocalResult result) {
        return JsonBuilder.object("role", "tool", "tool_call_id", result.callId(), "content", result.text());
    }

    @Override
    protected boolean mayAddTools(Request request) {
        return !request.hints().wantsSeveral();
    }

    @Override
    protected Stream<RawObject> blocks(Reply reply) {
        return message(reply).stream()
                .flatMap(message -> Stream.concat(
                        message.objects("tool_calls").stream(), message.object("function_call").stream()));
    }

    @Override
    protected Optional<FoundCall> call(RawObject entry) {
        Optional<RawObject> function = entry.object("function").or(() -> entry.object("custom"));
        Optional<String> arguments =
                function.flatMap(found -> found.text("arguments").or(() -> found.text("input")));
        String name = function.flatMap(found -> found.text("name")).orElse("");
        return Optional.of(new FoundCall(entry, name, entry.text("id"), arguments.map(Bytes::of)));
    }

    private static Optional<RawObject> message(Reply reply) {
        return reply.elements().stream().findFirst().flatMap(RawObject::of);
    }

    /** The entries of {@code tool_calls}. */
    static List<Member> calls(RawObject message) {
        return message.elements("tool_calls").orElse(List.of());
    }

    /**
     * Recognises a request that was too long in what OpenAI, or one of the many servers like it, answers.
     *
     * <pre>
     *   OpenAI      {"error":{"code":"context_length_exceeded","message":"This model's maximum context length is 8192
     *               tokens. However, your messages resulted in 9000 tokens. …"}}
     *   vLLM        {"object":"error","message":"This model's maximum context length is …","code":400}
     *   llama.cpp   {"error":{"type":"exceed_context_size_error","n_prompt_tokens":9000,"n_ctx":8192, …}}
     *   others      {"detail":"…"}
     * </pre>
     */
    @Override
    protected Optional<Overflow> overflow(RawObject body) {
        return OverflowMessages.in(body.object("error").orElse(body));
    }

    @Override
    public List<Bytes> continuation(AnsweredRound answered) {
        List<Bytes> elements = new ArrayList<>();
        message(answered.round().reply()).ifPresent(message -> elements.add(acceptable(message)));
        elements.addAll(results(answered));
        return elements;
    }

    /** A message as servers accept it back, without members that are null or empty. */
    private static Bytes acceptable(RawObject message) {
        JsonBuilder kept = new JsonBuilder().add("{");
        for (Member member : message.members()) {
            boolean isNothing = RawObject.first(member.raw()) == 'n'
                    || RawObject.elements(member.raw()).filter(List::isEmpty).isPresent();
            if (!isNothing || member.name().equals("content")) {
                kept.member(member.name(), member.raw());
            }
        }
        return kept.add("}").toBytes();
    }

    @Override
    protected void separate(AnsweredRound answered, List<SeenItem> seen, List<HiddenCall> hidden) {
        Optional<RawObject> message = message(answered.round().reply());
        message.flatMap(ChatToolCodec::thoughts)
                .flatMap(found -> RawObject.text(found.raw()))
                .ifPresent(text -> seen.add(seen(ItemKind.REASONING, text)));
        message.flatMap(found -> found.text("content"))
                .filter(text -> !text.isEmpty())
                .ifPresent(text -> seen.add(seen(ItemKind.ASSISTANT, text)));
        for (Member call : message.map(ChatToolCodec::calls).orElse(List.of())) {
            if (!isHidden(answered, call.raw(), seen.size(), hidden)) {
                seen.add(new SeenItem(ItemKind.TOOL_CALL, id(call.raw()), 0));
            }
        }
    }

    private static SeenItem seen(ItemKind kind, String text) {
        return new SeenItem(kind, Hash.of(text), text.length());
    }

    /** The member with the reasoning of a message; its value is a raw string. */
    static Optional<Member> thoughts(RawObject message) {
        return THOUGHTS.stream()
                .flatMap(name -> message.find(name).stream())
                .filter(member ->
                        RawObject.first(member.raw()) == '"' && member.raw().length() > 2)
                .findFirst();
    }

    /** The id of a call, independent of the message that contains it. */
    Hash id(Bytes call) {
        Bytes message = JsonBuilder.object("role", "assistant", "content", "-", "tool_calls", List.of(call));
        return ChatItems.of(message, new Span(0, message.length())).getLast().id();
    }

    @Override
    protected List<RequestChange> restoreAt(Request request, int first, HiddenCalls hidden) {
        return ChatCallRestorer.restore(request, first, this::id, hidden);
    }
}
