package dev.throughline.workingset.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.workingset.TestConversation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * An agent reads and edits files in random order. After every decision, adjacent lines that one read showed and that
 * were not changed since are still adjacent in the prompt, as long as their file is in use.
 */
final class NewestReadTest {
    /** A file that was read or edited within this many turns is in use, also with a cold cache. */
    private static final int IN_USE = (int) (Retention.DEFAULT.file() * AutoSettings.DEFAULT.coldPart() / 2) - 1;

    /** The largest number of lines that an edit replaces. */
    private static final int MOST_REPLACED = SupersededContent.OVERLAP + 1;

    /** One line of a file, compared by identity; a changed line is a new one. */
    private static final class Line {
        final String text;

        Line(String text) {
            this.text = text;
        }
    }

    /** The lines of a file that a piece showed. */
    private record Read(int piece, List<Line> lines) {
        boolean shows(List<Line> some) {
            int at = lines.indexOf(some.getFirst());
            return at >= 0
                    && at + some.size() <= lines.size()
                    && lines.subList(at, at + some.size()).equals(some);
        }
    }

    private static final class Agent {
        final Random random;
        final TestConversation conversation = new TestConversation().user("Mend it all.");
        final List<List<Line>> files = new ArrayList<>();
        final List<List<Read>> reads = new ArrayList<>();
        final List<Read> all = new ArrayList<>();
        final List<Integer> touched = new ArrayList<>();
        int turn;
        int changes;

        Agent(Random random) {
            this.random = random;
            for (int file = 0; file < 4; file++) {
                List<Line> lines = new ArrayList<>();
                for (int i = 0; i < 120 + random.nextInt(200); i++) {
                    lines.add(new Line(text(file, i)));
                }
                files.add(lines);
                reads.add(new ArrayList<>());
                touched.add(-1_000);
            }
        }

        /** The text of a line. In the last file, blocks begin and end alike. */
        private static String text(int file, int line) {
            boolean isAlike = file == 3 && line % 40 < 14;
            String where = isAlike ? "every block says in its line " + line % 40 : file + " says in line " + line;
            return "file " + where + " this and no more";
        }

        void act() {
            turn++;
            int file = (turn / 40 + random.nextInt(2)) % files.size();
            switch (random.nextInt(6)) {
                case 0, 1 -> read(file);
                case 2 -> edit(file);
                default ->
                    conversation
                            .call("Bash", "make part" + turn)
                            .result(TestConversation.lines("made" + turn, random.nextInt(90)));
            }
        }

        private void read(int file) {
            List<Line> lines = files.get(file);
            int first = random.nextInt(3) == 0 ? 0 : random.nextInt(lines.size() - 20);
            int last = Math.min(lines.size(), first + 20 + random.nextInt(lines.size()));
            conversation.call("Read", "src/f" + file + ".go");
            StringBuilder text = new StringBuilder();
            for (int i = first; i < last; i++) {
                text.append(i == first ? "" : "\n").append("  ").append(i + 1).append('→');
                text.append(lines.get(i).text);
            }
            Read read = new Read(conversation.size(), List.copyOf(lines.subList(first, last)));
            reads.get(file).add(read);
            all.add(read);
            conversation.result(text.toString());
            touched.set(file, turn);
        }

        private void edit(int file) {
            List<Line> lines = files.get(file);
            int at = random.nextInt(lines.size());
            lines.set(at, new Line("change " + changes++ + " of file " + file));
            for (int i = random.nextInt(3); i > 0; i--) {
                lines.add(at, new Line("change " + changes++ + " of file " + file + " came before it"));
            }
            conversation.call("Edit", "src/f" + file + ".go").result("The file has been updated.");
            touched.set(file, turn);
        }
    }

    @Test
    void the_newest_read_of_every_line_is_in_every_prompt() {
        int checked = 0;
        int edited = 0;
        int noted = 0;
        for (int seed = 0; seed < 5; seed++) {
            Agent agent = new Agent(new Random(seed));
            PolicyScenario scenario = PolicyScenario.of(agent.conversation);
            for (int turn = 0; turn < 150; turn++) {
                agent.act();
                PolicyScenario now = agent.random.nextInt(5) == 0 ? scenario.cold() : scenario.warm();
                now.saved(agent.random.nextBoolean() ? 1_000_000 : agent.random.nextInt(9_000));
                boolean isEdited = !now.requests(turn + 2)
                        .requestsSinceRewrite(turn % 9)
                        .decide(new Auto(AutoSettings.DEFAULT))
                        .isEmpty();
                edited += isEdited ? 1 : 0;
                String when = "seed " + seed + " turn " + turn;
                checked += isEdited ? check(agent, scenario, when) : 0;
                noted += isEdited ? notesAreTrue(agent, scenario, when) : 0;
            }
        }
        String counts = edited + " decisions, " + checked + " texts, " + noted + " lines under notes";
        assertTrue(edited > 50 && checked > 8_000 && noted > 800, counts);
    }

    @Test
    void notes_are_true_when_it_has_to_fit_too() {
        int noted = 0;
        for (int seed = 0; seed < 5; seed++) {
            Agent agent = new Agent(new Random(seed));
            PolicyScenario scenario = PolicyScenario.of(agent.conversation);
            Policy policy = seed % 3 == 0 ? Trim.inPlace(Retention.DEFAULT) : new Auto(AutoSettings.DEFAULT);
            for (int turn = 0; turn < 90; turn++) {
                agent.act();
                PolicyScenario now = agent.random.nextInt(3) == 0 ? scenario.cold() : scenario.warm();
                now.requests(turn + 2)
                        .requestsSinceRewrite(turn % 9)
                        .saved(1_000_000)
                        .hard(1_000_000);
                now.decide(new Auto(AutoSettings.DEFAULT));
                if (agent.random.nextInt(8) == 0) {
                    scenario.hard(2_000 + agent.random.nextInt(9_000)).decide(policy);
                }
                noted += notesAreTrue(agent, scenario, "seed " + seed + " turn " + turn);
            }
        }
        assertTrue(noted > 800, noted + " lines under notes");
    }

    /** Checks that lines which a note says to be read again below are below unless they were changed; counts them. */
    private static int notesAreTrue(Agent agent, PolicyScenario scenario, String when) {
        Set<Line> current = new HashSet<>();
        agent.files.forEach(current::addAll);
        Map<Line, Integer> newest = new HashMap<>();
        for (Read read : agent.all) {
            String sent = scenario.unnumbered(read.piece());
            read.lines().stream()
                    .filter(line -> sent.contains(line.text + "\n") || sent.endsWith(line.text))
                    .forEach(line -> newest.put(line, read.piece()));
        }
        int noted = 0;
        for (Read read : agent.all) {
            String sent = scenario.unnumbered(read.piece());
            if (sent.contains("read again below")) {
                for (Line line : read.lines()) {
                    int shown = newest.getOrDefault(line, -1);
                    assertTrue(!current.contains(line) || shown >= read.piece(), () -> when + ": " + line.text);
                    noted += shown > read.piece() ? 1 : 0;
                }
            }
        }
        return noted;
    }

    /** Checks adjacent lines of the files in use; returns the number of checks. */
    private static int check(Agent agent, PolicyScenario scenario, String when) {
        int checked = 0;
        for (int file = 0; file < agent.files.size(); file++) {
            List<Line> lines = agent.files.get(file);
            List<Read> reads = agent.reads.get(file);
            if (agent.turn - agent.touched.get(file) >= IN_USE) {
                reads.clear(); // What is gone does not come back when its file is used again.
            }
            Map<Integer, String> sent = new HashMap<>();
            for (int i = 0; i + MOST_REPLACED < lines.size(); i++) {
                List<Line> some = lines.subList(i, i + 1 + agent.random.nextInt(MOST_REPLACED));
                String text = some.stream().map(line -> line.text).collect(Collectors.joining("\n"));
                if (reads.stream().anyMatch(read -> read.shows(some))) {
                    boolean isThere = reads.stream()
                            .anyMatch(read -> sent.computeIfAbsent(read.piece(), scenario::unnumbered)
                                    .contains(text));
                    assertTrue(isThere, () -> when + ":\n" + text);
                    checked++;
                }
            }
        }
        return checked;
    }

    @Test
    void when_the_window_alone_forces_it_out_a_note_says_so() {
        PolicyScenario scenario = PolicyScenario.of(new TestConversation()
                        .user("Go.")
                        .call("Read", "a.go")
                        .result(TestConversation.lines("file", 900)))
                .hard(3_000);
        scenario.decide(new Auto(AutoSettings.DEFAULT));
        assertEquals("u c S", scenario.picture());
        assertTrue(
                scenario.text(2).matches("(?s).*\\[\\d+ lines not shown: recall id=[a-z2-7]{8}].*"), scenario.text(2));
    }
}
