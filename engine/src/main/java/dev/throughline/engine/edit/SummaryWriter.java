package dev.throughline.engine.edit;

import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.engine.helper.AnswerSchema;
import dev.throughline.engine.helper.HelperModel;
import dev.throughline.engine.helper.HelperPrompt;
import dev.throughline.engine.helper.HelperQuestion;
import dev.throughline.engine.helper.TextResources;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Span;
import dev.throughline.model.text.TextCut;
import dev.throughline.wire.Request;
import dev.throughline.wire.RequestChange;
import dev.throughline.wire.json.Json;
import dev.throughline.wire.json.JsonBuilder;
import dev.throughline.wire.json.RawObject;
import dev.throughline.wire.request.RequestRewriter;
import dev.throughline.workingset.Chain;
import dev.throughline.workingset.PieceRange;
import dev.throughline.workingset.policy.Compact;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Asks the helper model for the summary of a range, in one of two ways.
 *
 * <p>The session's own model gets the session's own prompt, byte for byte as it was sent, up to the end of the range,
 * and one more message. The provider then reads nearly all of it from its cache and charges little for it:
 *
 * <pre>
 *   sent before   system  tools  u1  a c r  a c r
 *   asked now     system  tools  u1  a c r  a c r  [write down what you need to go on]
 * </pre>
 *
 * <p>If a request switches to a model with a smaller window, the previous model may be asked instead: the provider has
 * its prompt in the cache, and the prompt fits.
 *
 * <p>Any other model gets the range as a text, with long pieces cut.
 */
final class SummaryWriter {
    /** The maximum time for a summary. The helper model may have a lower limit. */
    static final Duration TIMEOUT = Duration.ofMinutes(3);

    private static final int OUTPUT_TOKENS = 8_192;

    /** The limits of a text for another model: of each piece, and of all pieces together. */
    private static final int PIECE_CHARACTERS = 2_000;

    private static final int TEXT_CHARACTERS = 300_000;

    private static final String SUMMARY = "<summary>";
    private static final String SUMMARY_END = "</summary>";
    private static final String ANALYSIS = "<analysis>";
    private static final String ANALYSIS_END = "</analysis>";

    private static final String INSTRUCTION = TextResources.text(SummaryWriter.class, "summary.md");

    private static final String WISHES = TextResources.text(SummaryWriter.class, "wishes.md");

    private final HelperModel helper;
    private final String transcript = TextResources.text(SummaryWriter.class, "transcript.md");
    private final AnswerSchema schema =
            new AnswerSchema(Bytes.of(TextResources.text(SummaryWriter.class, "summary.schema.json")));

    SummaryWriter(HelperModel helper) {
        this.helper = helper;
    }

    /**
     * A request for the summary of a range of nodes.
     *
     * @param continuation the session's own prompt, if the session's own model is asked
     * @param text the range as a text, if another model is asked
     * @param wishes what the user wants in the summary, as a part of the instruction; may be empty
     */
    record SummaryRequest(Hash first, Hash last, Optional<HelperPrompt> continuation, String text, String wishes) {
        /** Whether the prompt is continued by a model other than the one in the client's request. */
        boolean usesOtherModel(Request request) {
            return continuation
                    .filter(prompt -> !prompt.model().equals(request.model()))
                    .isPresent();
        }
    }

    /**
     * By which model a summary is written, and what the user wants in it.
     *
     * @param standing what the user wants in all summaries; may be empty
     * @param keep what the user wants in this one; may be empty
     */
    record SummaryWishes(String model, String standing, String keep) {
        /** The wishes as a part of an instruction, in a fence that they cannot close. */
        String text() {
            String all = (standing.strip() + "\n" + keep.strip()).strip();
            return all.isEmpty()
                    ? ""
                    : "\n\n" + WISHES.strip().replace("{wishes}", all.replace("</user_wishes", "<\\/user_wishes"));
        }
    }

    /** Creates a request while the session's lease is held. It is sent later, by {@link #write}. */
    SummaryRequest request(
            RecordedTurn recorded, LeasedEdit edit, EditInput input, PieceRange range, SummaryWishes wishes) {
        String model = wishes.model();
        Chain chain = input.policyInput().chain();
        Hash first = chain.piece(range.first()).node();
        Hash last = chain.piece(range.last()).node();
        if (!helper.usesSessionModel()) {
            return new SummaryRequest(first, last, Optional.empty(), text(chain, range), wishes.text());
        }
        int elements = chain.piece(range.last()).element() + 1;
        List<RequestChange> changes = edit.changes(input, input.log());
        Bytes instruction = recorded.turn()
                .wire()
                .editor()
                .lastMessage(input.request(), elements, INSTRUCTION.strip() + wishes.text());
        Bytes body = prompt(input.request(), changes, elements, model, instruction);
        HelperPrompt prompt = new HelperPrompt("summary", input.request().dialect(), model, body, TIMEOUT);
        return new SummaryRequest(first, last, Optional.of(prompt), "", wishes.text());
    }

    /** The first elements of the request with their edits applied, and the instruction to summarise them. */
    private static Bytes prompt(
            Request request, List<RequestChange> changes, int elements, String model, Bytes instruction) {
        List<RequestChange> all = new ArrayList<>();
        changes.stream().filter(change -> isBefore(change, elements)).forEach(all::add);
        if (!model.equals(request.model())) {
            modelChange(request, model).ifPresent(all::add);
        }
        for (int i = elements; i < request.history().size(); i++) {
            all.add(new RequestChange.Drop(i));
        }
        all.add(new RequestChange.InsertAfter(elements - 1, instruction));
        return RequestRewriter.apply(request, all);
    }

    private static Optional<RequestChange> modelChange(Request request, String model) {
        return RawObject.of(request.body())
                .flatMap(members -> members.raw("model"))
                .map(raw -> {
                    int start = raw.offset() - request.body().offset();
                    return new RequestChange.Splice(new Span(start, start + raw.length()), JsonBuilder.quoted(model));
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
            String part = "[" + chain.piece(i).kind().word() + "]\n" + cut(chain.readableText(i)) + "\n\n";
            characters += part.length();
            if (characters > TEXT_CHARACTERS) {
                break;
            }
            parts.addFirst(part);
        }
        return String.join("", parts);
    }

    private static String cut(String text) {
        int half = PIECE_CHARACTERS / 2;
        return text.length() <= PIECE_CHARACTERS
                ? text
                : text.substring(0, TextCut.before(text, half)) + "\n[…]\n"
                        + text.substring(TextCut.after(text, text.length() - half));
    }

    /** Asks for a summary and waits for it; empty if there is no usable answer. */
    Optional<Compact.Summary> write(SessionRef session, SummaryRequest request) {
        Optional<String> text = request.continuation()
                .map(prompt -> helper.continuePrompt(session, prompt).value().flatMap(SummaryWriter::tagged))
                .orElseGet(() -> helper.ask(session, question(request)).value());
        return text.map(String::strip)
                .filter(stripped -> !stripped.isEmpty())
                .map(stripped -> new Compact.Summary(request.first(), request.last(), stripped));
    }

    private HelperQuestion<String> question(SummaryRequest request) {
        return new HelperQuestion<>(
                "summary",
                transcript.strip() + request.wishes(),
                request.text(),
                schema,
                answer -> answer instanceof Json.Obj object
                        ? object.text("summary").orElse("")
                        : "",
                OUTPUT_TOKENS,
                TIMEOUT);
    }

    /** The text between the summary tags, without an analysis; empty if the tags are missing. */
    static Optional<String> tagged(String answer) {
        String text = withoutAnalysis(answer);
        int open = text.indexOf(SUMMARY);
        int end = text.lastIndexOf(SUMMARY_END);
        return open >= 0 && end >= open + SUMMARY.length()
                ? Optional.of(text.substring(open + SUMMARY.length(), end))
                : Optional.empty();
    }

    private static String withoutAnalysis(String answer) {
        StringBuilder text = new StringBuilder();
        int at = 0;
        int open = answer.indexOf(ANALYSIS);
        int end = open < 0 ? -1 : answer.indexOf(ANALYSIS_END, open);
        while (end >= 0) {
            text.append(answer, at, open);
            at = end + ANALYSIS_END.length();
            open = answer.indexOf(ANALYSIS, at);
            end = open < 0 ? -1 : answer.indexOf(ANALYSIS_END, open);
        }
        return text.append(answer, at, answer.length()).toString();
    }
}
