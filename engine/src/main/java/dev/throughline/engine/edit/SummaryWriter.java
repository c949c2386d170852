package dev.throughline.engine.edit;

import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.engine.helper.AnswerSchema;
import dev.throughline.engine.helper.HelperAnswer;
import dev.throughline.engine.helper.HelperModel;
import dev.throughline.engine.helper.HelperPrompt;
import dev.throughline.engine.helper.HelperQuestion;
import dev.throughline.engine.helper.TextResources;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Span;
import dev.throughline.wire.Request;
import dev.throughline.wire.RequestChange;
import dev.throughline.wire.Wire;
import dev.throughline.wire.json.Json;
import dev.throughline.wire.json.JsonBuilder;
import dev.throughline.wire.json.RawObject;
import dev.throughline.wire.request.RequestRewriter;
import dev.throughline.workingset.Chain;
import dev.throughline.workingset.PieceRange;
import dev.throughline.workingset.policy.Compact;
import dev.throughline.workingset.policy.PolicyInput;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Asks the helper model for the summary of a range, in one of two ways.
 *
 * <p>The session's own model gets the session's own prompt, byte for byte as it was sent, up to the end of the range,
 * and
 * one message of ours behind it. So the provider reads nearly all of it from its cache, and charges little for it:
 *
 * <pre>
 *   sent before   system  tools  u1  a c r  a c r
 *   asked now     system  tools  u1  a c r  a c r  [write down what you need to go on]
 * </pre>
 *
 * <p>When a request asks for another model with a smaller window, the one before it is asked: it has the prompt in its
 * cache, and room for it.
 *
 * <p>Any other model gets the range as a text, long pieces cut.
 */
final class SummaryWriter {
    /** How long one may take, if the helper model is not set to less. */
    static final Duration TIME = Duration.ofMinutes(3);

    private static final int OUTPUT_TOKENS = 8_192;

    /** Of a piece, and of all pieces together, in a text for another model. */
    private static final int PIECE_CHARACTERS = 2_000;

    private static final int MOST_CHARACTERS = 300_000;

    private static final String SUMMARY = "<summary>";
    private static final String SUMMARY_END = "</summary>";
    private static final String ANALYSIS = "<analysis>";
    private static final String ANALYSIS_END = "</analysis>";

    private static final String INSTRUCTION = TextResources.text(SummaryWriter.class, "summary.md");

    private final HelperModel helper;
    private final String transcript = TextResources.text(SummaryWriter.class, "transcript.md");
    private final AnswerSchema schema =
            new AnswerSchema(Bytes.of(TextResources.text(SummaryWriter.class, "summary.schema.json")));

    SummaryWriter(HelperModel helper) {
        this.helper = helper;
    }

    /** A summary to be asked for: of which nodes, and in which words. */
    record Order(Hash first, Hash last, Way way) {
        /** Whether another model goes on from the prompt than the one that the request asks for. */
        boolean isByOther(Request request) {
            return switch (way) {
                case Way.GoOn goOn -> !goOn.prompt().model().equals(request.model());
                case Way.Tell _ -> false;
            };
        }
    }

    /** How it is asked for. */
    sealed interface Way {
        record GoOn(HelperPrompt prompt) implements Way {}

        record Tell(String text) implements Way {}
    }

    /** A prompt, and the model that is to go on from it. */
    record Asking(Request request, Supplier<List<RequestChange>> changes, String model) {}

    /** Writes an order down while the session's lease is held; nothing is asked yet. */
    Order order(RecordedTurn recorded, PolicyInput input, PieceRange range, Asking asking) {
        Chain chain = input.chain();
        Way way = helper.usesSessionModel()
                ? new Way.GoOn(new HelperPrompt(
                        "summary",
                        asking.request().dialect(),
                        asking.model(),
                        prompt(
                                recorded.turn().wire(),
                                asking,
                                chain.piece(range.last()).element() + 1),
                        TIME))
                : new Way.Tell(text(chain, range));
        return new Order(
                chain.piece(range.first()).node(), chain.piece(range.last()).node(), way);
    }

    /** What would be sent of the first elements, and our message behind them. */
    private static Bytes prompt(Wire wire, Asking asking, int elements) {
        Request request = asking.request();
        List<RequestChange> all = new ArrayList<>();
        asking.changes().get().stream()
                .filter(change -> isBefore(change, elements))
                .forEach(all::add);
        model(asking).ifPresent(all::add);
        for (int i = elements; i < request.history().size(); i++) {
            all.add(new RequestChange.Drop(i));
        }
        all.add(new RequestChange.InsertAfter(elements - 1, wire.editor().lastMessage(request, elements, INSTRUCTION)));
        return RequestRewriter.apply(request, all);
    }

    /** What puts another model in the place of the one that a request asks for. */
    private static Optional<RequestChange> model(Asking asking) {
        Request request = asking.request();
        if (asking.model().equals(request.model())) {
            return Optional.empty();
        }
        return RawObject.of(request.body())
                .flatMap(members -> members.raw("model"))
                .map(raw -> {
                    int start = raw.offset() - request.body().offset();
                    return new RequestChange.Splice(
                            new Span(start, start + raw.length()), JsonBuilder.quoted(asking.model()));
                });
    }

    private static boolean isBefore(RequestChange change, int elements) {
        return switch (change) {
            case RequestChange.Drop drop -> drop.index() < elements;
            case RequestChange.ReplaceElement replace -> replace.index() < elements;
            case RequestChange.InsertAfter insert -> insert.index() < elements;
            case RequestChange.Splice _ -> true;
        };
    }

    private static String text(Chain chain, PieceRange range) {
        List<String> parts = new ArrayList<>();
        long characters = 0;
        for (int i = range.last(); i >= range.first(); i--) {
            String part = "[" + chain.piece(i).kind().word() + "]\n" + brief(chain.readableText(i)) + "\n\n";
            characters += part.length();
            if (characters > MOST_CHARACTERS) {
                break;
            }
            parts.addFirst(part);
        }
        return String.join("", parts);
    }

    private static String brief(String text) {
        int half = PIECE_CHARACTERS / 2;
        return text.length() <= PIECE_CHARACTERS
                ? text
                : text.substring(0, half) + "\n[…]\n" + text.substring(text.length() - half);
    }

    /** Asks, and waits; nothing if there is no answer that could be used. */
    Optional<Compact.Summary> write(SessionRef session, Order order) {
        Optional<String> text =
                switch (order.way()) {
                    case Way.GoOn goOn ->
                        helper.continuePrompt(session, goOn.prompt()).value().flatMap(SummaryWriter::kept);
                    case Way.Tell tell -> asked(session, tell.text()).value();
                };
        return text.map(String::strip)
                .filter(plain -> !plain.isEmpty())
                .map(plain -> new Compact.Summary(order.first(), order.last(), plain));
    }

    private HelperAnswer<String> asked(SessionRef session, String text) {
        return helper.ask(
                session,
                new HelperQuestion<>("summary", transcript, text, schema, SummaryWriter::summary, OUTPUT_TOKENS, TIME));
    }

    private static String summary(Json answer) {
        return answer instanceof Json.Obj object ? object.text("summary").orElse("") : "";
    }

    /** What stands between the tags; an answer without them is about something else. */
    static Optional<String> kept(String answer) {
        String said = withoutAnalysis(answer);
        int open = said.indexOf(SUMMARY);
        int end = said.lastIndexOf(SUMMARY_END);
        return open >= 0 && end >= open + SUMMARY.length()
                ? Optional.of(said.substring(open + SUMMARY.length(), end))
                : Optional.empty();
    }

    private static String withoutAnalysis(String answer) {
        StringBuilder said = new StringBuilder();
        int at = 0;
        int open = answer.indexOf(ANALYSIS);
        int end = open < 0 ? -1 : answer.indexOf(ANALYSIS_END, open);
        while (end >= 0) {
            said.append(answer, at, open);
            at = end + ANALYSIS_END.length();
            open = answer.indexOf(ANALYSIS, at);
            end = open < 0 ? -1 : answer.indexOf(ANALYSIS_END, open);
        }
        return said.append(answer, at, answer.length()).toString();
    }
}
