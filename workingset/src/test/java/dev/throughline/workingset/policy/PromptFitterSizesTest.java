package dev.throughline.workingset.policy;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.workingset.TestConversation;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The size of a prompt that was made to fit: just below the target for all sizes of its parts. */
final class PromptFitterSizesTest {
    /** The part of the limit that a rewritten prompt should fill. */
    private static final double TARGET = 0.7;

    private static final double LEAST_PART = 0.6;

    private static final List<Policy> POLICIES = List.of(
            new Trim(Retention.DEFAULT.newest()),
            Trim.afterRefusal(Retention.DEFAULT),
            new Auto(AutoSettings.DEFAULT),
            input -> new Compact(CompactSettings.DEFAULT, Retention.DEFAULT).fit(input));

    @Test
    void many_small_exchanges_keep_the_newest_of_them() {
        for (long hard : List.of(23_000L, 8_730L)) {
            TestConversation conversation = new TestConversation();
            PolicyScenario scenario = PolicyScenario.of(conversation).hard(hard);
            for (int i = 0; scenario.workingSet().total() <= 1.03 * hard; i++) {
                conversation
                        .user("Question " + i + ": " + "why ".repeat(12))
                        .assistant("Answer " + i + ": " + "so ".repeat(60));
            }
            scenario.decide(new Trim(Retention.DEFAULT.newest()));
            long total = scenario.workingSet().total();
            assertTrue(total <= 0.72 * hard && total >= 0.62 * hard, total + " of " + hard);
            assertTrue(scenario.picture().endsWith("u a u a u a u a u a u a u a"), scenario.picture());
        }
    }

    @Test
    void one_huge_result_is_cut_and_all_else_stays() {
        TestConversation conversation = new TestConversation().user("Go.");
        for (int i = 0; i < 12; i++) {
            conversation.call("Bash", "step " + i).result(TestConversation.lines("output" + i, i == 6 ? 900 : 6));
        }
        PolicyScenario scenario = PolicyScenario.of(conversation).hard(9_000);
        scenario.decide(new Trim(Retention.DEFAULT.newest()));
        long total = scenario.workingSet().total();
        assertTrue(total <= 6_500 && total >= 0.6 * 6_300, total + " " + scenario.picture());
    }

    @Test
    void whatever_the_sizes_it_ends_near_its_target() {
        for (int seed = 0; seed < 160; seed++) {
            Random random = new Random(seed);
            Policy policy = POLICIES.get(seed % POLICIES.size());
            TestConversation conversation = new TestConversation().user("Begin.");
            long hard = 3_000L + random.nextInt(12_000);
            PolicyScenario scenario = PolicyScenario.of(conversation).hard(hard);
            Shape shape = new Shape(random, hard);
            double above = 1.01 + random.nextDouble();
            for (int i = 0; scenario.workingSet().total() <= above * hard; i++) {
                shape.say(conversation, i);
            }
            scenario.decide(policy);
            long total = scenario.workingSet().total();
            String told = "seed " + seed + ", " + shape + ": " + total + " of " + hard + " " + scenario.picture();
            assertTrue(total <= hard, told);
            assertTrue(total >= LEAST_PART * TARGET * hard, told);
        }
    }

    /** The parts of a conversation that are user messages, answers and results, and the size of each. */
    private static final class Shape {
        private final Random random;
        private final int mostWords;
        private final int mostAnswer;
        private final int mostResult;
        private final int callsPerWords;
        private final boolean isThinking;

        Shape(Random random, long hard) {
            this.random = random;
            this.mostWords = size(hard / 20);
            this.mostAnswer = size(hard / 20);
            this.mostResult = size(hard);
            this.callsPerWords = random.nextInt(8);
            this.isThinking = random.nextInt(4) == 0;
        }

        /** A random number of tokens; small sizes are as likely as large ones. */
        private int size(long most) {
            return (int) Math.exp(random.nextDouble() * Math.log((double) most));
        }

        void say(TestConversation conversation, int i) {
            conversation.user("Words " + i + " " + "go on ".repeat(1 + random.nextInt(mostWords) * 2 / 3));
            for (int call = 0; call < callsPerWords; call++) {
                TestConversation next = isThinking
                        ? conversation.reasoning("Hm " + i + "." + call).with()
                        : conversation;
                next.call(random.nextBoolean() ? "Read" : "Bash", "f" + i + "." + call);
                conversation.result(
                        TestConversation.lines("out" + i + "x" + call, 1 + random.nextInt(mostResult) / 10));
            }
            conversation.assistant("Done " + i + " " + "and so ".repeat(1 + random.nextInt(mostAnswer) * 4 / 7));
        }

        @Override
        public String toString() {
            return "words " + mostWords + ", answers " + mostAnswer + ", results " + mostResult + ", calls "
                    + callsPerWords + (isThinking ? ", thinking" : "");
        }
    }
}
