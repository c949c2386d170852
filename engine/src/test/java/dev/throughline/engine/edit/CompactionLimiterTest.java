package dev.throughline.engine.edit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.model.SessionId;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import dev.throughline.model.text.TokenCount;
import dev.throughline.workingset.CallSubject;
import dev.throughline.workingset.Chain;
import dev.throughline.workingset.NumberedLines;
import dev.throughline.workingset.Piece;
import dev.throughline.workingset.WorkingSet;
import dev.throughline.workingset.budget.Budget;
import dev.throughline.workingset.edit.Decision;
import dev.throughline.workingset.edit.EditLog;
import dev.throughline.workingset.fragment.RareNames;
import dev.throughline.workingset.policy.Compact;
import dev.throughline.workingset.policy.CompactSettings;
import dev.throughline.workingset.policy.PolicyInput;
import dev.throughline.workingset.policy.RequestState;
import dev.throughline.workingset.policy.Retention;
import dev.throughline.workingset.price.PriceTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class CompactionLimiterTest {
    private static final SessionRef SESSION = new SessionRef(Tenant.LOCAL, new SessionId(new UUID(7, 7)));
    private static final Compact COMPACT = new Compact(CompactSettings.DEFAULT, Retention.DEFAULT);

    private final CompactionLimiter limiter = new CompactionLimiter();

    /** A prompt at the compaction threshold, most of which is before the history or in the open exchange. */
    private static PolicyInput input(String words, long head, int exchanges) {
        List<Piece> pieces = new ArrayList<>();
        List<String> texts = new ArrayList<>();
        add(pieces, texts, ItemKind.USER, words);
        for (int i = 0; i < exchanges; i++) {
            add(pieces, texts, ItemKind.TOOL_CALL, "{\"n\":" + i + "}");
            add(pieces, texts, ItemKind.TOOL_RESULT, i + "some line\n".repeat(400));
        }
        RequestState state = new RequestState(
                new Budget(10_000, 0, OptionalLong.empty()),
                new PriceTable(Map.of()).of("other"),
                TokenCount.of("other"),
                head,
                pieces.size() - 1,
                /* isCold= */ false,
                Duration.ZERO,
                /* isRepeat= */ false,
                5,
                5,
                0,
                0,
                1);
        Chain chain = new Chain(
                pieces,
                texts::get,
                texts::get,
                index -> NumberedLines.of(texts.get(index), CallSubject.NONE).keys(),
                index -> RareNames.keys(texts.get(index)),
                /* hasRecall= */ true);
        return new PolicyInput(chain, WorkingSet.of(pieces, new EditLog()), state);
    }

    private static void add(List<Piece> pieces, List<String> texts, ItemKind kind, String text) {
        Hash id = Hash.of(kind + text);
        Hash before = pieces.isEmpty() ? Hash.of("root") : pieces.getLast().node();
        long tokens = TokenCount.of("other").ofItem(text, 0, 0);
        pieces.add(new Piece(Hash.node(before, id), id, kind, pieces.size(), tokens, CallSubject.NONE, Set.of()));
        texts.add(text);
    }

    private InformedCompact policy() {
        return new InformedCompact(COMPACT, Optional.empty(), limiter.stoppedAt(SESSION, COMPACT), /* mayAsk= */ false);
    }

    private boolean isStopped(PolicyInput input) {
        return policy().isStopped(input);
    }

    private int decide(PolicyInput input) {
        InformedCompact policy = policy();
        List<Decision> decisions = policy.decide(input);
        limiter.count(SESSION, policy, input, decisions);
        return decisions.size();
    }

    @Test
    void compactions_stop_after_three_that_leave_the_prompt_full_until_the_user_writes() {
        for (int i = 0; i < 3; i++) {
            assertFalse(isStopped(input("go", 7_200, 2)));
            assertEquals(1, decide(input("go", 7_200, 2)));
        }
        assertTrue(isStopped(input("go", 7_200, 2)));
        assertEquals(0, decide(input("go", 7_200, 2)));
        assertFalse(isStopped(input("go on", 7_200, 2)));
        assertEquals(1, decide(input("go on", 7_200, 2)));
    }

    @Test
    void a_compaction_that_frees_tokens_resets_the_count() {
        decide(input("go", 7_200, 2));
        decide(input("go", 7_200, 2));
        decide(input("go", 0, 9));
        decide(input("go", 7_200, 2));
        assertFalse(isStopped(input("go", 7_200, 2)));
    }

    @Test
    void a_decision_that_is_not_sent_is_not_counted() {
        for (int i = 0; i < 5; i++) {
            assertEquals(1, policy().decide(input("go", 7_200, 2)).size());
        }
        assertFalse(isStopped(input("go", 7_200, 2)));
    }

    @Test
    void prompts_below_the_compaction_threshold_are_not_counted() {
        for (int i = 0; i < 5; i++) {
            assertEquals(0, decide(input("go", 6_500, 2)));
        }
        assertFalse(isStopped(input("go", 6_500, 2)));
    }
}
