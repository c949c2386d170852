package dev.throughline.engine.edit;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.LeasedSession;
import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.engine.archive.Turn;
import dev.throughline.engine.session.AgentMarkers;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.wire.Request;
import dev.throughline.wire.RequestChange;
import dev.throughline.wire.request.RequestRewriter;
import dev.throughline.workingset.Piece;
import dev.throughline.workingset.WorkingSet;
import dev.throughline.workingset.edit.Decision;
import dev.throughline.workingset.edit.Edit;
import dev.throughline.workingset.edit.EditLog;
import dev.throughline.workingset.policy.Policy;
import dev.throughline.workingset.policy.PolicyInput;
import dev.throughline.workingset.policy.RequestState;
import dev.throughline.workingset.policy.Retention;
import dev.throughline.workingset.policy.Trim;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Edits one turn while the lease of its session is held: parses the request, lets the policy decide, stores the
 * decisions and writes the request. Valid as long as the lease.
 */
final class LeasedEdit {
    /** The services that all turns share. */
    record EditServices(
            PromptEditor.EditSettings settings,
            AgentMarkers markers,
            EditTexts texts,
            RequestStates states,
            ToolOffer toolOffer,
            CompactionLimiter limiter) {}

    /**
     * The result of the first pass: the prompt, or a request for a summary or a state block that the decision needs.
     */
    sealed interface FirstPass {
        record Done(PromptToSend prompt) implements FirstPass {}

        record NeedsSummary(SummaryPolicy policy) implements FirstPass {}

        record NeedsBlock(StateInjector.BlockRequest request) implements FirstPass {}
    }

    private final EditServices services;
    private final RecordedTurn recorded;
    private final LeasedSession session;
    private final Turn turn;
    private final Function<Hash, String> texts;
    private final Optional<PolicyRules.NamedPolicy> rule;

    LeasedEdit(EditServices services, RecordedTurn recorded, LeasedSession session) {
        this.services = services;
        this.recorded = recorded;
        this.session = session;
        this.turn = recorded.turn();
        this.texts = services.texts().in(recorded.card().ref());
        this.rule = services.settings().ruleOf(recorded);
    }

    /**
     * Edits the turn, unless a summary is due or a state block may be added. A block may be added to a new message of
     * the user, or to a message that replaces others.
     */
    FirstPass firstPass(EditPlan plan, StateInjector injector) {
        EditInput input = input(plan.limit());
        Policy policy = current(plan.policy());
        if (policy instanceof SummaryPolicy needing && needing.wantsSummary(input.policyInput())) {
            return new FirstPass.NeedsSummary(needing);
        }
        if (!plan.mayAdd()) {
            return new FirstPass.Done(edit(input, plan, Optional.empty()));
        }
        boolean mayReplace = (policy instanceof RequestedCompact || rule.isEmpty()
                        ? policy
                        : rule.get().policy())
                .mayReplace(input.policyInput());
        Optional<StateInjector.BlockRequest> request = mayReplace || StateInjector.hasNewUserText(recorded)
                ? injector.blockRequest(
                        recorded,
                        offerTools(input, policy).map(input::withTools).orElse(input),
                        policy,
                        mayReplace)
                : Optional.empty();
        return request.<FirstPass>map(FirstPass.NeedsBlock::new)
                .orElseGet(() -> new FirstPass.Done(edit(input, plan, Optional.empty())));
    }

    /** The policy without a request for a compaction that another turn has carried out meanwhile. */
    private Policy current(Policy policy) {
        return policy instanceof RequestedCompact compact
                        && !session.manualCompaction().requested().equals(Optional.of(compact.request()))
                ? compact.next()
                : policy;
    }

    /** Makes the decisions that a plan allows, stores them, and writes the request with all edits applied. */
    PromptToSend edit(EditPlan plan, Optional<StateInjector.PreparedBlock> block) {
        return edit(input(plan.limit()), plan, block);
    }

    private PromptToSend edit(EditInput given, EditPlan plan, Optional<StateInjector.PreparedBlock> block) {
        List<Decision> decisions = new ArrayList<>();
        Policy policy = current(plan.policy());
        Optional<Decision> offer = plan.mayAdd() ? offerTools(given, policy) : Optional.empty();
        EditInput input = offer.map(given::withTools).orElse(given);
        Optional<Decision> prepend =
                plan.mayAdd() ? StateInjector.prepend(input.policyInput(), input.log(), block) : Optional.empty();
        offer.ifPresent(decisions::add);
        prepend.ifPresent(decisions::add);

        PolicyInput policyInput = input.policyInput().with(decisions);
        List<Decision> decided = policy.decide(policyInput);
        boolean appendsBlock = plan.mayAdd() && prepend.isEmpty() && block.isPresent();
        decisions.addAll(
                appendsBlock
                        ? StateInjector.append(policyInput, decided, block.get().text())
                        : decided);

        Bytes body = write(input, decisions);
        if (!session.isDryRun() && policy instanceof InformedCompact compact) {
            services.limiter().count(recorded.card().ref(), compact, policyInput, decided);
        }
        return prompt(body, input.tools(), weight(input, input.policyInput().with(decisions), session.edits()));
    }

    /**
     * The request for a client's own compaction, unedited, if it fits: the client's summary has to describe the content
     * and not placeholders. The request is not part of the conversation, so it does not have to match a cached prefix.
     */
    Optional<PromptToSend> uneditedIfItFits() {
        EditInput input = input(new EditLog(), OptionalLong.empty());
        PromptToSend.Weight weight = weight(input, input.policyInput(), input.log());
        boolean fits = weight.tokens() <= input.policyInput().state().budget().promptLimit();
        return fits ? Optional.of(prompt(turn.request().body(), List.of(), weight)) : Optional.empty();
    }

    private PromptToSend prompt(Bytes body, List<String> tools, PromptToSend.Weight weight) {
        String policy = rule.map(PolicyRules.NamedPolicy::word).orElse("off");
        return new PromptToSend(body, !body.equals(turn.request().body()), policy, tools, weight);
    }

    /**
     * The turn with the edits in force.
     *
     * @param limit the maximum number of prompt tokens, if the provider refused a larger prompt
     */
    EditInput input(OptionalLong limit) {
        return input(services.texts().readable(recorded.card().ref(), session.edits()), limit);
    }

    private EditInput input(EditLog all, OptionalLong limit) {
        List<Hash> ends = recorded.path().stream().map(RecordedTurn.Step::node).toList();
        Request request = new LocalCallRestorer(turn.wire(), all, texts).restore(turn.request(), ends);
        List<String> tools = services.toolOffer().names(turn.wire(), turn.request(), all, texts);
        RequestChain chain = RequestChain.of(recorded, session, request, tools, services.markers());
        EditLog log = all.on(() -> chain.pieces().stream().map(Piece::node).iterator());
        RequestState state = services.states()
                .stateOf(
                        turn,
                        session.progress(),
                        chain,
                        toolTokens(tools, chain, log),
                        chain.firstPieceOfLast(recorded.freshElements()))
                .withPromptLimit(limit);
        return new EditInput(
                request,
                chain,
                log,
                new PolicyInput(chain.chain(turn.wire(), request), WorkingSet.of(chain.pieces(), log), state),
                tools);
    }

    /** The tokens of the local tools in the request. */
    private long toolTokens(List<String> tools, RequestChain chain, EditLog log) {
        return tools.isEmpty()
                ? 0
                : chain.toolTokens(log.added(), count -> services.toolOffer().tokens(log, texts, count));
    }

    /** The decision to add local tools to the session, if they should be added with this request. */
    private Optional<Decision> offerTools(EditInput input, Policy current) {
        if (session.isDryRun()) {
            return Optional.empty();
        }
        Optional<Policy> policy = rule.map(PolicyRules.NamedPolicy::policy);
        boolean isCompacted = current instanceof RequestedCompact && current.mayReplace(input.policyInput());
        Optional<Decision> offer = services.toolOffer()
                .decide(recorded, session, input, () -> isCompacted || input.isRewrittenAnyway(policy));
        offer.ifPresent(decision -> services.texts().remember(decision.texts()));
        return offer;
    }

    /** Writes the request with all edits applied, and stores the new edits. */
    private Bytes write(EditInput input, List<Decision> decisions) {
        List<Edit> edits = EditInput.edits(decisions);
        decisions.forEach(decision -> services.texts().remember(decision.texts()));
        EditLog log = edits.isEmpty() ? input.log() : input.log().with(edits);
        Bytes body = RequestRewriter.apply(input.request(), changes(input, log));
        EditValidator.check(turn, body, edits);
        if (!decisions.isEmpty() && turn.purpose().allowsNewEdits()) {
            session.append(decisions);
        }
        return body;
    }

    /** The changes that convert the restored request into the request to send. */
    List<RequestChange> changes(EditInput input, EditLog log) {
        List<RequestChange> changes =
                new ArrayList<>(new PromptWriter(turn.wire(), input.request(), input.chain(), log, texts).changes());
        changes.addAll(services.toolOffer().changes(turn.wire(), input.request(), log, texts));
        return changes;
    }

    private PromptToSend.Weight weight(EditInput input, PolicyInput sent, EditLog log) {
        long headTokens = input.chain().headTokens();
        long withTools = headTokens + toolTokens(input.tools(), input.chain(), log);
        return PromptToSend.Weight.of(sent, session, headTokens, withTools);
    }

    /** The model of the newest request that the provider accepted, if it accepted any. */
    Optional<String> acceptedModel() {
        return session.progress().accepted().map(Entry.TurnOpened::model);
    }

    /**
     * The kinds of edits that may be made in a turn. If a plan fails, because the policy throws or because the provider
     * would refuse the edited request, the next plan is tried, which allows fewer edits. Every plan makes the prompt
     * fit.
     *
     * @param mayAdd whether a state block and local tools may be added
     * @param limit the maximum number of prompt tokens, if the provider refused a larger prompt
     */
    record EditPlan(Policy policy, boolean mayAdd, OptionalLong limit) {
        /** The plans in the order in which to try them: the policy; no message is removed; also nothing is added. */
        static List<EditPlan> inOrder(Policy policy, Retention retention, boolean mayAdd, OptionalLong limit) {
            Policy inPlace = Trim.inPlace(retention);
            return Stream.of(
                            new EditPlan(policy, mayAdd, limit),
                            new EditPlan(inPlace, mayAdd, limit),
                            new EditPlan(inPlace, /* mayAdd= */ false, limit))
                    .distinct()
                    .toList();
        }

        /** A plan without new decisions: only the edits of earlier turns apply. */
        static EditPlan earlierEdits(OptionalLong limit) {
            return new EditPlan(Policy.NO_CHANGE, /* mayAdd= */ false, limit);
        }
    }
}
