package dev.throughline.engine.edit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.engine.archive.Archive;
import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.MemoryStore;
import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.archive.Turn;
import dev.throughline.engine.helper.HelperModel;
import dev.throughline.engine.recall.Recall;
import dev.throughline.engine.recall.RecallTool;
import dev.throughline.engine.recall.Transcript;
import dev.throughline.engine.session.AgentMarkers;
import dev.throughline.engine.session.PurposeDetector;
import dev.throughline.model.Bytes;
import dev.throughline.model.Ids;
import dev.throughline.model.ItemKind;
import dev.throughline.model.SessionKey;
import dev.throughline.model.Tenant;
import dev.throughline.model.Usage;
import dev.throughline.wire.LocalTool;
import dev.throughline.wire.Reply;
import dev.throughline.wire.ReplyReader;
import dev.throughline.wire.Request;
import dev.throughline.wire.Wire;
import dev.throughline.wire.dialects.Dialects;
import dev.throughline.workingset.budget.ModelWindows;
import dev.throughline.workingset.policy.Policy;
import dev.throughline.workingset.price.PriceTable;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;

/** One session with its own archive and prompt editor, driven turn by turn as the engine does. */
final class EditedSession {
    /** Says of the same texts as {@link #isScaffold} that an agent wrote them. */
    private static final AgentMarkers MARKERS = AgentMarkers.parse(
            List.of("scaffold\tany\tuser\t<system-reminder>", "scaffold\tany\tuser\t<environment_context>"));

    /** The provider counts a little more than we do. */
    private static final double PROVIDER = 1.04;

    private static final LocalTool RECALL =
            new LocalTool(RecallTool.NAME, RecallTool.description(), RecallTool.schema());

    private final Policy policy;
    private final LocalToolCatalog tools;
    private final long window;
    private final MemoryStore store = new MemoryStore();
    private final Ids ids = new Ids(new Random(1));
    private final SessionCard card;
    private Archive archive;
    private PromptEditor editor;

    /** A session that is offered {@code recall} with its first request, or no local tool at all. */
    EditedSession(Policy policy, boolean hasRecall, long window, Instant at) {
        this.policy = policy;
        this.tools = hasRecall ? recallAlways() : List::of;
        this.window = window;
        this.archive = archive();
        this.editor = editor();
        this.card = store.open(
                Tenant.LOCAL,
                new SessionKey("test"),
                () -> new Store.Opening(ids.session(at), Optional.empty(), "test", at));
    }

    private static LocalToolCatalog recallAlways() {
        return new LocalToolCatalog() {
            @Override
            public List<LocalTool> known() {
                return List.of(RECALL);
            }

            @Override
            public long minPromptTokens() {
                return 0;
            }
        };
    }

    /**
     * What a turn sent.
     *
     * @param dryRun what a dry run before the turn returned, if the session was known
     */
    record Sent(
            Request asked,
            Request sent,
            PromptToSend.Weight weight,
            List<Entry.Edited> edits,
            Bytes again,
            Optional<Bytes> dryRun) {}

    /** Forgets everything except for what is in the store. */
    void restart() {
        archive = archive();
        editor = editor();
    }

    private Archive archive() {
        PurposeDetector purposes = new PurposeDetector(AgentMarkers.builtIn());
        return new Archive(store, purposes, Archive.defaultLiveBytes());
    }

    private PromptEditor editor() {
        PromptEditor.EditSettings settings = new PromptEditor.EditSettings(
                PolicyRules.always("test", policy),
                new ModelWindows(Map.of("", window)),
                new PriceTable(Map.of()),
                tools,
                OptionalLong.empty(),
                LearnedWindows.inMemory(),
                EditFigures.DEFAULT);
        return new PromptEditor(archive, settings, _ -> Optional.empty(), MARKERS, HelperModel.NONE);
    }

    static boolean isScaffold(ItemKind kind, String text) {
        return kind == ItemKind.USER
                && (text.startsWith("<system-reminder>") || text.startsWith("<environment_context>"));
    }

    /** Sends the client's request, once or twice, and stores the reply. */
    Sent turn(Wire wire, Bytes body, Bytes reply, Instant at, boolean isSentTwice) {
        int known = transcript().edits().size();
        Optional<Bytes> dryRun = dryRun(wire, body, at);
        RecordedTurn recorded = record(wire, body, at);
        PromptToSend outgoing = editor.edit(recorded).orElseThrow();
        Bytes again = outgoing.body();
        if (isSentTwice) {
            recorded = record(wire, body, at);
            again = editor.edit(recorded).orElseThrow().body();
        }
        long tokens = Math.round(outgoing.weight().tokens() * PROVIDER);
        Usage usage = new Usage(tokens - tokens / 2, tokens / 2, 0, 10);
        Reply answer = read(wire, reply, usage);
        archive.close(
                recorded,
                new Archive.Closing(
                        200,
                        answer,
                        at,
                        Optional.of(outgoing.sent(answer.usage().stream().toList())),
                        Optional.empty()));
        List<Entry.Edited> edits = transcript().edits();
        return new Sent(
                recorded.turn().request(),
                wire.decode(outgoing.body()),
                outgoing.weight(),
                edits.subList(known, edits.size()),
                again,
                dryRun);
    }

    private Optional<Bytes> dryRun(Wire wire, Bytes body, Instant at) {
        int known = transcript().edits().size();
        Optional<Bytes> sent = archive.dryRun(card, turn(wire, body, at))
                .flatMap(editor::dryRun)
                .map(PromptToSend::body);
        assertEquals(known, transcript().edits().size(), "a dry run stores nothing");
        return sent;
    }

    private Turn turn(Wire wire, Bytes body, Instant at) {
        return new Turn(ids.turn(at), at, Purpose.CONVERSATION, "test", Optional.empty(), wire, wire.decode(body), "");
    }

    private RecordedTurn record(Wire wire, Bytes body, Instant at) {
        return archive.record(card, turn(wire, body, at));
    }

    private static Reply read(Wire wire, Bytes stream, Usage usage) {
        ReplyReader reader = wire.streamedReply();
        reader.feed(stream.array(), stream.offset(), stream.length());
        Reply reply = reader.finish();
        return new Reply(
                reply.ending(),
                reply.responseId(),
                reply.model(),
                reply.stopReason(),
                reply.elements(),
                reply.unread(),
                Optional.of(usage));
    }

    Transcript transcript() {
        return Transcript.read(after -> store.entries(card.ref(), after, 1000));
    }

    Recall recall() {
        return new Recall(transcript(), id -> store.source(card.ref(), id), Dialects::of);
    }
}
