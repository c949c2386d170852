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

    /** A prompt at its mark, most of which stands before the history or within the open exchange. */
    private static PolicyInput scene(String words, long head, int exchanges) {
        List<Piece> pieces = new ArrayList<>();
        List<String> texts = new ArrayList<>();
        add(pieces, texts, ItemKind.USER, words);
        for (int i = 0; i < exchanges; i++) {
            add(pieces, texts, ItemKind.TOOL_CALL, "{\"n\":" + i + "}");
            add(pieces, texts, ItemKind.TOOL_RESULT, i + "some line\n".repeat(400));
        }
        RequestState moment = new RequestState(
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
        return new PolicyInput(chain, WorkingSet.of(pieces, new EditLog()), moment);
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

    private boolean isStopped(PolicyInput scene) {
        return policy().isStopped(scene);
    }

    private int decide(PolicyInput scene) {
        InformedCompact policy = policy();
        List<Decision> decisions = policy.decide(scene);
        limiter.count(SESSION, policy, scene, decisions);
        return decisions.size();
    }

    @Test
    void three_compactions_that_leave_the_prompt_full_are_the_last_until_the_user_writes() {
        for (int i = 0; i < 3; i++) {
            assertFalse(isStopped(scene("go", 7_200, 2)));
            assertEquals(1, decide(scene("go", 7_200, 2)));
        }
        assertTrue(isStopped(scene("go", 7_200, 2)));
        assertEquals(0, decide(scene("go", 7_200, 2)));
        assertFalse(isStopped(scene("go on", 7_200, 2)));
        assertEquals(1, decide(scene("go on", 7_200, 2)));
    }

    @Test
    void one_that_helps_begins_a_new_row() {
        decide(scene("go", 7_200, 2));
        decide(scene("go", 7_200, 2));
        decide(scene("go", 0, 9));
        decide(scene("go", 7_200, 2));
        assertFalse(isStopped(scene("go", 7_200, 2)));
    }

    @Test
    void deciding_without_sending_counts_nothing() {
        for (int i = 0; i < 5; i++) {
            assertEquals(1, policy().decide(scene("go", 7_200, 2)).size());
        }
        assertFalse(isStopped(scene("go", 7_200, 2)));
    }

    @Test
    void prompts_below_the_mark_do_not_count() {
        for (int i = 0; i < 5; i++) {
            assertEquals(0, decide(scene("go", 6_500, 2)));
        }
        assertFalse(isStopped(scene("go", 6_500, 2)));
    }
}
