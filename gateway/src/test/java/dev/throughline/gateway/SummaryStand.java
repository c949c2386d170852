package dev.throughline.gateway;

import dev.throughline.engine.archive.Archive;
import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.Kept;
import dev.throughline.engine.edit.Editing;
import dev.throughline.engine.edit.Rules;
import dev.throughline.engine.edit.SessionState;
import dev.throughline.engine.helper.Allowance;
import dev.throughline.engine.helper.Breaker;
import dev.throughline.engine.helper.Caller;
import dev.throughline.engine.helper.Callers;
import dev.throughline.engine.helper.Consulting;
import dev.throughline.engine.helper.HelperListener;
import dev.throughline.engine.helper.HelperModel;
import dev.throughline.engine.turn.TurnEvent;
import dev.throughline.engine.turn.TurnListener;
import dev.throughline.gateway.helper.DirectCalls;
import dev.throughline.gateway.upstream.Providers;
import dev.throughline.model.ItemKind;
import dev.throughline.model.SessionRef;
import dev.throughline.store.file.FileStore;
import dev.throughline.store.file.FileStoreLimits;
import dev.throughline.testkit.model.Asked;
import dev.throughline.testkit.model.Received;
import dev.throughline.testkit.model.write.Answer;
import dev.throughline.wire.Wires;
import dev.throughline.workingset.budget.Windows;
import dev.throughline.workingset.policy.Compact;
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
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * A session of a model with a small window under the policy compact, whose results grow until it is full. Requests that
 * carry the helper's mark get an answer of their own.
 */
final class SummaryStand implements AutoCloseable {
    static final String SECRET = "sk-very-secret-0123456789";
    static final String MARK = "x-throughline-helper";

    /** Who writes the summaries. */
    enum Helping {
        NONE,
        SESSION,
        PROVIDER,
        UNREACHABLE
    }

    /** How the stand is set up. */
    record Plan(Path home, Helping helper, Function<Asked, Answer> answer, boolean isAhead) {}

    private final CompletableFuture<Editing> editing = new CompletableFuture<>();
    private final CompletableFuture<DirectCalls> calls = new CompletableFuture<>();
    private final Callers callers = new Callers();
    private final FileStore store;
    private final Plan plan;
    final RoadStand road;
    private final List<String> history = new ArrayList<>();
    final List<String> answers = new ArrayList<>();

    /** The model that the agent asks for. */
    String model = "tiny-1";

    /** What the session's notes say, and how many results they tell of, or but how many; nothing for no notes. */
    private final Optional<Noted> noted;

    record Noted(String text, int results) {}

    SummaryStand(Plan plan) {
        this(plan, Optional.empty());
    }

    SummaryStand(Plan plan, Optional<Noted> noted) {
        this.plan = plan;
        this.noted = noted;
        this.store = new FileStore(plan.home(), Clock.systemUTC(), FileStoreLimits.DEFAULTS);
        this.road = new RoadStand(
                this::answer,
                new RoadStand.Parts(
                        store,
                        Wires::of,
                        plan.isAhead() ? List.of(ahead()) : List.of(),
                        archive -> Optional.of(editing(archive)),
                        RoadStand.NO_TOOLS,
                        Optional.of(callers)));
        calls.complete(new DirectCalls(
                plan.helper() == Helping.UNREACHABLE
                        ? Providers.at("http://127.0.0.1:1", "http://127.0.0.1:1")
                        : Providers.at(road.model.url(), road.model.url())));
        history.add("{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"Read all the files, please.\"}]}");
    }

    /** The agent goes on from what was said at another stand. */
    void resume(SummaryStand before) {
        history.clear();
        history.addAll(before.history);
    }

    private TurnListener ahead() {
        return event -> {
            if (event instanceof TurnEvent.Finished finished) {
                finished.turn().recorded().ifPresent(recorded -> editing.join().prepare(recorded));
            }
        };
    }

    private Answer answer(Asked asked) {
        return asked.received().headers().has(MARK)
                ? plan.answer().apply(asked)
                : Answer.text("answer " + asked.received().body().length());
    }

    private Editing editing(Archive archive) {
        Editing station = new Editing(
                archive,
                new Editing.Settings(
                        Rules.always("compact", new Compact(Compact.Settings.USUAL)),
                        new Windows(Map.of("tiny", 12_000L, "large", 60_000L)),
                        new PriceTable(Map.of()),
                        List::of,
                        OptionalLong.empty()),
                new NotedState(),
                _ -> Set.of(),
                helper());
        editing.complete(station);
        return station;
    }

    private final class NotedState implements SessionState {
        @Override
        public Optional<String> block(Moment moment) {
            return Optional.empty();
        }

        @Override
        public Optional<Notes> notes(SessionRef session) {
            List<Entry.Node> results = store.entries(session, 0, 10_000).items().stream()
                    .map(Kept::entry)
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
        boolean isOwn = plan.helper() != Helping.PROVIDER;
        return plan.helper() == Helping.NONE
                ? HelperModel.NONE
                : new Consulting(new Consulting.Rooms(
                        request -> calls.join().send(request),
                        Wires::of,
                        this::caller,
                        isOwn,
                        new Allowance(clock, Long.MAX_VALUE, Long.MAX_VALUE),
                        new Breaker(clock),
                        HelperListener.NONE,
                        Duration.ofSeconds(2),
                        clock));
    }

    private Optional<Caller> caller(SessionRef session) {
        return callers.of(session);
    }

    /** The agent reads another file of so many characters, and asks again. */
    HttpResponse<String> read(int characters) {
        int number = history.size();
        history.add("{\"role\":\"assistant\",\"content\":[{\"type\":\"tool_use\",\"id\":\"toolu_" + number
                + "\",\"name\":\"Read\",\"input\":{\"file_path\":\"/src/File" + number + ".java\"}}]}");
        return ask("{\"role\":\"user\",\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\"toolu_" + number
                + "\",\"content\":\"" + filler(number, characters) + "\"@}]}");
    }

    /** The last element carries the client's cache marker, and only as long as it is the last. */
    private HttpResponse<String> ask(String last) {
        List<String> elements = new ArrayList<>(history);
        elements.add(last.replace("@", ",\"cache_control\":{\"type\":\"ephemeral\"}"));
        history.add(last.replace("@", ""));
        String body = "{\"model\":\"" + model
                + "\",\"max_tokens\":1000,\"stream\":true,\"system\":[{\"type\":\"text\",\"text\":\""
                + filler(0, 3_000) + "\"}],\"tools\":[{\"name\":\"Read\",\"description\":\"Reads a file.\","
                + "\"input_schema\":{\"type\":\"object\",\"properties\":{\"file_path\":{\"type\":\"string\"}}}}],"
                + "\"messages\":[" + String.join(",", elements) + "]}";
        HttpResponse<String> reply = road.post(
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

    List<Received> questions() {
        return road.model.received().stream()
                .filter(one -> one.headers().has(MARK))
                .toList();
    }

    /** The bodies of the client's own turns, as the provider received them. */
    List<String> turns() {
        return road.model.received().stream()
                .filter(one -> !one.headers().has(MARK))
                .map(one -> one.body().utf8())
                .toList();
    }

    @Override
    public void close() {
        road.close();
        calls.join().close();
        store.close();
    }
}
