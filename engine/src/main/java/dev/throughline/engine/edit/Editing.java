package dev.throughline.engine.edit;

import dev.throughline.engine.archive.Archive;
import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.Recorded;
import dev.throughline.engine.archive.Turn;
import dev.throughline.engine.helper.HelperModel;
import dev.throughline.model.Bytes;
import dev.throughline.model.ItemKind;
import dev.throughline.model.SessionRef;
import dev.throughline.wire.Change;
import dev.throughline.wire.Request;
import dev.throughline.wire.Rewrite;
import dev.throughline.wire.Violation;
import dev.throughline.wire.join.LocalTool;
import dev.throughline.wire.join.Overflow;
import dev.throughline.workingset.Chain;
import dev.throughline.workingset.Lines;
import dev.throughline.workingset.Sight;
import dev.throughline.workingset.budget.TokenCount;
import dev.throughline.workingset.budget.Windows;
import dev.throughline.workingset.edit.Decision;
import dev.throughline.workingset.edit.Edit;
import dev.throughline.workingset.edit.EditLog;
import dev.throughline.workingset.edit.Why;
import dev.throughline.workingset.policy.AsBefore;
import dev.throughline.workingset.policy.Mending;
import dev.throughline.workingset.policy.Moment;
import dev.throughline.workingset.policy.Policy;
import dev.throughline.workingset.policy.Scene;
import dev.throughline.workingset.policy.Squeeze;
import dev.throughline.workingset.price.PriceTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiPredicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The station that decides what the model sees: it takes the request apart, asks the policy, keeps what was decided,
 * and
 * writes the request under all edits so far. Safe for use by many threads.
 */
public final class Editing {
    private static final Logger LOG = LoggerFactory.getLogger(Editing.class);

    /**
     * Tools of our own cost about a hundred tokens with every request: too much for a prompt that opens with less than
     * this. Codex opens with about seven thousand, Claude Code with ten.
     */
    private static final long LEAST_HEAD_TOKENS = 6_000;

    /** A provider that refuses a prompt and says no number takes no more than this part of it. */
    private static final double REFUSED = 0.85;

    /**
     * How prompts are edited.
     *
     * @param word the name of the policy
     * @param tools tools that we answer ourselves
     * @param bodyBytes the largest body to send, if there is a limit
     */
    public record Settings(
            String word,
            Policy policy,
            Windows windows,
            PriceTable prices,
            List<LocalTool> tools,
            OptionalLong bodyBytes) {}

    /** The words that a session's state packs into its newest message. */
    @FunctionalInterface
    public interface State {
        /**
         * The block to pack, if there is anything to say.
         *
         * @param words what the user said last
         * @param log the edits in force
         */
        Optional<String> block(SessionRef session, String words, EditLog log);
    }

    private final Archive archive;
    private final Settings settings;
    private final State state;
    private final Circumstances circumstances;
    private final LiveChains chains;
    private final Texts texts;
    private final Summaries summaries;

    /**
     * A station.
     *
     * @param isScaffold whether an agent, and no person, wrote a text of this kind
     * @param helper who writes summaries, if anybody does
     */
    public Editing(
            Archive archive,
            Settings settings,
            State state,
            BiPredicate<ItemKind, String> isScaffold,
            HelperModel helper) {
        this.archive = archive;
        this.settings = settings;
        this.state = state;
        this.circumstances = new Circumstances(settings.windows(), settings.prices(), settings.bodyBytes());
        this.chains = new LiveChains(isScaffold);
        this.texts = new Texts(archive);
        this.summaries = new Summaries(helper, this);
    }

    /** What is sent for a turn that was kept; nothing if it goes as it came. */
    public Optional<Outgoing> edit(Recorded recorded) {
        return switch (recorded.turn().purpose()) {
            case CONVERSATION ->
                isKeptByProvider(recorded)
                        ? Optional.empty()
                        : Optional.of(
                                edit(recorded, summaries.informed(recorded, settings.policy()), OptionalLong.empty()));
            case COMPACTION ->
                Optional.of(edit(recorded, new Squeeze(), OptionalLong.empty())).filter(Outgoing::isEdited);
            case PREWARM, ASIDE, OPAQUE -> Optional.empty();
        };
    }

    /** A turn was answered: what may be needed soon is prepared, on a thread of its own. */
    public void prepare(Recorded recorded) {
        if (recorded.turn().purpose() == Purpose.CONVERSATION && !isKeptByProvider(recorded)) {
            summaries.prepare(recorded, settings.policy());
        }
    }

    /** What to send instead of a prompt that the provider refused as too long. */
    public Outgoing repair(Recorded recorded, Outgoing refused, Overflow overflow) {
        long sent = refused.weight().tokens();
        overflow.window()
                .ifPresent(
                        window -> circumstances.learn(recorded.turn().request().model(), window));
        boolean isTold = overflow.window().isPresent() && overflow.tokens().isPresent();
        double part = isTold
                ? overflow.window().getAsLong() / (double) overflow.tokens().getAsLong()
                : REFUSED;
        return edit(recorded, new Squeeze(), OptionalLong.of(Math.round(sent * Math.min(part, REFUSED))));
    }

    /** Remembers calls that we answered in the answer to a turn, so that they are put back from then on. */
    public void insert(Recorded recorded, Bytes hidden) {
        String text = hidden.utf8();
        Decision.Draft draft = new Decision.Draft();
        draft.add(new Edit.Insert(recorded.leaf(), draft.text(text), text.length() / 4));
        Why why = new Why(Why.Trigger.ASKED, 0, 0, 0, 0, 0, "The model called a tool of ours, and we answered.");
        archive.at(recorded, desk -> {
            Keeping.keep(recorded, desk, List.of(draft.because(why)));
            return true;
        });
    }

    private static boolean isKeptByProvider(Recorded recorded) {
        Request request = recorded.turn().request();
        return request.hints().previousResponse().isPresent()
                || request.hints().conversation().isPresent();
    }

    /** {@code ceiling} is the most that the provider takes of this prompt, if it said so. */
    private Outgoing edit(Recorded recorded, Policy policy, OptionalLong ceiling) {
        SessionRef session = recorded.card().ref();
        boolean isDone = false;
        try {
            Outgoing outgoing = attempt(recorded, policy, ceiling);
            isDone = true;
            return outgoing;
        } catch (IllegalStateException | IllegalArgumentException e) {
            LOG.error("session {}: what was decided cannot be sent", session.id(), e);
            chains.forget(session);
            Outgoing outgoing = attempt(recorded, new AsBefore(), ceiling);
            isDone = true;
            return outgoing;
        } finally {
            if (!isDone) {
                chains.forget(session);
            }
        }
    }

    private Outgoing attempt(Recorded recorded, Policy policy, OptionalLong ceiling) {
        return archive.at(recorded, desk -> edit(recorded, desk, policy, ceiling));
    }

    /** A turn as a rule sees it. */
    private record Stage(Request request, LiveChain live, Scene scene) {}

    /** Looks at a turn as a rule does, without its new decisions. */
    <T> T look(Recorded recorded, Summaries.Look<T> look) {
        return archive.at(recorded, desk -> {
            Stage stage = stage(recorded, desk, OptionalLong.empty());
            return look.at(
                    stage.scene(),
                    stage.request(),
                    () -> changes(recorded, stage.request(), stage.live(), desk.edits()));
        });
    }

    private Stage stage(Recorded recorded, Archive.Desk desk, OptionalLong ceiling) {
        Turn turn = recorded.turn();
        SessionRef session = recorded.card().ref();
        Request request = Weaving.weave(recorded, desk.edits(), id -> texts.of(session, id));
        LiveChain live = chains.of(session, TokenCount.of(request.model()));
        live.follow(turn.wire(), request, desk.edits().tools());
        Chain chain = live.chain(turn.wire(), request);
        Sight sight = Sight.of(live.pieces(), desk.edits());
        int fresh = live.firstOfLast(recorded.freshElements());
        catchUp(session, live, chain, sight, fresh);
        Moment moment = circumstances.moment(turn, desk.pace(), live, fresh).below(ceiling);
        return new Stage(request, live, new Scene(chain, sight, live.shown(), moment));
    }

    private Outgoing edit(Recorded recorded, Archive.Desk desk, Policy policy, OptionalLong ceiling) {
        Stage stage = stage(recorded, desk, ceiling);
        Scene scene = stage.scene();
        List<Decision> decisions = new ArrayList<>();
        Mending.decide(scene).ifPresent(decisions::add);
        decisions.addAll(policy.decide(scene));
        pack(recorded.card().ref(), scene, desk.edits()).ifPresent(decisions::add);
        offer(recorded, desk, stage.live()).ifPresent(decisions::add);
        Bytes body = send(recorded, stage.request(), new At(desk, stage.live()), decisions);
        return new Outgoing(
                body,
                !body.equals(recorded.turn().request().body()),
                settings.word(),
                desk.edits().tools(),
                Outgoing.Weight.of(scene, desk.pace()));
    }

    /** Shows the lines of pieces that were sent before this process knew them. */
    private void catchUp(SessionRef session, LiveChain live, Chain chain, Sight sight, int fresh) {
        for (int i = live.shown().size(); i < fresh; i++) {
            Edit.Reword reword = sight.reword(i);
            boolean isShortened = reword != null && reword.manner() == Edit.Manner.SHORTEN;
            if (!sight.isReadable(i) || isShortened || !chain.piece(i).mayBeQuoted()) {
                live.shown().hide();
            } else if (reword == null) {
                live.shown().show(Lines.of(chain.reading(i)));
            } else {
                live.shown().show(Lines.of(texts.of(session, reword.text())));
            }
        }
    }

    /** Packs the session's state into the newest words of the user, if those were not sent yet and it has changed. */
    private Optional<Decision> pack(SessionRef session, Scene scene, EditLog log) {
        Chain chain = scene.chain();
        int at = chain.size() - 1;
        while (at >= scene.moment().firstFresh() && !chain.piece(at).isWords()) {
            at--;
        }
        if (at < scene.moment().firstFresh()
                || log.prepend(chain.piece(at).node()).isPresent()) {
            return Optional.empty();
        }
        int newest = at;
        return state.block(session, chain.text(at), log)
                .filter(block -> !block.equals(packedBefore(session, scene, log, newest)))
                .map(block -> {
                    Decision.Draft draft = new Decision.Draft();
                    long tokens = scene.moment().count().ofItem(block, 0, 0);
                    draft.add(new Edit.Prepend(chain.piece(newest).node(), draft.text(block), tokens));
                    return draft.because(new Why(
                            Why.Trigger.ASKED,
                            scene.sight().total(),
                            scene.sight().total() + tokens,
                            0,
                            0,
                            0,
                            "The session's state was packed into the newest message."));
                });
    }

    private String packedBefore(SessionRef session, Scene scene, EditLog log, int before) {
        for (int i = before - 1; i >= 0; i--) {
            Optional<Edit.Prepend> prepend = log.prepend(scene.chain().piece(i).node());
            if (prepend.isPresent()) {
                return texts.of(session, prepend.get().text());
            }
        }
        return "";
    }

    /** Offers our tools from the first request of a session on, or never: they stand in front of all that is cached. */
    private Optional<Decision> offer(Recorded recorded, Archive.Desk desk, LiveChain live) {
        boolean isFirst = desk.pace().requests() == 1 && desk.edits().tools().isEmpty();
        if (!isFirst || settings.tools().isEmpty() || live.openingTokens() < LEAST_HEAD_TOKENS) {
            return Optional.empty();
        }
        Turn turn = recorded.turn();
        if (turn.wire().loom().addTools(turn.request(), settings.tools()).isEmpty()) {
            return Optional.empty();
        }
        Decision.Draft draft = new Decision.Draft();
        draft.add(
                new Edit.AddTools(settings.tools().stream().map(LocalTool::name).toList()));
        return Optional.of(draft.because(
                new Why(Why.Trigger.ASKED, 0, 0, 0, 0, 0, "Tools of ours are offered to the model in this session.")));
    }

    /** A session under its lease, and its chain. */
    private record At(Archive.Desk desk, LiveChain live) {}

    /** Writes the request under all edits; decisions are kept before it is given away. */
    private Bytes send(Recorded recorded, Request request, At at, List<Decision> decisions) {
        List<Edit> edits = new ArrayList<>();
        decisions.forEach(decision -> {
            edits.addAll(decision.edits());
            texts.remember(decision.texts());
        });
        EditLog log = edits.isEmpty() ? at.desk().edits() : at.desk().edits().with(edits);
        Bytes body = write(recorded, request, at.live(), log);
        if (edits.isEmpty()) {
            return body;
        }
        List<Violation> violations = isStructural(edits) ? violations(recorded.turn(), body) : List.of();
        if (!violations.isEmpty()) {
            throw new IllegalStateException("edits would make an invalid request: " + violations.getFirst());
        }
        Keeping.keep(recorded, at.desk(), decisions);
        return body;
    }

    private Bytes write(Recorded recorded, Request request, LiveChain live, EditLog log) {
        return Rewrite.apply(request, changes(recorded, request, live, log));
    }

    private List<Change> changes(Recorded recorded, Request request, LiveChain live, EditLog log) {
        Turn turn = recorded.turn();
        SessionRef session = recorded.card().ref();
        List<Change> changes =
                new ArrayList<>(new Assembly(turn.wire(), request, live, log, id -> texts.of(session, id)).changes());
        if (!log.tools().isEmpty()) {
            List<LocalTool> tools = settings.tools().stream()
                    .filter(tool -> log.tools().contains(tool.name()))
                    .toList();
            changes.addAll(turn.wire().loom().addTools(request, tools));
        }
        return changes;
    }

    private static boolean isStructural(List<Edit> edits) {
        return edits.stream().anyMatch(edit -> switch (edit) {
            case Edit.Replace _, Edit.Insert _, Edit.Prepend _, Edit.AddTools _ -> true;
            case Edit.Reword _, Edit.Restore _ -> false;
        });
    }

    /** What a provider would refuse about a body, but not about the client's own. */
    private static List<Violation> violations(Turn turn, Bytes body) {
        List<Violation> found = turn.wire().validate(turn.wire().decode(body));
        return found.isEmpty() || !turn.wire().validate(turn.request()).isEmpty() ? List.of() : found;
    }
}
