package dev.throughline.workingset.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Hash;
import dev.throughline.workingset.Chain;
import dev.throughline.workingset.Lines;
import dev.throughline.workingset.Piece;
import dev.throughline.workingset.Shown;
import dev.throughline.workingset.Sight;
import dev.throughline.workingset.Talk;
import dev.throughline.workingset.budget.Budget;
import dev.throughline.workingset.edit.Decision;
import dev.throughline.workingset.edit.Edit;
import dev.throughline.workingset.edit.EditLog;
import dev.throughline.workingset.edit.Why;
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
 *   R               a result with pointers      S   shortened      ▪   cleared      C   a call with cleared arguments
 *   [               a block in the place of a range, whose other pieces are not drawn
 * </pre>
 *
 * <p>After each decision it checks what every rule promises: what it changed on the way is what its edits say; a
 * pointer
 * points to what can be read; nothing got longer; and the same scene gives the same decision.
 */
final class Given {
    static final Prices PRICES = new Prices(0.1, 1.25, 5, Duration.ofMinutes(5));

    private final Talk talk;
    private final EditLog log = new EditLog();
    private final Map<Hash, String> texts = new HashMap<>();
    private Shown shown = new Shown();
    private long hard = 1_000_000;
    private boolean isCold;
    private Duration idle = Duration.ZERO;
    private boolean isRepeat;
    private long requests = 20;
    private long sinceBatch = 20;
    private double saved;

    private Given(Talk talk) {
        this.talk = talk;
    }

    static Given talk(Talk talk) {
        return new Given(talk);
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

    Given sinceBatch(long count) {
        sinceBatch = count;
        return this;
    }

    /** What was said so far was sent before; what is said from now on is new. */
    Given sent() {
        shown = rebuilt(talk.chain(), sight());
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

    Sight sight() {
        return Sight.of(talk.chain().pieces(), log);
    }

    String text(int index) {
        Edit.Reword reword = log.reword(chain().piece(index).node()).orElse(null);
        return reword == null ? chain().text(index) : texts.getOrDefault(reword.text(), "");
    }

    String block(int first) {
        Edit.Replace replace = log.replacesFrom(chain().piece(first).node()).getFirst();
        return texts.getOrDefault(replace.text(), "");
    }

    Shown shown() {
        return shown;
    }

    Scene scene(Shown lines) {
        Budget budget = new Budget(Math.round(hard / 0.97), 0, OptionalLong.empty());
        Moment moment = new Moment(
                budget, PRICES, Talk.COUNT, 0, lines.size(), isCold, idle, isRepeat, requests, sinceBatch, saved, 1);
        return new Scene(talk.chain(), sight(), lines, moment);
    }

    /** Lets a rule decide, and takes what it decided. */
    List<Decision> decide(Policy policy) {
        Shown again = copy(shown);
        Scene scene = scene(shown);
        long before = scene.total();
        List<Decision> decisions = policy.decide(scene);
        assertEquals(decisions, policy.decide(scene(again)), "the same scene gives the same decision");
        for (Decision decision : decisions) {
            texts.putAll(decision.texts());
            decision.edits().forEach(log::accept);
        }
        checkInStep(scene);
        checkPointers();
        boolean isRestored = decisions.stream()
                .anyMatch(decision -> decision.why().trigger() == Why.Trigger.ASKED
                        || decision.edits().stream().allMatch(Edit.Restore.class::isInstance));
        assertTrue(scene.total() <= before || isRestored, "nothing gets longer: " + before + " to " + scene.total());
        return decisions;
    }

    private Shown copy(Shown from) {
        Sight sight = sight();
        Shown copy = new Shown();
        for (int i = 0; i < from.size(); i++) {
            showAsSent(copy, chain(), sight, i);
        }
        return copy;
    }

    private Shown rebuilt(Chain chain, Sight sight) {
        Shown all = new Shown();
        for (int i = 0; i < chain.size(); i++) {
            showAsSent(all, chain, sight, i);
        }
        return all;
    }

    /** What a process that was just started makes of a piece: the other half of the restart promise. */
    private void showAsSent(Shown lines, Chain chain, Sight sight, int index) {
        Edit.Reword reword = sight.reword(index);
        if (!sight.isWhole(index) || !chain.piece(index).mayBeQuoted()) {
            lines.hide();
        } else {
            lines.show(Lines.of(reword == null ? chain.reading(index) : texts.getOrDefault(reword.text(), "")));
        }
    }

    private void checkInStep(Scene scene) {
        Sight fresh = sight();
        Shown lines = rebuilt(chain(), fresh);
        assertEquals(lines.size(), scene.shown().size(), "everything was shown");
        for (int i = 0; i < chain().size(); i++) {
            assertEquals(fresh.tokens(i), scene.sight().tokens(i), "tokens of piece " + i);
            assertEquals(fresh.reword(i), scene.sight().reword(i), "rewording of piece " + i);
            assertEquals(fresh.isHidden(i), scene.sight().isHidden(i), "whether piece " + i + " is hidden");
            Edit.@Nullable Reword reword = fresh.reword(i);
            assertTrue(reword == null || reword.tokens() < chain().piece(i).tokens(), "piece " + i + " got longer");
            Lines own = Lines.of(chain().reading(i));
            for (int line = 0; line < own.count(); line++) {
                assertEquals(
                        lines.longest(own, line), scene.shown().longest(own, line), "piece " + i + " line " + line);
            }
        }
    }

    private void checkPointers() {
        Sight sight = sight();
        Map<Hash, Integer> places = new HashMap<>();
        for (int i = 0; i < chain().size(); i++) {
            places.put(chain().piece(i).node(), i);
        }
        for (int i = 0; i < chain().size(); i++) {
            Edit.Reword reword = sight.reword(i);
            boolean isSent = reword != null && !sight.isHidden(i);
            List<Hash> leansOn = reword == null || sight.isHidden(i) ? List.of() : reword.leansOn();
            assertEquals(isSent && text(i).contains(": as above in "), !leansOn.isEmpty());
            for (Hash node : leansOn) {
                int target = places.getOrDefault(node, -1);
                assertTrue(target >= 0 && target < i && sight.isWhole(target), i + " points to " + target);
            }
        }
    }

    /** The picture of what is sent. */
    String picture() {
        Sight sight = sight();
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
            return switch (reword.manner()) {
                case SHORTEN -> "S";
                case DEDUPE -> "R";
                case CLEAR -> piece.isCall() ? "C" : "▪";
            };
        }
        return switch (piece.kind()) {
            case USER -> piece.isWords() ? "u" : "p";
            case SYSTEM -> "s";
            case ASSISTANT -> "a";
            case REASONING -> "t";
            case TOOL_CALL -> "c";
            case TOOL_RESULT -> "r";
            case OTHER -> "o";
        };
    }
}
