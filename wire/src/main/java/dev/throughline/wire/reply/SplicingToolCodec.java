package dev.throughline.wire.reply;

import dev.throughline.model.Bytes;
import dev.throughline.model.ItemKind;
import dev.throughline.model.Span;
import dev.throughline.wire.AnsweredRound;
import dev.throughline.wire.HiddenCalls;
import dev.throughline.wire.HiddenCalls.HiddenCall;
import dev.throughline.wire.HiddenCalls.HiddenRound;
import dev.throughline.wire.HiddenCalls.SeenItem;
import dev.throughline.wire.Item;
import dev.throughline.wire.LocalCall;
import dev.throughline.wire.LocalResult;
import dev.throughline.wire.LocalTool;
import dev.throughline.wire.LocalToolCodec;
import dev.throughline.wire.Overflow;
import dev.throughline.wire.Reply;
import dev.throughline.wire.Reply.Ending;
import dev.throughline.wire.ReplyReader;
import dev.throughline.wire.ReplyRound;
import dev.throughline.wire.ReplySplicer;
import dev.throughline.wire.Request;
import dev.throughline.wire.RequestChange;
import dev.throughline.wire.UnreadableException;
import dev.throughline.wire.json.JsonBuilder;
import dev.throughline.wire.json.RawObject;
import dev.throughline.wire.request.JsonWire.Itemiser;
import dev.throughline.wire.request.ReadableText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The common part of all dialects for tools that the gateway answers itself. */
public abstract class SplicingToolCodec implements LocalToolCodec {
    /** Finds the calls in the reply of a round. */
    @FunctionalInterface
    interface RoundReader {
        ReplyRound round(Reply reply, Optional<Overflow> overflow, boolean isWithheld);
    }

    /**
     * A call as the model wrote it.
     *
     * @param raw the block, item or entry that is the call
     * @param name the tool's name; empty if it cannot be a local tool
     */
    public record FoundCall(RawObject raw, String name, Optional<String> id, Optional<Bytes> arguments) {}

    private final Itemiser items;
    private final Supplier<StreamReader> streams;
    private final Supplier<ReplyReader> documents;
    private final Function<Predicate<RawObject>, EventSplicer> eventSplicers;
    private final BiFunction<List<RawObject>, Predicate<RawObject>, Bytes> joiner;

    /** {@code eventSplicers} and {@code joiner} are given a predicate that finds the calls of local tools. */
    protected SplicingToolCodec(
            Itemiser items,
            Supplier<StreamReader> streams,
            Supplier<ReplyReader> documents,
            Function<Predicate<RawObject>, EventSplicer> eventSplicers,
            BiFunction<List<RawObject>, Predicate<RawObject>, Bytes> joiner) {
        this.items = items;
        this.streams = streams;
        this.documents = documents;
        this.eventSplicers = eventSplicers;
        this.joiner = joiner;
    }

    /** A tool as a request declares it. */
    protected abstract Bytes tool(LocalTool tool);

    /** The block, item or message of a result. */
    protected abstract Bytes result(LocalCall call, LocalResult result);

    /** Whether tools of the gateway may be added to this request. */
    protected boolean mayAddTools(Request request) {
        return true;
    }

    /** The blocks, items or entries of a reply that may be calls. */
    protected abstract Stream<RawObject> blocks(Reply reply);

    /** The call that a block, item or entry is; empty if it is none that the client answers. */
    protected abstract Optional<FoundCall> call(RawObject block);

    /** The overflow that the body of an error, or of a reply that failed, reports. */
    protected abstract Optional<Overflow> overflow(RawObject body);

    /** {@link #restore} for an index that exists. */
    protected abstract List<RequestChange> restoreAt(Request request, int first, HiddenCalls hidden);

    /**
     * Adds tools after the last one of a request. The bytes before them do not change, so that cache markers and the
     * provider's cached prefix stay.
     */
    @Override
    public final List<RequestChange> addTools(Request request, List<LocalTool> tools) {
        if (request.tools().isEmpty() || tools.isEmpty() || !mayAddTools(request) || declaresAny(request, tools)) {
            return List.of();
        }
        JsonBuilder added = new JsonBuilder();
        tools.forEach(tool -> added.add(",").add(tool(tool)));
        int end = request.tools().getLast().end();
        return List.of(new RequestChange.Splice(new Span(end, end), added.toBytes()));
    }

    /** Whether the client declares a tool with one of these names; calls of it are then the client's. */
    private static boolean declaresAny(Request request, List<LocalTool> tools) {
        Set<String> names = tools.stream().map(LocalTool::name).collect(Collectors.toSet());
        return request.tools().stream()
                .flatMap(span -> RawObject.of(request.raw(span)).stream())
                .flatMap(tool ->
                        tool
                                .text("name")
                                .or(() -> tool.object("function").flatMap(function -> function.text("name")))
                                .stream())
                .anyMatch(names::contains);
    }

    @Override
    public final ReplySplicer splicer(Set<String> localNames, ReplyForm form) {
        Set<String> names = Set.copyOf(localNames);
        Predicate<RawObject> isLocal =
                block -> call(block).filter(call -> names.contains(call.name())).isPresent();
        RoundReader rounds = (reply, overflow, isWithheld) -> round(reply, names, overflow, isWithheld);
        if (form != ReplyForm.DOCUMENT) {
            boolean holdsHead = form == ReplyForm.STREAMED_HEAD_HELD;
            return new StreamSplicer(streams, rounds, this::overflow, eventSplicers.apply(isLocal), holdsHead);
        }
        return new DocumentSplicer(
                documents,
                rounds,
                this::overflow,
                replies -> joiner.apply(replies, isLocal),
                DocumentReader.MOST_BODY_BYTES);
    }

    private ReplyRound round(Reply reply, Set<String> localNames, Optional<Overflow> overflow, boolean isWithheld) {
        List<LocalCall> local = new ArrayList<>();
        List<Bytes> cut = new ArrayList<>();
        boolean hasClientCalls = false;
        for (FoundCall call :
                blocks(reply).flatMap(block -> call(block).stream()).toList()) {
            if (localNames.contains(call.name())) {
                local(call, reply.ending())
                        .ifPresentOrElse(local::add, () -> cut.add(call.raw().raw()));
            } else {
                hasClientCalls = true;
            }
        }
        return new ReplyRound(reply, local, cut, hasClientCalls, overflow, isWithheld);
    }

    /**
     * The call of a local tool; empty if its id or its arguments are missing, or if the reply stopped early and the
     * arguments are no whole object. In a complete reply the model itself wrote such arguments, and gets an error
     * as the result.
     */
    private static Optional<LocalCall> local(FoundCall call, Ending ending) {
        Optional<Bytes> whole = call.arguments()
                .filter(json -> ending == Ending.COMPLETE || RawObject.of(json).isPresent());
        return call.id()
                .filter(_ -> whole.isPresent())
                .map(id -> new LocalCall(
                        id, call.name(), whole.orElseThrow(), call.raw().raw()));
    }

    @Override
    public final Optional<Overflow> overflow(int status, Bytes body) {
        return Overflow.isPossibleStatus(status) ? RawObject.of(body).flatMap(this::overflow) : Optional.empty();
    }

    @Override
    public final List<RequestChange> restore(Request request, int first, HiddenCalls hidden) {
        if (first < 0 || first >= request.history().size()) {
            return List.of();
        }
        try {
            return restoreAt(request, first, hidden);
        } catch (UnreadableException e) {
            return List.of();
        }
    }

    /** The calls that the client did not see; empty if no call was answered or a reply cannot be read. */
    @Override
    public final Optional<HiddenCalls> hiddenCalls(List<AnsweredRound> rounds) {
        try {
            HiddenCalls hidden =
                    new HiddenCalls(rounds.stream().map(this::hiddenRound).toList());
            return Optional.of(hidden)
                    .filter(found -> found.rounds().stream()
                            .anyMatch(round -> !round.calls().isEmpty()));
        } catch (UnreadableException e) {
            return Optional.empty();
        }
    }

    private HiddenRound hiddenRound(AnsweredRound answered) {
        List<SeenItem> seen = new ArrayList<>();
        List<HiddenCall> calls = new ArrayList<>();
        separate(answered, seen, calls);
        return new HiddenRound(seen, calls, answered.round().isMixed());
    }

    /**
     * Separates what the client saw of a round from what it did not see. By default each call is an item of its own.
     */
    protected void separate(AnsweredRound answered, List<SeenItem> seen, List<HiddenCall> calls) {
        for (Bytes element : answered.round().reply().elements()) {
            for (Item item : items.itemise(element, new Span(0, element.length()))) {
                if (!isHidden(answered, element.slice(item.raw()), seen.size(), calls)) {
                    seen.add(new SeenItem(item.kind(), item.id(), length(element, item)));
                }
            }
        }
    }

    /** Whether this is a local call, which is then added with its result, if it has one. A cut call has none. */
    protected final boolean isHidden(AnsweredRound answered, Bytes raw, int after, List<HiddenCall> calls) {
        Optional<LocalCall> call = answered.round().calls().stream()
                .filter(local -> local.raw().equals(raw))
                .findFirst();
        call.flatMap(local -> result(answered, local))
                .ifPresent(result -> calls.add(new HiddenCall(after, raw, result)));
        return call.isPresent() || answered.round().cutCalls().contains(raw);
    }

    /** The results of a round, in the order of its calls. */
    protected final List<Bytes> results(AnsweredRound answered) {
        return answered.round().calls().stream()
                .flatMap(call -> result(answered, call).stream())
                .toList();
    }

    private Optional<Bytes> result(AnsweredRound answered, LocalCall call) {
        return answered.results().stream()
                .filter(result -> result.callId().equals(call.id()))
                .findFirst()
                .map(result -> result(call, result));
    }

    private int length(Bytes element, Item item) {
        if (item.kind() != ItemKind.ASSISTANT) {
            return 0;
        }
        String text = ReadableText.of(element, item.raw());
        return text.isBlank() ? 0 : text.length();
    }
}
