package dev.throughline.engine.edit;

import dev.throughline.engine.archive.Archive;
import dev.throughline.engine.archive.DryRun;
import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.Recorded;
import dev.throughline.engine.archive.Turn;
import dev.throughline.engine.helper.HelperModel;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.ProxyException;
import dev.throughline.model.SessionRef;
import dev.throughline.wire.Change;
import dev.throughline.wire.Request;
import dev.throughline.wire.Rewrite;
import dev.throughline.wire.Violation;
import dev.throughline.wire.join.Overflow;
import dev.throughline.workingset.Chain;
import dev.throughline.workingset.Piece;
import dev.throughline.workingset.Sight;
import dev.throughline.workingset.budget.Windows;
import dev.throughline.workingset.edit.Decision;
import dev.throughline.workingset.edit.Edit;
import dev.throughline.workingset.edit.EditLog;
import dev.throughline.workingset.policy.Moment;
import dev.throughline.workingset.policy.Policy;
import dev.throughline.workingset.policy.Scene;
import dev.throughline.workingset.policy.Squeeze;
import dev.throughline.workingset.price.PriceTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The station that decides what the model sees: it takes the request apart, asks the policy, keeps what was decided,
 * and writes the request under all edits so far. Safe for use by many threads.
 */
public final class Editing {
    private static final Logger LOG = LoggerFactory.getLogger(Editing.class);

    /**
     * How prompts are edited.
     *
     * @param rules which policy holds for a turn
     * @param tools tools that we answer ourselves
     * @param bodyBytes the largest body to send, if there is a limit
     * @param learned windows that providers turned out to have
     */
    public record Settings(
            Rules rules,
            Windows windows,
            PriceTable prices,
            OfferedTools tools,
            OptionalLong bodyBytes,
            LearnedWindows learned,
            EditFigures figures) {
        public Settings(Rules rules, Windows windows, PriceTable prices, OfferedTools tools, OptionalLong bodyBytes) {
            this(rules, windows, prices, tools, bodyBytes, LearnedWindows.inMemory(), EditFigures.USUAL);
        }
    }

    private final Desks desks;
    private final Settings settings;
    private final Circumstances circumstances;
    private final LiveChains chains;
    private final Texts texts;
    private final Packing packing;
    private final Offering offering;
    private final Summaries summaries;
    private final BiFunction<Recorded, Policy, Summaries.Informed> informing;

    /** Gives work on a turn what is known of its session. */
    private interface Desks {
        <T> T at(Recorded recorded, Archive.Work<T> work);
    }

    /**
     * A station.
     *
     * @param state what sessions are told beside the words of their users
     * @param authorship who speaks in a text
     * @param helper who writes summaries, if anybody does
     */
    public Editing(Archive archive, Settings settings, SessionState state, Authorship authorship, HelperModel helper) {
        this.desks = archive::at;
        this.settings = settings;
        this.circumstances = new Circumstances(settings);
        this.chains = new LiveChains(authorship, LiveChains.MOST_BYTES);
        this.texts = new Texts(archive);
        this.packing = new Packing(state, texts);
        this.offering = new Offering(settings.tools());
        this.summaries = new Summaries(helper, state, this, settings.windows());
        this.informing = summaries::informed;
    }

    /** The same for a request that does not come: it remembers nothing, and asks nobody. */
    private Editing(Editing real, DryRun run) {
        this.desks = run::at;
        this.settings = real.settings;
        this.circumstances = real.circumstances;
        this.chains = real.chains.empty();
        this.texts = real.texts;
        this.packing = new Packing(_ -> Optional.empty(), texts);
        this.offering = new Offering(settings.tools().nothingNew());
        this.summaries = real.summaries;
        this.informing = summaries::inDryRun;
    }

    /**
     * What would be sent for a request if it came now, without what the session would only then be told or offered;
     * nothing if it goes as it came.
     */
    public Optional<Outgoing> dryRun(DryRun run) {
        return new Editing(this, run).edit(run.recorded());
    }

    /** What is sent for a turn that was kept; nothing if it goes as it came. */
    public Optional<Outgoing> edit(Recorded recorded) {
        return rule(recorded).flatMap(rule -> edit(recorded, rule));
    }

    private Optional<Rules.Rule> rule(Recorded recorded) {
        return settings.rules().of(recorded.turn().run());
    }

    private String word(Recorded recorded) {
        return rule(recorded).map(Rules.Rule::word).orElse("off");
    }

    private Optional<Outgoing> edit(Recorded recorded, Rules.Rule rule) {
        return switch (recorded.turn().purpose()) {
            case CONVERSATION ->
                recorded.turn().isKeptByProvider() ? Optional.empty() : Optional.of(converse(recorded, rule.policy()));
            case COMPACTION ->
                whole(recorded)
                        .or(() -> Optional.of(edit(recorded, new Squeeze(), OptionalLong.empty(), Optional.empty())));
            case PREWARM, ASIDE -> recorded.path().isEmpty() ? Optional.empty() : Optional.of(alike(recorded));
            case OPAQUE -> Optional.empty();
        };
    }

    /**
     * A side request that goes on from the conversation is sent as the conversation is, and nothing is decided for it:
     * as it came it would find nothing in the provider's cache, and might not fit.
     */
    private Outgoing alike(Recorded recorded) {
        return attempt(recorded, desk -> {
            Outgoing sent = edit(recorded, desk, Plan.nothingNew(OptionalLong.empty()), Optional.empty());
            chains.shorten(recorded.card().ref(), recorded.freshElements()); // The conversation does not go on there.
            return sent;
        });
    }

    /** What takes time is asked before the session's lease is taken: a summary, and what is to be told. */
    private Outgoing converse(Recorded recorded, Policy rule) {
        Summaries.Informed policy = informing.apply(recorded, rule);
        return edit(
                recorded, policy.rule(), OptionalLong.empty(), told(recorded, policy.trial(), OptionalLong.empty()));
    }

    /** What is to be told with the user's newest words, or with the message that takes the place of others. */
    private Optional<Packing.Told> told(Recorded recorded, Policy trial, OptionalLong ceiling) {
        boolean hasWords = Packing.hasFreshWords(recorded);
        return tried(recorded, desk -> {
                    Stage stage = stage(recorded, desk, ceiling);
                    boolean mayReplace = rule(recorded).orElseThrow().policy().mayReplace(stage.scene());
                    return hasWords || mayReplace
                            ? packing.asking(
                                    recorded, offered(recorded, desk, stage).stage(), trial, mayReplace)
                            : Optional.<Packing.Asking>empty();
                })
                .flatMap(asking -> asking)
                .flatMap(packing::ask);
    }

    /** A turn was answered: what may be needed soon is prepared, on a thread of its own. */
    public void prepare(Recorded recorded) {
        if (recorded.turn().purpose() == Purpose.CONVERSATION
                && !recorded.turn().isKeptByProvider()) {
            rule(recorded).ifPresent(rule -> summaries.prepare(recorded, rule.policy()));
        }
    }

    /** What to send instead of a prompt that the provider refused as too long. */
    public Outgoing repair(Recorded recorded, Outgoing refused, Overflow overflow) {
        double part = settings.learned().refused(recorded.turn(), overflow);
        OptionalLong most = OptionalLong.of(Math.round(refused.weight().tokens() * part));
        Policy squeeze = new Squeeze(settings.figures().repairAges());
        boolean isConversation = recorded.turn().purpose() == Purpose.CONVERSATION;
        Optional<Packing.Told> told = isConversation ? told(recorded, squeeze, most) : Optional.empty();
        return edit(recorded, squeeze, most, told);
    }

    /** Remembers calls that we answered in the answer to a turn, so that they are put back from then on. */
    public void insert(Recorded recorded, Bytes hidden) {
        Decision decision = OurCalls.answered(recorded.leaf(), hidden.utf8());
        desks.at(recorded, desk -> {
            Keeping.keep(recorded, desk, List.of(decision));
            return true;
        });
    }

    /** {@code ceiling} is the most that the provider takes of this prompt, if it said so. */
    private Outgoing edit(Recorded recorded, Policy policy, OptionalLong ceiling, Optional<Packing.Told> told) {
        boolean mayAdd = !recorded.turn().purpose().isBeside();
        for (Plan plan : Plan.bolderFirst(policy, settings.figures().repairAges(), mayAdd, ceiling)) {
            Optional<Outgoing> outgoing = tried(recorded, desk -> edit(recorded, desk, plan, told));
            if (outgoing.isPresent()) {
                return outgoing.get();
            }
        }
        return attempt(recorded, desk -> edit(recorded, desk, Plan.nothingNew(ceiling), Optional.empty()));
    }

    /**
     * What a client's own compaction is sent as when all that was ever said fits: its summary is to be of that, and
     * not of stubs. It is no part of the conversation, so there is no cache that it would have to match.
     */
    private Optional<Outgoing> whole(Recorded recorded) {
        Optional<Optional<Outgoing>> whole = tried(recorded, desk -> {
            Stage stage = stage(recorded, desk, new EditLog(), OptionalLong.empty());
            Scene scene = stage.scene();
            Outgoing.Weight weight = weight(recorded, desk, stage);
            Bytes body = recorded.turn().request().body();
            return Optional.of(new Outgoing(body, /* isEdited= */ false, word(recorded), List.of(), weight))
                    .filter(_ -> weight.tokens() <= scene.moment().budget().hard());
        });
        return whole.flatMap(fitting -> fitting);
    }

    /** Nothing if it cannot be done, whatever the reason; but trouble with the store is not ours to go round. */
    private <T> Optional<T> tried(Recorded recorded, Archive.Work<T> work) {
        try {
            return Optional.of(attempt(recorded, work));
        } catch (ProxyException e) {
            throw e;
        } catch (RuntimeException e) {
            LOG.error(
                    "session {}: what was decided cannot be sent",
                    recorded.card().ref().id(),
                    e);
            return Optional.empty();
        }
    }

    private <T> T attempt(Recorded recorded, Archive.Work<T> work) {
        boolean isDone = false;
        try {
            T done = desks.at(recorded, work);
            isDone = true;
            return done;
        } finally {
            if (!isDone) {
                chains.forget(recorded.card().ref());
            }
        }
    }

    /** Looks at a turn as a rule does, without its new decisions. */
    <T> T look(Recorded recorded, Summaries.Look<T> look) {
        return desks.at(recorded, desk -> {
            Stage stage = stage(recorded, desk, OptionalLong.empty());
            return look.at(
                    stage.scene(),
                    stage.request(),
                    () -> changes(recorded, stage.request(), stage.live(), stage.log()),
                    desk.pace().taken().map(Entry.TurnOpened::model));
        });
    }

    /** A turn under the edits in force: on the disk, all of them, and with their texts. */
    private Stage stage(Recorded recorded, Archive.Desk desk, OptionalLong ceiling) {
        return stage(recorded, desk, texts.readable(recorded.card().ref(), Keeping.edits(desk)), ceiling);
    }

    private Stage stage(Recorded recorded, Archive.Desk desk, EditLog all, OptionalLong ceiling) {
        Turn turn = recorded.turn();
        SessionRef session = recorded.card().ref();
        Request request = new Weaving(turn.wire(), all, texts.in(session))
                .weave(
                        turn.request(),
                        recorded.path().stream().map(Recorded.Step::node).toList());
        List<String> tools = tools(recorded, all);
        LiveChain live = chains.follow(session, turn.wire(), request, tools);
        EditLog log = all.on(() -> live.pieces().stream().map(Piece::node).iterator());
        Chain chain = live.chain(turn.wire(), request);
        Sight sight = Sight.of(live.pieces(), log);
        int fresh = live.firstOfLast(recorded.freshElements());
        long added = tools.isEmpty() ? 0 : added(recorded, live, log);
        Moment moment =
                circumstances.moment(turn, desk.pace(), live, added, fresh).below(ceiling);
        return new Stage(request, live, log, new Scene(chain, sight, moment), tools);
    }

    /** A turn with the tools that it is offered. */
    private record Offered(Stage stage, Optional<Decision> decision) {}

    /** Offers tools if it is time for that; what is decided from then on may name handles. */
    private Offered offered(Recorded recorded, Archive.Desk desk, Stage stage) {
        BooleanSupplier isNew = () -> stage.isWrittenAnew(rule(recorded).map(Rules.Rule::policy));
        return offering.decide(recorded, desk, stage.live(), stage.scene(), isNew)
                .map(decision -> {
                    texts.remember(decision.texts());
                    return new Offered(stage.withTools(decision), Optional.of(decision));
                })
                .orElseGet(() -> new Offered(stage, Optional.empty()));
    }

    private Outgoing edit(Recorded recorded, Archive.Desk desk, Plan plan, Optional<Packing.Told> told) {
        Stage stage = stage(recorded, desk, plan.ceiling());
        List<Decision> decisions = new ArrayList<>();
        if (plan.mayAdd()) {
            Offered offered = offered(recorded, desk, stage);
            offered.decision().ifPresent(decisions::add);
            stage = offered.stage();
            Packing.decide(stage.scene(), stage.log(), told).ifPresent(decisions::add);
        }
        boolean isPacked = Stage.edits(decisions).stream().anyMatch(Edit.Prepend.class::isInstance);
        Scene scene = isPacked ? stage.under(stage.log().with(Stage.edits(decisions))) : stage.scene();
        decisions.addAll(plan.policy().decide(scene));
        if (plan.mayAdd() && !isPacked) {
            told.ifPresent(one -> Packing.append(scene, one.block(), decisions));
        }
        Bytes body = send(recorded, stage, desk, decisions);
        return new Outgoing(
                body,
                !body.equals(recorded.turn().request().body()),
                word(recorded),
                stage.tools(),
                weight(recorded, desk, new Stage(stage.request(), stage.live(), desk.edits(), scene, stage.tools())));
    }

    private Outgoing.Weight weight(Recorded recorded, Archive.Desk desk, Stage stage) {
        long head = stage.live().headTokens();
        long added = stage.tools().isEmpty() ? 0 : added(recorded, stage.live(), stage.log());
        boolean isLikeTaken = desk.isLikeTaken(recorded.turn().id());
        Outgoing.Head weighed = new Outgoing.Head(head, head + added, isLikeTaken);
        return Outgoing.Weight.of(stage.scene(), desk.pace(), weighed, desk.edits());
    }

    /** Tokens of our own tools in a request. */
    private long added(Recorded recorded, LiveChain live, EditLog log) {
        Function<Hash, String> known = texts.in(recorded.card().ref());
        return live.addedTokens(log.added(), count -> offering.tokens(log, known, count));
    }

    /** The tools in a request that are ours to answer. */
    private List<String> tools(Recorded recorded, EditLog log) {
        Turn turn = recorded.turn();
        return offering.names(
                turn.wire(), turn.request(), log, texts.in(recorded.card().ref()));
    }

    /** Writes the request under all edits; decisions are kept before it is given away. */
    private Bytes send(Recorded recorded, Stage stage, Archive.Desk desk, List<Decision> decisions) {
        List<Edit> edits = Stage.edits(decisions);
        decisions.forEach(decision -> texts.remember(decision.texts()));
        EditLog log = edits.isEmpty() ? stage.log() : stage.log().with(edits);
        Bytes body = Rewrite.apply(stage.request(), changes(recorded, stage.request(), stage.live(), log));
        if (edits.isEmpty()) {
            return body;
        }
        List<Violation> violations = Validity.violations(recorded.turn(), body, edits);
        if (!violations.isEmpty()) {
            throw new IllegalStateException("edits would make an invalid request: " + violations.getFirst());
        }
        if (!recorded.turn().purpose().isBeside()) {
            Keeping.keep(recorded, desk, decisions);
        }
        return body;
    }

    private List<Change> changes(Recorded recorded, Request request, LiveChain live, EditLog log) {
        Turn turn = recorded.turn();
        Function<Hash, String> known = texts.in(recorded.card().ref());
        List<Change> changes = new ArrayList<>(new Assembly(turn.wire(), request, live, log, known).changes());
        changes.addAll(offering.changes(turn.wire(), request, log, known));
        return changes;
    }
}
