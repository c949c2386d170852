package dev.throughline.engine.edit;

import dev.throughline.engine.archive.Archive;
import dev.throughline.engine.archive.LeasedSession;
import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.Receipt;
import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.engine.archive.Turn;
import dev.throughline.engine.helper.HelperModel;
import dev.throughline.engine.session.AgentMarkers;
import dev.throughline.model.ProxyException;
import dev.throughline.model.SessionRef;
import dev.throughline.wire.Overflow;
import dev.throughline.workingset.budget.ModelWindows;
import dev.throughline.workingset.policy.Compact;
import dev.throughline.workingset.policy.CompactSettings;
import dev.throughline.workingset.policy.Policy;
import dev.throughline.workingset.policy.Retention;
import dev.throughline.workingset.policy.Trim;
import dev.throughline.workingset.price.PriceTable;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides what the model sees in a turn. Safe for use by many threads.
 *
 * <p>A turn of the conversation is edited in these steps. {@link LeasedEdit} contains everything that runs under a
 * lease.
 *
 * <pre>
 *   lease    first pass: is a summary due, or may a state block be added? If neither: decide, store, write, done
 *   no lease ask the helper model for the summary, and go back to the first pass; or ask for the state block
 *   lease    decide, store and write, by the first {@link LeasedEdit.EditPlan}; if that fails, by the next one
 *   lease    if all plans fail: write the request under the edits of earlier turns
 * </pre>
 *
 * <p>The request is returned only after the edits in it are durable.
 */
public final class PromptEditor {
    private static final Logger LOG = LoggerFactory.getLogger(PromptEditor.class);

    /**
     * How prompts are edited.
     *
     * @param bodyBytes the size of the largest body to send, if there is a limit
     * @param learned windows that providers reported when they refused a prompt
     * @param byHand carries out compactions that someone requests, whatever the policy is
     */
    public record EditSettings(
            PolicyRules rules,
            ModelWindows windows,
            PriceTable prices,
            LocalToolCatalog tools,
            OptionalLong bodyBytes,
            LearnedWindows learned,
            EditFigures figures,
            Compact byHand) {
        /** Settings with the defaults for compactions that someone requests. */
        public EditSettings(
                PolicyRules rules,
                ModelWindows windows,
                PriceTable prices,
                LocalToolCatalog tools,
                OptionalLong bodyBytes,
                LearnedWindows learned,
                EditFigures figures) {
            this(
                    rules,
                    windows,
                    prices,
                    tools,
                    bodyBytes,
                    learned,
                    figures,
                    new Compact(CompactSettings.DEFAULT, figures.repairRetention()));
        }

        Optional<PolicyRules.NamedPolicy> ruleOf(RecordedTurn recorded) {
            return rules.of(recorded.turn().run());
        }
    }

    private final Archive archive;

    /** The session that is used instead of the archived one, if this is a dry run. */
    private final Optional<LeasedSession> copy;

    private final LeasedEdit.EditServices services;
    private final StateInjector injector;
    private final Summaries summaries;
    private final RequestedSummaries requested;

    /**
     * Creates an editor for the sessions of an archive.
     *
     * @param state writes the state block of a session
     * @param markers detects who wrote a text: the role of its message is not enough to decide that
     * @param helper writes summaries, if there is one
     */
    public PromptEditor(
            Archive archive, EditSettings settings, SessionState state, AgentMarkers markers, HelperModel helper) {
        EditTexts texts = new EditTexts(archive);
        CompactionLimiter limiter = new CompactionLimiter();
        this.archive = archive;
        this.copy = Optional.empty();
        this.services = new LeasedEdit.EditServices(
                settings, markers, texts, new RequestStates(settings), new ToolOffer(settings.tools()), limiter);
        this.injector = new StateInjector(state, texts);
        SummaryWriter writer = new SummaryWriter(helper);
        this.summaries = new Summaries(helper, state, this, settings.windows(), limiter, writer);
        Compact byHand = settings.byHand();
        this.requested = new RequestedSummaries(
                helper,
                writer,
                this,
                byHand,
                recorded -> summaries.fromNotes(
                        recorded, byHand, input -> byHand.rangeNow(input).isPresent()));
    }

    /**
     * Creates an editor for a dry run. It stores nothing, adds no tools and no state block, and does not ask the helper
     * model.
     */
    private PromptEditor(PromptEditor real, LeasedSession copy) {
        this.archive = real.archive;
        this.copy = Optional.of(copy);
        this.services = real.services;
        this.injector = real.injector;
        this.summaries = real.summaries;
        this.requested = real.requested;
    }

    /**
     * The prompt that would be sent for a request now, without new tools and a new state block; empty if it would not
     * be edited.
     */
    public Optional<PromptToSend> dryRun(LeasedSession copyOfSession) {
        return new PromptEditor(this, copyOfSession).edit(copyOfSession.recorded());
    }

    /** The prompt to send for a recorded turn; empty if the client's own bytes are to be sent. */
    public Optional<PromptToSend> edit(RecordedTurn recorded) {
        if (recorded.turn().purpose() == Purpose.CONVERSATION && copy.isEmpty()) {
            requested.note(recorded);
        }
        Optional<PolicyRules.NamedPolicy> rule = services.settings().ruleOf(recorded);
        return rule.isPresent() || isCompactedByHand(recorded)
                ? edit(recorded, rule.map(PolicyRules.NamedPolicy::policy).orElse(Policy.NO_CHANGE))
                : Optional.empty();
    }

    /** Whether a turn without a policy is edited, because someone requested a compaction of its session. */
    private static boolean isCompactedByHand(RecordedTurn recorded) {
        boolean isAffected = recorded.compaction().isDone()
                || recorded.compaction().requested().isPresent();
        return isAffected && recorded.turn().purpose() != Purpose.COMPACTION;
    }

    private Optional<PromptToSend> edit(RecordedTurn recorded, Policy policy) {
        OptionalLong noLimit = OptionalLong.empty();
        return switch (recorded.turn().purpose()) {
            case CONVERSATION ->
                recorded.turn().continuesStoredResponse()
                        ? Optional.empty()
                        : Optional.of(editConversation(recorded, withPreparedSummary(recorded, policy), noLimit));
            case COMPACTION ->
                tryUnderLease(recorded, LeasedEdit::uneditedIfItFits)
                        .flatMap(Function.identity())
                        .or(() -> Optional.of(editByPlans(
                                recorded, Trim.afterRefusal(Retention.DEFAULT), noLimit, Optional.empty())));
            case PREWARM, SIDE_REQUEST ->
                recorded.path().isEmpty() ? Optional.empty() : Optional.of(withEarlierEdits(recorded, noLimit));
            case COMMAND, IMPORTED, OPAQUE -> Optional.empty();
        };
    }

    private Policy withPreparedSummary(RecordedTurn recorded, Policy policy) {
        SessionRef session = recorded.card().ref();
        Policy own = policy instanceof Compact compact ? summaries.withPrepared(session, compact) : policy;
        return recorded.compaction()
                .requested()
                .<Policy>map(request -> requested.withPrepared(session, request, own))
                .orElse(own);
    }

    /** The prompt to send instead of a prompt that the provider refused as too long. */
    public PromptToSend repair(RecordedTurn recorded, PromptToSend refused, Overflow overflow) {
        double part = services.settings().learned().learnFromRefusal(recorded.turn(), overflow);
        OptionalLong limit = OptionalLong.of(Math.round(refused.weight().tokens() * part));
        Policy policy = Trim.afterRefusal(services.settings().figures().repairRetention());
        return recorded.turn().purpose() == Purpose.CONVERSATION
                ? editConversation(recorded, policy, limit)
                : editByPlans(recorded, policy, limit, Optional.empty());
    }

    /** Starts to prepare a summary for the next turns, on another thread. Called when a turn was answered. */
    public void prepare(RecordedTurn recorded) {
        Turn turn = recorded.turn();
        if (turn.purpose() == Purpose.CONVERSATION && !turn.continuesStoredResponse()) {
            services.settings().ruleOf(recorded).ifPresent(rule -> summaries.prepare(recorded, rule.policy()));
        }
    }

    /**
     * Edits a turn of the conversation.
     *
     * @param limit the maximum number of prompt tokens, if the provider refused this turn before
     */
    private PromptToSend editConversation(RecordedTurn recorded, Policy policy, OptionalLong limit) {
        LeasedEdit.EditPlan plan = plans(recorded, policy, limit).getFirst();
        Optional<LeasedEdit.FirstPass> firstPass =
                copy.isPresent() ? Optional.empty() : tryUnderLease(recorded, edit -> edit.firstPass(plan, injector));
        if (firstPass.isEmpty()) {
            return editByPlans(recorded, policy, limit, Optional.empty());
        }
        return switch (firstPass.get()) {
            case LeasedEdit.FirstPass.Done done -> done.prompt();
            case LeasedEdit.FirstPass.NeedsSummary needed ->
                editConversation(recorded, withRequestedSummary(recorded, needed.policy()), limit);
            case LeasedEdit.FirstPass.NeedsBlock needed ->
                editByPlans(recorded, policy, limit, injector.prepare(needed.request()));
        };
    }

    private Policy withRequestedSummary(RecordedTurn recorded, SummaryPolicy policy) {
        return switch (policy) {
            case InformedCompact informed -> summaries.withRequested(recorded, informed.compact());
            case RequestedCompact byHand -> requested.withRequested(recorded, byHand);
        };
    }

    /** The summaries of compactions that someone requests. */
    RequestedSummaries requestedSummaries() {
        return requested;
    }

    /** Edits the turn by the first plan that does not fail. */
    private PromptToSend editByPlans(
            RecordedTurn recorded, Policy policy, OptionalLong limit, Optional<StateInjector.PreparedBlock> block) {
        for (LeasedEdit.EditPlan plan : plans(recorded, policy, limit)) {
            Optional<PromptToSend> prompt = tryUnderLease(recorded, edit -> edit.edit(plan, block));
            if (prompt.isPresent()) {
                return prompt.get();
            }
        }
        return withEarlierEdits(recorded, limit);
    }

    private List<LeasedEdit.EditPlan> plans(RecordedTurn recorded, Policy policy, OptionalLong limit) {
        if (services.settings().ruleOf(recorded).isEmpty()) {
            return List.of(new LeasedEdit.EditPlan(policy, /* mayAdd= */ false, limit));
        }
        boolean mayAdd = recorded.turn().purpose().allowsNewEdits();
        return LeasedEdit.EditPlan.inOrder(policy, services.settings().figures().repairRetention(), mayAdd, limit);
    }

    /**
     * The request with only the edits of earlier turns. A side request that continues the conversation has to be sent
     * like this to be found in the provider's cache. For all other turns it is the last resort.
     */
    private PromptToSend withEarlierEdits(RecordedTurn recorded, OptionalLong limit) {
        return underLease(recorded, edit -> edit.edit(LeasedEdit.EditPlan.earlierEdits(limit), Optional.empty()));
    }

    /** Runs work under the session's lease; empty if it fails. A failure of the store is thrown. */
    private <T> Optional<T> tryUnderLease(RecordedTurn recorded, Function<LeasedEdit, T> work) {
        try {
            return Optional.of(underLease(recorded, work));
        } catch (ProxyException e) {
            throw e;
        } catch (RuntimeException e) {
            LOG.error(
                    "session {}: a prompt cannot be edited as planned",
                    recorded.card().ref().id(),
                    e);
            return Optional.empty();
        }
    }

    /** Runs work under the session's lease, and returns after the edits that it may have used are durable. */
    <T> T underLease(RecordedTurn recorded, Function<LeasedEdit, T> work) {
        Archive.Work<LeasedResult<T>> withReceipt = session ->
                new LeasedResult<>(work.apply(new LeasedEdit(services, recorded, session)), session.pendingEdits());
        LeasedResult<T> result =
                copy.isPresent() ? withReceipt.on(copy.get()) : archive.underLease(recorded, withReceipt);
        result.pendingEdits().ifPresent(Receipt::awaitDurable);
        return result.value();
    }

    /** The result of work under a lease, and the receipt of edits that were not durable when the lease ended. */
    private record LeasedResult<T>(T value, Optional<Receipt> pendingEdits) {}
}
