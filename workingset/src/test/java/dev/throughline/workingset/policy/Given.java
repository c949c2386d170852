package dev.throughline.workingset.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Hash;
import dev.throughline.workingset.Chain;
import dev.throughline.workingset.Piece;
import dev.throughline.workingset.Talk;
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
 * A chain before a rule, and what becomes of it, as one letter per piece:
 *
 * <pre>
 *   u s p a t c r   user, system, scaffold (project docs), assistant, thought, call, result, as they came
 *   P               a result without padding    S   shortened      ▪   cleared      C   a call with other arguments
 *   N               a result of which a later one shows a part
 *   [               a block in the place of a range, whose other pieces are not drawn
 * </pre>
 *
 * <p>After each decision it checks what every rule promises: what it changed on the way is what its edits say; nothing
 * got longer; and the same scene gives the same decision.
 */
final class Given {
    static final Prices PRICES = new Prices(0.1, 1.25, 5, Duration.ofMinutes(5));

    private final Talk talk;
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

    private Given(Talk talk, EditLog log, Map<Hash, String> texts) {
        this.talk = talk;
        this.log = log;
        this.texts = texts;
    }

    static Given talk(Talk talk) {
        return new Given(talk, new EditLog(), new HashMap<>());
    }

    /** Another branch of the same session, on which all that was decided holds. */
    Given branch(Talk other) {
        return new Given(other, log, texts);
    }

    Given hard(long tokens) {
        hard = tokens;
        return this;
    }

    Given cold() {
        isCold = true;
        return this;
    }

    /** Cold, and for so long. */
    Given idle(Duration time) {
        idle = time;
        return cold();
    }

    Given warm() {
        isCold = false;
        return this;
    }

    Given repeated() {
        isRepeat = true;
        return this;
    }

    Given saved(double tokens) {
        saved = tokens;
        return this;
    }

    Given requests(long count) {
        requests = count;
        return this;
    }

    Given requestsSinceRewrite(long count) {
        requestsSinceRewrite = count;
        return this;
    }

    /** What was said so far was sent before; what is said from now on is new. */
    Given sent() {
        sent = talk.size();
        return this;
    }

    /** An edit from elsewhere. */
    void accept(Edit edit) {
        log.accept(edit);
    }

    /** Notes a text that an edit names. */
    Hash text(String said) {
        texts.put(Hash.of(said), said);
        return Hash.of(said);
    }

    Chain chain() {
        return talk.chain();
    }

    WorkingSet sight() {
        return WorkingSet.of(talk.chain().pieces(), log);
    }

    String text(int index) {
        Edit.Reword reword = log.reword(chain().piece(index).node()).orElse(null);
        return reword == null ? chain().text(index) : texts.getOrDefault(reword.text(), "");
    }

    /** Whether the model can read a text in a piece, line numbers aside. */
    String unnumbered(int index) {
        return sight().isHidden(index) ? "" : text(index).replaceAll("(?m)^ *\\d+→", "");
    }

    String block(int first) {
        Edit.Replace replace = log.replacesFrom(chain().piece(first).node()).getFirst();
        return texts.getOrDefault(replace.text(), "");
    }

    Given spent(double tokens) {
        spent = tokens;
        return this;
    }

    PolicyInput scene() {
        Budget budget = new Budget(Math.round(hard / 0.97), 0, OptionalLong.empty());
        RequestState moment = new RequestState(
                budget,
                PRICES,
                Talk.COUNT,
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
        return new PolicyInput(talk.chain(), sight(), moment);
    }

    /** Lets a rule decide, and takes what it decided. */
    List<Decision> decide(Policy policy) {
        PolicyInput input = scene();
        List<Decision> decisions = policy.decide(input);
        assertEquals(decisions, policy.decide(input), "the same input gives the same decision");
        PolicyInput after = input.with(decisions);
        for (Decision decision : decisions) {
            texts.putAll(decision.texts());
            decision.edits().forEach(log::accept);
        }
        sent = talk.size();
        checkEqual(sight(), after.workingSet());
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

    /** The picture of what is sent. */
    String picture() {
        WorkingSet sight = sight();
        List<String> letters = new ArrayList<>();
        for (int i = 0; i < chain().size(); i++) {
            if (!sight.isHidden(i)) {
                letters.add(letter(chain().piece(i), sight.reword(i)));
            } else if (sight.replacedTo(i) >= 0) {
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
