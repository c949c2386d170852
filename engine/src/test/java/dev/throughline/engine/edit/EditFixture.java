package dev.throughline.engine.edit;

import dev.throughline.engine.archive.Archive;
import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.LeasedSession;
import dev.throughline.engine.archive.MemoryStore;
import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.Receipt;
import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.SessionProgress;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.archive.Turn;
import dev.throughline.engine.helper.HelperModel;
import dev.throughline.engine.recall.Transcript;
import dev.throughline.engine.session.AgentMarkers;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.Ids;
import dev.throughline.model.ProxyException;
import dev.throughline.model.SessionKey;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import dev.throughline.model.Usage;
import dev.throughline.wire.LocalTool;
import dev.throughline.wire.Reply;
import dev.throughline.wire.Wire;
import dev.throughline.wire.messages.MessagesDialect;
import dev.throughline.workingset.budget.ModelWindows;
import dev.throughline.workingset.edit.DecisionReason;
import dev.throughline.workingset.edit.Edit;
import dev.throughline.workingset.policy.Compact;
import dev.throughline.workingset.policy.CompactSettings;
import dev.throughline.workingset.policy.Policy;
import dev.throughline.workingset.policy.Retention;
import dev.throughline.workingset.price.PriceTable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** A prompt editor on a store that a test may break, and a client that speaks Messages. */
final class EditFixture {
    static final Instant NOON = Instant.parse("2026-04-05T12:00:00Z");

    /** How often an element was parsed. */
    final AtomicInteger itemised = new AtomicInteger();

    final Wire wire = counting(MessagesDialect.WIRE);
    final List<String> messages = new ArrayList<>();

    /** Texts that the store no longer has. */
    final Set<Hash> missingTexts = new HashSet<>();

    /** Completes when appended edits are on disk. */
    CompletableFuture<Void> disk = CompletableFuture.completedFuture(null);

    /** Runs before each lease. */
    Runnable beforeLease = () -> {};

    SessionState state = _ -> Optional.empty();
    Optional<SessionState.Notes> notes = Optional.empty();
    HelperModel helper = HelperModel.NONE;

    /** The name of the policy; empty if nothing is edited. */
    Optional<String> rule = Optional.of("test");

    Policy policy;
    List<LocalTool> tools = List.of();
    String head = "\"tools\":[{\"name\":\"Bash\",\"description\":\"runs\",\"input_schema\":{\"type\":\"object\"}}],";
    String model = "claude-x";
    Instant now = NOON;
    private final long window;
    private final MemoryStore realStore = new MemoryStore();
    private final Store store = breakable();
    private final Ids ids = new Ids(new Random(1));
    private final SessionCard card;
    private Archive archive;
    private PromptEditor editor;

    Compact byHand = new Compact(CompactSettings.DEFAULT, Retention.DEFAULT);

    EditFixture(Policy policy, long window) {
        this.policy = policy;
        this.window = window;
        this.card = store.open(
                Tenant.LOCAL,
                new SessionKey("test"),
                () -> new Store.Opening(ids.session(NOON), Optional.empty(), "test", NOON));
        restart();
    }

    /** Forgets everything except for what is in the store. */
    void restart() {
        archive = new Archive(store, (_, _) -> false, Archive.defaultLiveBytes());
        PromptEditor.EditSettings settings = new PromptEditor.EditSettings(
                _ -> rule.map(name -> new PolicyRules.NamedPolicy(name, policy)),
                new ModelWindows(Map.of("", window, "large", 10 * window)),
                new PriceTable(Map.of()),
                () -> tools,
                OptionalLong.empty(),
                LearnedWindows.inMemory(),
                EditFigures.DEFAULT,
                byHand);
        editor = new PromptEditor(archive, settings, new CurrentState(), new AgentMarkers(List.of()), helper);
    }

    /** The state that a test sets, with its notes. */
    private final class CurrentState implements SessionState {
        @Override
        public Optional<String> block(StateRequest request) {
            return state.block(request);
        }

        @Override
        public Optional<Notes> notes(SessionRef session) {
            return notes;
        }
    }

    EditFixture user(String text) {
        messages.add("{\"role\":\"user\",\"content\":\"" + text + "\"}");
        return this;
    }

    /** The model runs a command that prints so many lines. */
    EditFixture command(int number, int lines) {
        StringBuilder output = new StringBuilder();
        for (int i = 0; i < lines; i++) {
            output.append("line ").append(number * 1_000 + i).append(" of what was built\\n");
        }
        return called("Bash", "{\"command\":\"make part" + number + "\"}", output.toString());
    }

    /** The model reads some lines of a file by a command. */
    EditFixture read(String command, int from, int to) {
        return read(command, from, to, "%d→line %d of the file\\n");
    }

    EditFixture read(String command, int from, int to, String line) {
        StringBuilder output = new StringBuilder();
        for (int i = from; i <= to; i++) {
            output.append(line.replace("%d", Integer.toString(i)));
        }
        return called("Bash", "{\"command\":\"" + command + "\"}", output.toString());
    }

    /** The model calls a tool; the result is written as within a JSON string. */
    EditFixture called(String tool, String input, String result) {
        String id = "t" + messages.size();
        messages.add("{\"role\":\"assistant\",\"content\":[{\"type\":\"tool_use\",\"id\":\"" + id + "\",\"name\":\""
                + tool + "\",\"input\":" + input + "}]}");
        messages.add("{\"role\":\"user\",\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\"" + id
                + "\",\"content\":\"" + result + "\"}]}");
        return this;
    }

    String body() {
        return "{\"model\":\"" + model + "\",\"max_tokens\":100,\"stream\":true," + head + "\"messages\":["
                + String.join(",", messages) + "]}";
    }

    PromptToSend ask() {
        return editor.edit(record(Purpose.CONVERSATION)).orElseThrow();
    }

    RecordedTurn record(Purpose purpose) {
        return archive.record(card, turn(purpose));
    }

    private Turn turn(Purpose purpose) {
        return new Turn(ids.turn(now), now, purpose, "test", Optional.empty(), wire, wire.decode(Bytes.of(body())), "");
    }

    /** Sends a request that the provider answers with a status and a bill; returns the prompt. */
    PromptToSend ask(int status, Optional<Usage> billed) {
        return ask(status, _ -> billed);
    }

    PromptToSend ask(int status, Function<PromptToSend, Optional<Usage>> bill) {
        RecordedTurn recorded = record(Purpose.CONVERSATION);
        PromptToSend outgoing = editor.edit(recorded).orElseThrow();
        Optional<Usage> billed = bill.apply(outgoing);
        Reply.Ending ending = status < 300 ? Reply.Ending.COMPLETE : Reply.Ending.FAILED;
        Reply reply =
                new Reply(ending, Optional.empty(), Optional.empty(), Optional.empty(), List.of(), List.of(), billed);
        Entry.Sent sent = outgoing.sent(billed.stream().toList());
        archive.close(recorded, new Archive.Closing(status, reply, now, Optional.of(sent), Optional.empty()));
        return outgoing;
    }

    /** The progress of the session; after a {@link #restart()} from the store alone. */
    SessionProgress progress() {
        return archive.underLease(record(Purpose.SIDE_REQUEST), LeasedSession::progress);
    }

    /** The prompt that would be sent now, without a trace in the store. */
    Optional<PromptToSend> dryRun() {
        return archive.dryRun(card, turn(Purpose.CONVERSATION)).flatMap(editor::dryRun);
    }

    SessionRef session() {
        return card.ref();
    }

    /** Requests a compaction, with or without a running gateway. */
    CompactionRequests.PlannedCompaction requestCompaction(String keep, boolean isRunning) {
        Optional<PromptEditor> running = isRunning ? Optional.of(editor) : Optional.empty();
        return new CompactionRequests(store, running, Clock.fixed(now, ZoneOffset.UTC))
                .request(realStore.find(card.ref()).orElseThrow(), "test", keep);
    }

    /** How many entries the store has. */
    int entries() {
        return realStore.entries(card.ref(), 0, 10_000).items().size();
    }

    Archive archive() {
        return archive;
    }

    PromptEditor editor() {
        return editor;
    }

    /** The triggers of the stored decisions. */
    List<DecisionReason.Trigger> triggers() {
        return Transcript.read(after -> realStore.entries(card.ref(), after, 1000)).edits().stream()
                .map(edited -> edited.why().trigger())
                .toList();
    }

    /** Every stored edit. */
    List<Edit> edits() {
        return Transcript.read(after -> realStore.entries(card.ref(), after, 1000)).edits().stream()
                .flatMap(edited -> edited.edits().stream())
                .toList();
    }

    boolean isValid(PromptToSend outgoing) {
        return wire.validate(wire.decode(outgoing.body())).isEmpty();
    }

    /** Appends the bill of a helper question directly to the store. */
    void billHelperQuestion(Usage cost) {
        try (Store.Lease lease = realStore.lease(card.ref(), Duration.ofSeconds(1))) {
            realStore.append(lease, List.of(new Entry.HelperCall(NOON, "notes", "claude-x", cost)));
        }
    }

    /** Whether the session's lease is held. */
    boolean isLeased() {
        try (Store.Lease lease = realStore.lease(card.ref(), Duration.ofMillis(1))) {
            return lease.fence() < 0;
        } catch (ProxyException e) {
            return true;
        }
    }

    private Wire counting(Wire real) {
        return (Wire) Proxy.newProxyInstance(
                Wire.class.getClassLoader(), new Class<?>[] {Wire.class}, (_, method, arguments) -> {
                    itemised.addAndGet(method.getName().equals("itemise") ? 1 : 0);
                    try {
                        return method.invoke(real, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private Store breakable() {
        return (Store) Proxy.newProxyInstance(
                Store.class.getClassLoader(), new Class<?>[] {Store.class}, (_, method, arguments) -> {
                    if (method.getName().equals("source") && missingTexts.contains((Hash) arguments[1])) {
                        return Optional.empty();
                    }
                    if (method.getName().equals("lease")) {
                        beforeLease.run();
                    }
                    try {
                        Object done = method.invoke(realStore, arguments);
                        return done instanceof Receipt receipt && isEdit((List<?>) arguments[1])
                                ? new Receipt(receipt.lastSequence(), receipt.written(), disk)
                                : done;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private static boolean isEdit(List<?> entries) {
        return entries.stream().anyMatch(Entry.Edited.class::isInstance);
    }
}
