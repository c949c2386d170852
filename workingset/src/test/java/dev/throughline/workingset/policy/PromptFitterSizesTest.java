package dev.throughline.workingset.policy;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.workingset.Talk;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** How much of a prompt is left when it was made to fit: just below the target, whatever the sizes. */
final class PromptFitterSizesTest {
    /** The part of the mark that a rewritten prompt should fill. */
    private static final double TARGET = 0.7;

    private static final double LEAST_PART = 0.6;

    private static final List<Policy> POLICIES = List.of(
            new Trim(Retention.DEFAULT.newest()),
            new OverflowPolicy(),
            new Auto(Auto.Settings.DEFAULT),
            scene -> new Compact(Compact.Settings.DEFAULT, Retention.DEFAULT).fit(scene));

    @Test
    void many_small_exchanges_keep_the_newest_of_them() {
        for (long hard : List.of(23_000L, 8_730L)) {
            Talk talk = new Talk();
            Given given = Given.talk(talk).hard(hard);
            for (int i = 0; given.sight().total() <= 1.03 * hard; i++) {
                talk.user("Question " + i + ": " + "why ".repeat(12)).says("Answer " + i + ": " + "so ".repeat(60));
            }
            given.decide(new Trim(Retention.DEFAULT.newest()));
            long total = given.sight().total();
            assertTrue(total <= 0.72 * hard && total >= 0.62 * hard, total + " of " + hard);
            assertTrue(given.picture().endsWith("u a u a u a u a u a u a u a"), given.picture());
        }
    }

    @Test
    void one_huge_result_is_cut_and_all_else_stays() {
        Talk talk = new Talk().user("Go.");
        for (int i = 0; i < 12; i++) {
            talk.call("Bash", "step " + i).result(Talk.lines("output" + i, i == 6 ? 900 : 6));
        }
        Given given = Given.talk(talk).hard(9_000);
        given.decide(new Trim(Retention.DEFAULT.newest()));
        long total = given.sight().total();
        assertTrue(total <= 6_500 && total >= 0.6 * 6_300, total + " " + given.picture());
    }

    @Test
    void whatever_the_sizes_it_ends_near_its_target() {
        for (int seed = 0; seed < 160; seed++) {
            Random random = new Random(seed);
            Policy policy = POLICIES.get(seed % POLICIES.size());
            Talk talk = new Talk().user("Begin.");
            long hard = 3_000L + random.nextInt(12_000);
            Given given = Given.talk(talk).hard(hard);
            Shape shape = new Shape(random, hard);
            double above = 1.01 + random.nextDouble();
            for (int i = 0; given.sight().total() <= above * hard; i++) {
                shape.say(talk, i);
            }
            given.decide(policy);
            long total = given.sight().total();
            String told = "seed " + seed + ", " + shape + ": " + total + " of " + hard + " " + given.picture();
            assertTrue(total <= hard, told);
            assertTrue(total >= LEAST_PART * TARGET * hard, told);
        }
    }

    /** How a conversation goes: how much of it are words, answers and results, and how long each of them is. */
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

        /** Anything up to so many tokens, small sizes as likely as large ones. */
        private int size(long most) {
            return (int) Math.exp(random.nextDouble() * Math.log((double) most));
        }

        void say(Talk talk, int i) {
            talk.user("Words " + i + " " + "go on ".repeat(1 + random.nextInt(mostWords) * 2 / 3));
            for (int call = 0; call < callsPerWords; call++) {
                Talk next = isThinking ? talk.thinks("Hm " + i + "." + call).with() : talk;
                next.call(random.nextBoolean() ? "Read" : "Bash", "f" + i + "." + call);
                talk.result(Talk.lines("out" + i + "x" + call, 1 + random.nextInt(mostResult) / 10));
            }
            talk.says("Done " + i + " " + "and so ".repeat(1 + random.nextInt(mostAnswer) * 4 / 7));
        }

        @Override
        public String toString() {
            return "words " + mostWords + ", answers " + mostAnswer + ", results " + mostResult + ", calls "
                    + callsPerWords + (isThinking ? ", thinking" : "");
        }
    }
}
