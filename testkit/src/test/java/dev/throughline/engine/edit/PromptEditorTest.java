package dev.throughline.engine.edit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.edit.EditedSession.Sent;
import dev.throughline.model.Bytes;
import dev.throughline.simulator.dialect.SimulatedDialect;
import dev.throughline.testkit.history.Plan;
import dev.throughline.testkit.history.RandomHistory;
import dev.throughline.testkit.history.Step;
import dev.throughline.wire.Wire;
import dev.throughline.wire.dialects.Dialects;
import dev.throughline.workingset.budget.Budget;
import dev.throughline.workingset.edit.DecisionReason.Trigger;
import dev.throughline.workingset.policy.Auto;
import dev.throughline.workingset.policy.AutoSettings;
import dev.throughline.workingset.policy.Compact;
import dev.throughline.workingset.policy.CompactSettings;
import dev.throughline.workingset.policy.Policy;
import dev.throughline.workingset.policy.Retention;
import dev.throughline.workingset.policy.Trim;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Properties that hold for every request that is sent: for random clients, all dialects, all policies, several windows,
 * pauses of any length, and a gateway that may be restarted between two turns.
 */
final class PromptEditorTest {
    private static final Instant NOON = Instant.parse("2026-04-05T12:00:00Z");
    private static final long SEED = 2_026_111_600L;
    private static final int SESSIONS = 4;
    private static final int STEPS = 24;

    private static final List<Supplier<Policy>> POLICIES = List.of(
            () -> new Auto(AutoSettings.DEFAULT),
            () -> new Trim(Retention.DEFAULT.newest()),
            () -> new Compact(CompactSettings.DEFAULT, Retention.DEFAULT));

    @ParameterizedTest
    @EnumSource
    void prompts_of_a_client_that_only_appends_fit_its_window(SimulatedDialect dialect) {
        Coverage coverage = new Coverage();
        for (int i = 0; i < SESSIONS; i++) {
            long seed = SEED + i;
            int maxChars = i % 2 == 0 ? 6_000 : 60_000;
            coverage.run(new Case(new Plan(dialect, seed, maxChars, 0, Set.of(), 0, 0, 0), i), STEPS);
        }
        coverage.assertCasesOccurred(dialect);
    }

    @ParameterizedTest
    @EnumSource
    void prompts_of_a_client_that_uses_all_moves_fit_its_window(SimulatedDialect dialect) {
        Coverage coverage = new Coverage();
        for (int i = 0; i < SESSIONS; i++) {
            coverage.run(new Case(Plan.wild(dialect, SEED + 100 + i), i), STEPS);
        }
        coverage.assertCasesOccurred(dialect);
    }

    @Test
    void the_properties_hold_for_a_session_of_a_hundred_prompts() {
        Plan plan = new Plan(SimulatedDialect.MESSAGES, SEED + 200, 3_000, 0, Set.of(), 0, 0, 0);
        Coverage coverage = new Coverage();
        coverage.run(new Case(plan, POLICIES.getFirst(), /* hasRecall= */ true, /* span= */ 30_000), 100);
        coverage.assertCasesOccurred(plan.dialect());
        assertTrue(coverage.triggers.contains(Trigger.COLD), "triggers: " + coverage.triggers);
    }

    @ParameterizedTest
    @EnumSource
    void in_a_large_window_edits_keep_calls_and_the_newest_reads(SimulatedDialect dialect) {
        Coverage coverage = new Coverage();
        Plan plan = new Plan(dialect, SEED + 300, 20_000, 50, Set.of(), 0, 0, 0);
        Case session = new Case(plan, POLICIES.getFirst(), /* hasRecall= */ true, 1_000_000);
        coverage.run(session, 70);
        assertTrue(session.superseded > 0, dialect + " lost no lines to later reads");
        assertFalse(coverage.triggers.contains(Trigger.HARD), "triggers: " + coverage.triggers);
    }

    /** What happened in some sessions, to check that the cases of interest occurred. */
    private static final class Coverage {
        private final Set<Trigger> triggers = EnumSet.noneOf(Trigger.class);
        private int handles;
        private int dryRuns;

        void run(Case session, int steps) {
            triggers.addAll(session.run(steps));
            handles += session.handles;
            dryRuns += session.dryRuns;
        }

        void assertCasesOccurred(SimulatedDialect dialect) {
            assertTrue(triggers.contains(Trigger.HARD), dialect + " had the triggers " + triggers);
            assertTrue(handles > 0, dialect + " has no handle in a prompt");
            assertTrue(dryRuns > 0, dialect + " made no dry run");
        }
    }

    /** One client and two gateways, of which one is restarted at random. */
    private static final class Case {
        private final Plan plan;
        private final Wire wire;
        private final RandomHistory client;
        private final Random random;
        private final String name;
        private final long window;
        private final EditedSession steady;
        private final EditedSession restarted;
        private Instant now = NOON;
        private List<Bytes> before = List.of();
        private int handles;
        private int dryRuns;
        private int superseded;
        private boolean isForced;

        /** One of several cases: every policy has a session with {@code recall}, and one session has none. */
        Case(Plan plan, int number) {
            this(plan, POLICIES.get(number % POLICIES.size()), number < POLICIES.size(), /* span= */ 2_000);
        }

        /** @param span the difference between the smallest and the largest window */
        Case(Plan plan, Supplier<Policy> policySupplier, boolean hasRecall, int span) {
            this.plan = plan;
            this.wire = Dialects.of(plan.dialect().dialect());
            this.client = new RandomHistory(plan);
            this.random = new Random(plan.seed());
            this.window = 2_000L + random.nextInt(span);
            Policy policy = policySupplier.get();
            this.name = plan.dialect() + " seed " + plan.seed() + " "
                    + policy.getClass().getSimpleName() + " window " + window + (hasRecall ? " with recall" : "");
            this.steady = new EditedSession(policy, hasRecall, window, NOON);
            this.restarted = new EditedSession(policySupplier.get(), hasRecall, window, NOON);
        }

        /** Runs a number of turns and returns the triggers of their edits. */
        Set<Trigger> run(int steps) {
            for (int i = 0; i < steps; i++) {
                step(client.next(), name + " step " + i);
            }
            Set<Trigger> seen = EnumSet.noneOf(Trigger.class);
            steady.transcript().edits().forEach(edited -> seen.add(edited.why().trigger()));
            System.out.println(name + ": " + seen + ", " + handles + " handles, " + dryRuns + " dry runs");
            return seen;
        }

        private void step(Step step, String where) {
            now = now.plus(random.nextInt(5) == 0 ? Duration.ofMinutes(20) : Duration.ofSeconds(20));
            boolean isSentTwice = random.nextInt(6) == 0;
            if (random.nextInt(3) == 0) {
                restarted.restart();
            }
            Sent sent = steady.turn(wire, step.request(), step.reply(), now, isSentTwice);
            Sent other = restarted.turn(wire, step.request(), step.reply(), now, isSentTwice);
            assertEquals(sent.sent().body().utf8(), other.sent().body().utf8(), where + ": restarted");
            assertEquals(sent.sent().body().utf8(), sent.again().utf8(), where + ": sent twice");
            sent.dryRun().ifPresent(body -> assertEquals(sent.sent().body().utf8(), body.utf8(), where + ": dry run"));
            dryRuns += sent.dryRun().isPresent() ? 1 : 0;
            check(step, sent, where);
        }

        private void check(Step step, Sent sent, String where) {
            SentBody body = new SentBody(wire, sent, where);
            body.assertValid();
            Budget budget = Budget.of(window, sent.asked().outputLimit().orElse(Budget.RESERVE), OptionalLong.empty());
            long promptLimit = budget.shrunk(1 / sent.weight().scale()).promptLimit();
            body.assertFits(promptLimit);
            body.assertUserTextKept(promptLimit);
            body.assertRestUnchanged();
            handles += body.assertRecallable(steady.recall(), plan.variations().isEmpty());
            isForced |= sent.edits().stream().anyMatch(PromptEditorTest::isForced);
            superseded += isForced ? 0 : body.assertReadAgainIsVisible();
            boolean isBatch = sent.edits().stream().anyMatch(PromptEditorTest::isBatch);
            if (plan.variations().isEmpty() && step.move() == Step.Move.GROW && !isBatch) {
                List<Bytes> now = body.elements();
                assertTrue(now.size() >= before.size(), where);
                assertEquals(before, now.subList(0, before.size()), where + ": the prefix is stable");
            }
            before = body.elements();
        }
    }

    private static boolean isForced(Entry.Edited edited) {
        return edited.why().trigger() == Trigger.HARD || edited.why().trigger() == Trigger.OVERFLOW;
    }

    private static boolean isBatch(Entry.Edited edited) {
        return switch (edited.why().trigger()) {
            case WARM, COLD, HARD, OVERFLOW, MANUAL -> true;
            case ARRIVAL, ASKED -> false;
        };
    }
}
