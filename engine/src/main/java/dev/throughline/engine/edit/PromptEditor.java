package dev.throughline.engine.edit;

import dev.throughline.engine.archive.Archive;
import dev.throughline.engine.archive.DryRun;
import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.LeasedSession;
import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.Receipt;
import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.engine.helper.HelperModel;
import dev.throughline.model.Bytes;
import dev.throughline.model.ProxyException;
import dev.throughline.wire.Overflow;
import dev.throughline.wire.request.RequestRewriter;
import dev.throughline.workingset.budget.ModelWindows;
import dev.throughline.workingset.edit.Decision;
import dev.throughline.workingset.edit.Edit;
import dev.throughline.workingset.edit.EditLog;
import dev.throughline.workingset.policy.Compact;
import dev.throughline.workingset.policy.Policy;
import dev.throughline.workingset.policy.PolicyInput;
import dev.throughline.workingset.policy.Retention;
import dev.throughline.workingset.policy.Trim;
import dev.throughline.workingset.price.PriceTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The station that decides what the model sees: it takes the request apart, asks the policy, keeps what was decided,
 * and writes the request under all edits so far. Safe for use by many threads.
 */
public final class PromptEditor {
    private static final Logger LOG = LoggerFactory.getLogger(PromptEditor.class);

    /**
     * How prompts are edited.
     *
     * @param rules which policy holds for a turn
     * @param tools tools that we answer ourselves
     * @param bodyBytes the largest body to send, if there is a limit
     * @param learned windows that providers turned out to have
     */
    public record Settings(
            PolicyRules rules,
            ModelWindows windows,
            PriceTable prices,
            LocalToolCatalog tools,
            OptionalLong bodyBytes,
            LearnedWindows learned,
            EditFigures figures) {
        public Settings(
                PolicyRules rules,
                ModelWindows windows,
                PriceTable prices,
                LocalToolCatalog tools,
                OptionalLong bodyBytes) {
            this(rules, windows, prices, tools, bodyBytes, LearnedWindows.inMemory(), EditFigures.USUAL);
        }
    }

    private final LeasedSessions sessions;
    private final Settings settings;
    private final EditTexts texts;
    private final EditInputs inputs;
    private final StateInjector injector;
    private final ToolOffer toolOffer;
    private final Summaries summaries;
    private final boolean isDryRun;

    /** Gives work on a turn what is known of its session. */
    private interface LeasedSessions {
        <T> T at(RecordedTurn recorded, Archive.Work<T> work);
    }

    /**
     * A station.
     *
     * @param state what sessions are told beside the words of their users
     * @param authorship who speaks in a text
     * @param helper who writes summaries, if anybody does
     */
    public PromptEditor(
            Archive archive, Settings settings, SessionState state, TextAuthors authorship, HelperModel helper) {
        this.sessions = archive::at;
        this.settings = settings;
        this.texts = new EditTexts(archive);
        this.injector = new StateInjector(state, texts);
        this.toolOffer = new ToolOffer(settings.tools());
        this.inputs = new EditInputs(new RequestStates(settings), authorship, texts, toolOffer);
        this.summaries = new Summaries(helper, state, this, settings.windows());
        this.isDryRun = false;
    }

    /** The same for a request that does not come: it remembers nothing, and asks nobody. */
    private PromptEditor(PromptEditor real, DryRun run) {
        this.sessions = run::at;
        this.settings = real.settings;
        this.texts = real.texts;
        this.injector = new StateInjector(_ -> Optional.empty(), texts);
        this.toolOffer = new ToolOffer(settings.tools().nothingNew());
        this.inputs = real.inputs;
        this.summaries = real.summaries;
        this.isDryRun = true;
    }

    /**
     * What would be sent for a request if it came now, without what the session would only then be told or offered;
     * nothing if it goes as it came.
     */
    public Optional<PromptToSend> dryRun(DryRun run) {
        return new PromptEditor(this, run).edit(run.recorded());
    }

    /** What is sent for a turn that was kept; nothing if it goes as it came. */
    public Optional<PromptToSend> edit(RecordedTurn recorded) {
        return rule(recorded).flatMap(rule -> edit(recorded, rule.policy()));
    }

    private Optional<PolicyRules.NamedPolicy> rule(RecordedTurn recorded) {
        return settings.rules().of(recorded.turn().run());
    }

    private String word(RecordedTurn recorded) {
        return rule(recorded).map(PolicyRules.NamedPolicy::word).orElse("off");
    }

    private Optional<PromptToSend> edit(RecordedTurn recorded, Policy rule) {
        return switch (recorded.turn().purpose()) {
            case CONVERSATION ->
                recorded.turn().continuesStoredResponse() ? Optional.empty() : Optional.of(converse(recorded, rule));
            case COMPACTION ->
                whole(recorded)
                        .or(() -> Optional.of(edit(
                                recorded,
                                Trim.afterRefusal(Retention.DEFAULT),
                                OptionalLong.empty(),
                                /* mayTell= */ false)));
            case PREWARM, ASIDE ->
                recorded.path().isEmpty() ? Optional.empty() : Optional.of(asBefore(recorded, OptionalLong.empty()));
            case OPAQUE -> Optional.empty();
        };
    }

    private PromptToSend converse(RecordedTurn recorded, Policy rule) {
        Policy policy = rule instanceof Compact compact
                ? summaries.withReady(recorded.card().ref(), compact)
                : rule;
        return edit(recorded, policy, OptionalLong.empty(), /* mayTell= */ true);
    }

    /** A turn was answered: what may be needed soon is prepared, on a thread of its own. */
    public void prepare(RecordedTurn recorded) {
        if (recorded.turn().purpose() == Purpose.CONVERSATION
                && !recorded.turn().continuesStoredResponse()) {
            rule(recorded).ifPresent(rule -> summaries.prepare(recorded, rule.policy()));
        }
    }

    /** What to send instead of a prompt that the provider refused as too long. */
    public PromptToSend repair(RecordedTurn recorded, PromptToSend refused, Overflow overflow) {
        double part = settings.learned().refused(recorded.turn(), overflow);
        OptionalLong most = OptionalLong.of(Math.round(refused.weight().tokens() * part));
        Policy smaller = Trim.afterRefusal(settings.figures().repairAges());
        return edit(recorded, smaller, most, recorded.turn().purpose() == Purpose.CONVERSATION);
    }

    /**
     * Decides and writes under one lease, unless a summary is due or the session may be told something: these are asked
     * for while the lease is free, and then it is decided under another.
     *
     * @param ceiling the most that the provider takes of this prompt, if it said so
     * @param mayTell whether the session may be told something beside the words of its user
     */
    private PromptToSend edit(RecordedTurn recorded, Policy policy, OptionalLong ceiling, boolean mayTell) {
        boolean mayAdd = !recorded.turn().purpose().isBeside();
        List<EditPlan> plans = EditPlan.bolderFirst(policy, settings.figures().repairAges(), mayAdd, ceiling);
        Optional<StateInjector.PreparedBlock> told = Optional.empty();
        if (mayTell) {
            Optional<FirstLook> first = tried(recorded, session -> firstLook(recorded, session, plans.getFirst()));
            Optional<PromptToSend> prompt = first.flatMap(FirstLook::prompt);
            if (prompt.isPresent()) {
                return prompt.get();
            }
            if (first.filter(FirstLook::wantsSummary).isPresent() && policy instanceof InformedCompact informed) {
                return edit(recorded, summaries.withAsked(recorded, informed.compact()), ceiling, /* mayTell= */ true);
            }
            told = first.flatMap(FirstLook::asking).flatMap(injector::ask);
        }
        Optional<StateInjector.PreparedBlock> block = told;
        for (EditPlan plan : plans) {
            Optional<PromptToSend> prompt = tried(
                    recorded, session -> edit(recorded, session, inputs.of(recorded, session, ceiling), plan, block));
            if (prompt.isPresent()) {
                return prompt.get();
            }
        }
        return asBefore(recorded, ceiling);
    }

    /**
     * What was decided before holds, and nothing else: for a side request that goes on from the conversation, which as
     * it came would find nothing in the provider's cache, and where nothing else works.
     */
    private PromptToSend asBefore(RecordedTurn recorded, OptionalLong ceiling) {
        EditPlan plan = EditPlan.nothingNew(ceiling);
        return attempt(
                recorded,
                session -> edit(recorded, session, inputs.of(recorded, session, ceiling), plan, Optional.empty()));
    }

    /** What is sent, or what has to be asked before that is decided. */
    private record FirstLook(
            Optional<PromptToSend> prompt, boolean wantsSummary, Optional<StateInjector.BlockRequest> asking) {}

    /** A session may be told something with its user's newest words, or with what takes the place of others. */
    private FirstLook firstLook(RecordedTurn recorded, LeasedSession session, EditPlan plan) {
        EditInput input = inputs.of(recorded, session, plan.ceiling());
        if (!isDryRun
                && plan.policy() instanceof InformedCompact compact
                && compact.wantsSummary(input.policyInput())) {
            return new FirstLook(Optional.empty(), /* wantsSummary= */ true, Optional.empty());
        }
        boolean mayReplace = rule(recorded).orElseThrow().policy().mayReplace(input.policyInput());
        Optional<StateInjector.BlockRequest> asking = mayReplace || StateInjector.hasFreshWords(recorded)
                ? injector.blockRequest(
                        recorded, offered(recorded, session, input, new ArrayList<>()), plan.policy(), mayReplace)
                : Optional.empty();
        Optional<PromptToSend> prompt = asking.isPresent()
                ? Optional.empty()
                : Optional.of(edit(recorded, session, input, plan, Optional.empty()));
        return new FirstLook(prompt, /* wantsSummary= */ false, asking);
    }

    /**
     * What a client's own compaction is sent as when all that was ever said fits: its summary is to be of that, and
     * not of stubs. It is no part of the conversation, so there is no cache that it would have to match.
     */
    private Optional<PromptToSend> whole(RecordedTurn recorded) {
        return tried(recorded, session -> {
                    EditInput stage = inputs.of(recorded, session, new EditLog(), OptionalLong.empty());
                    PromptToSend.Weight weight = weight(recorded, session, stage);
                    Bytes body = recorded.turn().request().body();
                    return Optional.of(new PromptToSend(body, /* isEdited= */ false, word(recorded), List.of(), weight))
                            .filter(_ -> weight.tokens()
                                    <= stage.policyInput().state().budget().promptLimit());
                })
                .flatMap(whole -> whole);
    }

    /** Nothing if it cannot be done, whatever the reason; but an error of the store is passed on. */
    private <T> Optional<T> tried(RecordedTurn recorded, Archive.Work<T> work) {
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

    /** Does some work under the session's lease; edits are safe when it returns, and may be used. */
    private <T> T attempt(RecordedTurn recorded, Archive.Work<T> work) {
        Done<T> done = sessions.at(recorded, session -> new Done<>(work.on(session), session.pendingEdits()));
        done.unsure().ifPresent(Receipt::awaitDurable);
        return done.result();
    }

    /** What work came to, and the edits that it may have used and that are not safe yet. */
    private record Done<T>(T result, Optional<Receipt> unsure) {}

    /** Shows a turn to {@link Summaries} as a policy sees it. */
    <T> T look(RecordedTurn recorded, Summaries.Look<T> look) {
        return attempt(recorded, session -> {
            EditInput stage = inputs.of(recorded, session, OptionalLong.empty());
            return look.at(
                    stage.policyInput(),
                    stage.request(),
                    () -> inputs.changes(recorded, stage, stage.log()),
                    session.progress().taken().map(Entry.TurnOpened::model));
        });
    }

    /** Offers tools if it is time for that; what is decided from then on may name handles. */
    private EditInput offered(RecordedTurn recorded, LeasedSession session, EditInput input, List<Decision> decisions) {
        BooleanSupplier isNew = () -> input.isWrittenAnew(rule(recorded).map(PolicyRules.NamedPolicy::policy));
        Optional<Decision> offer = toolOffer.decide(recorded, session, input.chain(), input.policyInput(), isNew);
        offer.ifPresent(decision -> {
            texts.remember(decision.texts());
            decisions.add(decision);
        });
        return offer.map(input::withTools).orElse(input);
    }

    private PromptToSend edit(
            RecordedTurn recorded,
            LeasedSession session,
            EditInput given,
            EditPlan plan,
            Optional<StateInjector.PreparedBlock> told) {
        EditInput stage = given;
        List<Decision> decisions = new ArrayList<>();
        if (plan.mayAdd()) {
            stage = offered(recorded, session, stage, decisions);
            StateInjector.decide(stage.policyInput(), stage.log(), told).ifPresent(decisions::add);
        }
        boolean isPacked = EditInput.edits(decisions).stream().anyMatch(Edit.Prepend.class::isInstance);
        PolicyInput input = stage.policyInput().with(decisions);
        List<Decision> decided = plan.policy().decide(input);
        decisions.addAll(decided);
        if (plan.mayAdd() && !isPacked) {
            told.ifPresent(one -> StateInjector.append(input.with(decided), one.block(), decisions));
        }
        PolicyInput sent = stage.policyInput().with(decisions);
        Bytes body = send(recorded, stage, session, decisions);
        if (!isDryRun && plan.policy() instanceof InformedCompact compact) {
            summaries.sent(recorded.card().ref(), compact, input, decided);
        }
        return new PromptToSend(
                body,
                !body.equals(recorded.turn().request().body()),
                word(recorded),
                stage.tools(),
                weight(
                        recorded,
                        session,
                        new EditInput(stage.request(), stage.chain(), session.edits(), sent, stage.tools())));
    }

    private PromptToSend.Weight weight(RecordedTurn recorded, LeasedSession session, EditInput stage) {
        long head = stage.chain().headTokens();
        long added = stage.tools().isEmpty() ? 0 : inputs.addedTokens(recorded, stage.chain(), stage.log());
        PromptToSend.Head weighed = new PromptToSend.Head(head, head + added, session.isLikeTaken());
        return PromptToSend.Weight.of(stage.policyInput(), session.progress(), weighed, session.edits());
    }

    /** Writes the request under all edits; decisions are kept before it is given away. */
    private Bytes send(RecordedTurn recorded, EditInput stage, LeasedSession session, List<Decision> decisions) {
        List<Edit> edits = EditInput.edits(decisions);
        decisions.forEach(decision -> texts.remember(decision.texts()));
        EditLog log = edits.isEmpty() ? stage.log() : stage.log().with(edits);
        Bytes body = RequestRewriter.apply(stage.request(), inputs.changes(recorded, stage, log));
        EditValidator.check(recorded.turn(), body, edits);
        if (!edits.isEmpty() && !recorded.turn().purpose().isBeside()) {
            session.keep(decisions);
        }
        return body;
    }
}
