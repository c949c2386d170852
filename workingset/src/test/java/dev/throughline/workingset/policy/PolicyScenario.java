package dev.throughline.workingset.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Hash;
import dev.throughline.workingset.Chain;
import dev.throughline.workingset.Piece;
import dev.throughline.workingset.TestConversation;
import dev.throughline.workingset.WorkingSet;
import dev.throughline.workingset.budget.Budget;
import dev.throughline.workingset.edit.Decision;
import dev.throughline.workingset.edit.DecisionReason;
import dev.throughline.workingset.edit.Edit;
import dev.throughline.workingset.edit.EditLog;
import dev.throughline.workingset.price.Prices;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A chain, its edits and the state of a request. Policies decide on it; the result is shown as one letter per piece:
 *
 * <pre>
 *   u s p a t c r   user, system, scaffold (project docs), assistant, reasoning, call, result: unchanged
 *   P               a result without padding    S   shortened      ▪   cleared      C   a call with other arguments
 *   N               a result of which a later one shows a part
 *   [               a message that replaces a range; the other pieces of the range are not shown
 * </pre>
 *
 * <p>After each decision it checks the properties of every policy: the edits give the working set that the policy has
 * computed, nothing gets longer, and the same input gives the same decision.
 */
final class PolicyScenario {
    static final Prices PRICES = new Prices(0.1, 1.25, 5, Duration.ofMinutes(5));

    private final TestConversation conversation;
    private final EditLog log;
    private final Map<Hash, String> texts;
    private int sent;
    private long hard = 1_000_000;
    private boolean isCold;
    private Duration idle = Duration.ZERO;
    private boolean isRepeat;
    private long requests = 20;
    private long requestsSinceRewrite = 20;
    private double saved;
    private double spent;

    private PolicyScenario(TestConversation conversation, EditLog log, Map<Hash, String> texts) {
        this.conversation = conversation;
        this.log = log;
        this.texts = texts;
    }

    static PolicyScenario of(TestConversation conversation) {
        return new PolicyScenario(conversation, new EditLog(), new HashMap<>());
    }

    /** Another branch of the same session, with the same edits. */
    PolicyScenario branch(TestConversation other) {
        return new PolicyScenario(other, log, texts);
    }

    PolicyScenario hard(long tokens) {
        hard = tokens;
        return this;
    }

    PolicyScenario cold() {
        isCold = true;
        return this;
    }

    /** Cold, after a pause. */
    PolicyScenario idle(Duration time) {
        idle = time;
        return cold();
    }

    PolicyScenario warm() {
        isCold = false;
        return this;
    }

    PolicyScenario repeated() {
        isRepeat = true;
        return this;
    }

    PolicyScenario saved(double tokens) {
        saved = tokens;
        return this;
    }

    PolicyScenario requests(long count) {
        requests = count;
        return this;
    }

    PolicyScenario requestsSinceRewrite(long count) {
        requestsSinceRewrite = count;
        return this;
    }

    /** All pieces so far were sent before; later ones are new. */
    PolicyScenario sent() {
        sent = conversation.size();
        return this;
    }

    /** Adds an edit that no policy made. */
    void accept(Edit edit) {
        log.accept(edit);
    }

    /** Adds the text of an edit. */
    Hash text(String said) {
        texts.put(Hash.of(said), said);
        return Hash.of(said);
    }

    Chain chain() {
        return conversation.chain();
    }

    WorkingSet workingSet() {
        return WorkingSet.of(conversation.chain().pieces(), log);
    }

    String text(int index) {
        Edit.Reword reword = log.reword(chain().piece(index).node()).orElse(null);
        return reword == null ? chain().text(index) : texts.getOrDefault(reword.text(), "");
    }

    /** The text of a piece that the model sees, without line numbers. */
    String unnumbered(int index) {
        return workingSet().isHidden(index) ? "" : text(index).replaceAll("(?m)^ *\\d+→", "");
    }

    String block(int first) {
        Edit.Replace replace = log.replacesFrom(chain().piece(first).node()).getFirst();
        return texts.getOrDefault(replace.text(), "");
    }

    PolicyScenario spent(double tokens) {
        spent = tokens;
        return this;
    }

    PolicyInput input() {
        Budget budget = new Budget(Math.round(hard / 0.97), 0, OptionalLong.empty());
        RequestState state = new RequestState(
                budget,
                PRICES,
                TestConversation.COUNT,
                0,
                sent,
                isCold,
                idle,
                isRepeat,
                requests,
                requestsSinceRewrite,
                spent,
                saved,
                1);
        return new PolicyInput(conversation.chain(), workingSet(), state);
    }

    /** Runs a policy and applies its decisions. */
    List<Decision> decide(Policy policy) {
        PolicyInput input = input();
        List<Decision> decisions = policy.decide(input);
        assertEquals(decisions, policy.decide(input), "the same input gives the same decision");
        PolicyInput after = input.with(decisions);
        for (Decision decision : decisions) {
            texts.putAll(decision.texts());
            decision.edits().forEach(log::accept);
        }
        sent = conversation.size();
        checkEqual(workingSet(), after.workingSet());
        boolean isAsked =
                decisions.stream().anyMatch(decision -> decision.reason().trigger() == DecisionReason.Trigger.ASKED);
        assertTrue(
                after.total() <= input.total() || isAsked,
                "nothing gets longer: " + input.total() + " to " + after.total());
        decisions.stream()
                .reduce((_, last) -> last)
                .filter(_ -> !isAsked)
                .ifPresent(last -> assertEquals(after.total(), last.reason().after(), "tokens that are left"));
        return decisions;
    }

    private void checkEqual(WorkingSet fresh, WorkingSet other) {
        for (int i = 0; i < chain().size(); i++) {
            assertEquals(fresh.tokens(i), other.tokens(i), "tokens of piece " + i);
            assertEquals(fresh.reword(i), other.reword(i), "rewording of piece " + i);
            assertEquals(fresh.isHidden(i), other.isHidden(i), "whether piece " + i + " is hidden");
            Edit.@Nullable Reword reword = fresh.reword(i);
            assertTrue(reword == null || reword.tokens() < chain().piece(i).tokens(), "piece " + i + " got longer");
        }
    }

    /** One letter for each piece that is sent. */
    String picture() {
        WorkingSet set = workingSet();
        List<String> letters = new ArrayList<>();
        for (int i = 0; i < chain().size(); i++) {
            if (!set.isHidden(i)) {
                letters.add(letter(chain().piece(i), set.reword(i)));
            } else if (set.replacementEnd(i) >= 0) {
                letters.add("[");
            }
        }
        return String.join(" ", letters);
    }

    private static String letter(Piece piece, Edit.@Nullable Reword reword) {
        if (reword != null) {
            return switch (reword.kind()) {
                case SHORTEN -> "S";
                case SUPERSEDE -> piece.isCall() ? "C" : "N";
                case UNPAD -> "P";
                case CLEAR -> piece.isCall() ? "C" : "▪";
            };
        }
        return switch (piece.kind()) {
            case USER -> piece.isUserText() ? "u" : "p";
            case SYSTEM -> "s";
            case ASSISTANT -> "a";
            case REASONING -> "t";
            case TOOL_CALL -> "c";
            case TOOL_RESULT -> "r";
            case OTHER -> "o";
        };
    }
}
