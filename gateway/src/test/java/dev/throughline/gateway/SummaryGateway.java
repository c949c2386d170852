package dev.throughline.gateway;

import dev.throughline.engine.archive.Archive;
import dev.throughline.engine.archive.ArchivedEntry;
import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.edit.EditFigures;
import dev.throughline.engine.edit.LearnedWindows;
import dev.throughline.engine.edit.PolicyRules;
import dev.throughline.engine.edit.PromptEditor;
import dev.throughline.engine.edit.SessionState;
import dev.throughline.engine.helper.CircuitBreaker;
import dev.throughline.engine.helper.HelperAllowance;
import dev.throughline.engine.helper.HelperListener;
import dev.throughline.engine.helper.HelperModel;
import dev.throughline.engine.helper.LimitedHelperModel;
import dev.throughline.engine.helper.SessionCaller;
import dev.throughline.engine.helper.SessionCallers;
import dev.throughline.engine.session.AgentMarkers;
import dev.throughline.engine.turn.TurnEvent;
import dev.throughline.engine.turn.TurnListener;
import dev.throughline.gateway.upstream.HelperHttpClient;
import dev.throughline.gateway.upstream.TestProviders;
import dev.throughline.model.ItemKind;
import dev.throughline.model.SessionRef;
import dev.throughline.simulator.answer.Answer;
import dev.throughline.simulator.server.ModelRequest;
import dev.throughline.simulator.server.ReceivedRequest;
import dev.throughline.store.file.FileStore;
import dev.throughline.store.file.FileStoreLimits;
import dev.throughline.wire.dialects.Dialects;
import dev.throughline.workingset.budget.ModelWindows;
import dev.throughline.workingset.policy.Compact;
import dev.throughline.workingset.policy.CompactSettings;
import dev.throughline.workingset.policy.Retention;
import dev.throughline.workingset.price.PriceTable;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * A session of a model with a small window under the policy compact, whose results grow until it is full. Requests that
 * carry the helper header get a separate answer.
 */
final class SummaryGateway implements AutoCloseable {
    static final String SECRET = "sk-very-secret-0123456789";
    static final String HELPER_HEADER = "x-throughline-helper";

    /** Which helper model writes the summaries. */
    enum HelperKind {
        NONE,
        SESSION,
        PROVIDER,
        UNREACHABLE
    }

    /** How the gateway is set up. */
    record Plan(Path home, HelperKind helper, Function<ModelRequest, Answer> answer, boolean isAhead) {}

    private final CompletableFuture<PromptEditor> editing = new CompletableFuture<>();
    private final CompletableFuture<HelperHttpClient> calls = new CompletableFuture<>();
    private final SessionCallers callers = new SessionCallers();
    private final FileStore store;
    private final Plan plan;
    final TurnGateway turns;
    private final List<String> history = new ArrayList<>();
    final List<String> answers = new ArrayList<>();

    /** The model that the agent asks for. */
    String model = "tiny-1";

    /** The session notes, and how many results they cover; a negative number counts from the newest. */
    private final Optional<Noted> noted;

    record Noted(String text, int results) {}

    SummaryGateway(Plan plan) {
        this(plan, Optional.empty());
    }

    SummaryGateway(Plan plan, Optional<Noted> noted) {
        this.plan = plan;
        this.noted = noted;
        this.store = new FileStore(plan.home(), Clock.systemUTC(), FileStoreLimits.DEFAULTS);
        this.turns = new TurnGateway(
                this::answer,
                new TurnGateway.Parts(
                        store,
                        Dialects::of,
                        plan.isAhead() ? List.of(ahead()) : List.of(),
                        archive -> Optional.of(editing(archive)),
                        TurnGateway.NO_TOOLS,
                        Optional.of(callers)));
        calls.complete(new HelperHttpClient(
                plan.helper() == HelperKind.UNREACHABLE
                        ? TestProviders.at("http://127.0.0.1:1")
                        : TestProviders.at(turns.model.url())));
        history.add("{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"Read all the files, please.\"}]}");
    }

    /** Continues with the history of another gateway. */
    void resume(SummaryGateway before) {
        history.clear();
        history.addAll(before.history);
    }

    private TurnListener ahead() {
        return event -> {
            if (event instanceof TurnEvent.Finished finished) {
                finished.recorded().ifPresent(recorded -> editing.join().prepare(recorded));
            }
        };
    }

    private Answer answer(ModelRequest asked) {
        return asked.received().headers().has(HELPER_HEADER)
                ? plan.answer().apply(asked)
                : Answer.text("answer " + asked.received().body().length());
    }

    private PromptEditor editing(Archive archive) {
        PromptEditor editor = new PromptEditor(
                archive,
                new PromptEditor.EditSettings(
                        PolicyRules.always("compact", new Compact(CompactSettings.DEFAULT, Retention.DEFAULT)),
                        new ModelWindows(Map.of("tiny", 12_000L, "large", 60_000L)),
                        new PriceTable(Map.of()),
                        List::of,
                        OptionalLong.empty(),
                        LearnedWindows.inMemory(),
                        EditFigures.DEFAULT),
                new NotedState(),
                new AgentMarkers(List.of()),
                helper());
        editing.complete(editor);
        return editor;
    }

    private final class NotedState implements SessionState {
        @Override
        public Optional<String> block(StateRequest request) {
            return Optional.empty();
        }

        @Override
        public Optional<Notes> notes(SessionRef session) {
            List<Entry.Node> results = store.entries(session, 0, 10_000).items().stream()
                    .map(ArchivedEntry::entry)
                    .filter(Entry.Node.class::isInstance)
                    .map(Entry.Node.class::cast)
                    .filter(node -> node.kind() == ItemKind.TOOL_RESULT)
                    .toList();
            return noted.flatMap(one -> results.stream()
                    .skip(one.results() > 0 ? one.results() - 1 : Math.max(0, results.size() - 1 + one.results()))
                    .findFirst()
                    .map(node -> new Notes(one.text(), node.id())));
        }
    }

    private HelperModel helper() {
        Clock clock = Clock.systemUTC();
        boolean isOwn = plan.helper() != HelperKind.PROVIDER;
        return plan.helper() == HelperKind.NONE
                ? HelperModel.NONE
                : new LimitedHelperModel(new LimitedHelperModel.HelperServices(
                        request -> calls.join().send(request),
                        Dialects::of,
                        this::caller,
                        isOwn,
                        new HelperAllowance(clock, Long.MAX_VALUE, Long.MAX_VALUE),
                        Optional.empty(),
                        new CircuitBreaker(clock),
                        HelperListener.NONE,
                        Duration.ofSeconds(2),
                        clock));
    }

    private Optional<SessionCaller> caller(SessionRef session) {
        return callers.of(session);
    }

    /** The agent reads another file of this length and sends the next request. */
    HttpResponse<String> read(int characters) {
        int number = history.size();
        history.add("{\"role\":\"assistant\",\"content\":[{\"type\":\"tool_use\",\"id\":\"toolu_" + number
                + "\",\"name\":\"Read\",\"input\":{\"file_path\":\"/src/File" + number + ".java\"}}]}");
        return ask("{\"role\":\"user\",\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\"toolu_" + number
                + "\",\"content\":\"" + filler(number, characters) + "\"@}]}");
    }

    /** Only the last element has the client's cache marker. */
    private HttpResponse<String> ask(String last) {
        List<String> elements = new ArrayList<>(history);
        elements.add(last.replace("@", ",\"cache_control\":{\"type\":\"ephemeral\"}"));
        history.add(last.replace("@", ""));
        String body = "{\"model\":\"" + model
                + "\",\"max_tokens\":1000,\"stream\":true,\"system\":[{\"type\":\"text\",\"text\":\""
                + filler(0, 3_000) + "\"}],\"tools\":[{\"name\":\"Read\",\"description\":\"Reads a file.\","
                + "\"input_schema\":{\"type\":\"object\",\"properties\":{\"file_path\":{\"type\":\"string\"}}}}],"
                + "\"messages\":[" + String.join(",", elements) + "]}";
        HttpResponse<String> reply = turns.post(
                "/v1/messages", body, "x-api-key", SECRET, "anthropic-version", "2023-06-01", "x-session-id", "one");
        answers.add(reply.statusCode() + " " + reply.body());
        return reply;
    }

    private static String filler(int seed, int characters) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; text.length() < characters; i++) {
            text.append("word").append(seed * 7_919 + i).append(' ');
        }
        return text.substring(0, characters);
    }

    List<ReceivedRequest> questions() {
        return turns.model.received().stream()
                .filter(one -> one.headers().has(HELPER_HEADER))
                .toList();
    }

    /** The bodies of the client's own turns, as the provider received them. */
    List<String> turns() {
        return turns.model.received().stream()
                .filter(one -> !one.headers().has(HELPER_HEADER))
                .map(one -> one.body().utf8())
                .toList();
    }

    @Override
    public void close() {
        turns.close();
        calls.join().close();
        store.close();
    }
}
