package dev.throughline.wire.responses;

import dev.throughline.model.Bytes;
import dev.throughline.wire.AnsweredRound;
import dev.throughline.wire.HiddenCalls;
import dev.throughline.wire.HiddenCalls.HiddenCall;
import dev.throughline.wire.HiddenCalls.HiddenRound;
import dev.throughline.wire.Item;
import dev.throughline.wire.LocalCall;
import dev.throughline.wire.LocalResult;
import dev.throughline.wire.LocalTool;
import dev.throughline.wire.Overflow;
import dev.throughline.wire.Reply;
import dev.throughline.wire.Request;
import dev.throughline.wire.RequestChange;
import dev.throughline.wire.json.JsonBuilder;
import dev.throughline.wire.json.RawObject;
import dev.throughline.wire.reply.OverflowMessages;
import dev.throughline.wire.reply.SplicingToolCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Local tools in Responses. A local tool is called as a function; a model that calls it as a custom tool is answered in
 * that kind. Codex declares the tools of its newest models in the first item of the input; such a request has no
 * {@code tools} of its own, and none are added.
 */
final class ResponsesToolCodec extends SplicingToolCodec {
    private static final String CUSTOM = "custom_tool_call";

    ResponsesToolCodec() {
        super(
                ResponsesItems::of,
                ResponsesStreamReader::new,
                ResponsesDocuments::reader,
                ResponsesEventSplicer::new,
                ResponsesDocuments::join);
    }

    @Override
    protected Bytes tool(LocalTool tool) {
        return JsonBuilder.object()
                .with("type", "function")
                .with("name", tool.name())
                .with("description", tool.description())
                .with("parameters", tool.schema())
                .with("strict", false)
                .end();
    }

    /** A result of the kind of its call. The dialect has no field for a failure; the text contains it. */
    @Override
    protected Bytes result(LocalCall call, LocalResult result) {
        boolean isCustom =
                RawObject.of(call.raw()).filter(item -> item.is("type", CUSTOM)).isPresent();
        return JsonBuilder.object()
                .with("type", isCustom ? "custom_tool_call_output" : "function_call_output")
                .with("call_id", result.callId())
                .with("output", result.text())
                .end();
    }

    /**
     * Not if the provider stores the response: the next request may then refer to it instead of sending its history,
     * and the provider would refuse it because a local call has no result.
     */
    @Override
    protected boolean mayAddTools(Request request) {
        return request.hints().isNotStored();
    }

    @Override
    protected Stream<RawObject> blocks(Reply reply) {
        return reply.elements().stream().flatMap(raw -> RawObject.of(raw).stream());
    }

    /** A name within a namespace is not that of a local tool. */
    @Override
    protected Optional<FoundCall> call(RawObject item) {
        String type = item.type();
        if (!ResponsesItems.ANSWERED_CALLS.contains(type)) {
            return Optional.empty();
        }
        boolean mayBeLocal = (type.equals("function_call") || type.equals(CUSTOM)) && !item.has("namespace");
        String name = mayBeLocal ? item.text("name").orElse("") : "";
        Optional<String> arguments = item.text("arguments").or(() -> item.text("input"));
        return Optional.of(new FoundCall(item, name, item.text("call_id"), arguments.map(Bytes::of)));
    }

    /**
     * Recognises a request that was too long in what OpenAI, or a server like it, answers.
     *
     * <pre>
     *   HTTP 400   {"error":{"code":"context_length_exceeded","message":"Your input exceeds the context window …"}}
     *   event      {"type":"response.failed","response":{"error":{"code":"context_length_exceeded","message":…}}}
     *   event      {"type":"error","code":"context_length_exceeded","message":…}
     * </pre>
     */
    @Override
    protected Optional<Overflow> overflow(RawObject body) {
        return OverflowMessages.in(body.object("response")
                .flatMap(response -> response.object("error"))
                .or(() -> body.object("error"))
                .orElse(body));
    }

    @Override
    public List<Bytes> continuation(AnsweredRound answered) {
        List<Bytes> elements = new ArrayList<>(answered.round().reply().elements());
        elements.addAll(results(answered));
        return elements;
    }

    /**
     * Every item is an element here, so the client's elements do not change; calls are where the model wrote them, and
     * their outputs after the last item of the round.
     *
     * <pre>
     *   client    A,                    B, call c,            output c
     *   sent      A, local, output,     B, local 2, call c, output 2,   output c
     * </pre>
     */
    @Override
    protected List<RequestChange> restoreAt(Request request, int first, HiddenCalls hidden) {
        // Each call may be followed by its output, so twice as many items as were seen are enough.
        int end = Math.min(request.history().size(), first + 2 * hidden.seen().size());
        List<Item> items = request.history().subList(first, end).stream()
                .map(element -> ResponsesItems.of(request.body(), element).getFirst())
                .toList();
        return hidden.places(items)
                .map(places -> restored(first, places, hidden))
                .orElse(List.of());
    }

    private static List<RequestChange> restored(int first, List<Integer> places, HiddenCalls hidden) {
        List<RequestChange> changes = new ArrayList<>();
        int from = 0;
        for (HiddenRound round : hidden.rounds()) {
            for (HiddenCall call : round.calls()) {
                changes.add(new RequestChange.InsertAfter(first + last(places, from + call.after()), call.call()));
            }
            from += round.seen().size();
            for (HiddenCall call : round.calls()) {
                changes.add(new RequestChange.InsertAfter(first + last(places, from), call.result()));
            }
        }
        return changes;
    }

    /** The index of the last item that exists among the first {@code count} items that the client saw. */
    private static int last(List<Integer> places, int count) {
        return places.subList(0, Math.min(count, places.size())).stream().reduce(-1, Math::max);
    }
}
