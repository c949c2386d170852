package dev.throughline.workingset.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.workingset.Talk;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * An agent reads and edits files in any order, and whatever was decided, the newest read of each line that was not
 * changed since stands in the prompt, in one piece with the lines around it, as long as its file is in use.
 */
final class NewestReadTest {
    /** A file that was touched within so many turns is in use: late in a session and when the cache is cold, too. */
    private static final int IN_USE = (int) (Ages.USUAL.file() * Auto.Settings.USUAL.coldPart() / 2) - 1;

    /** One line of a file, and the piece that showed it last as it is now; -1 if none did. */
    private static final class Line {
        String text;
        int read = -1;

        Line(String text) {
            this.text = text;
        }
    }

    private static final class Agent {
        final Random random;
        final Talk talk = new Talk().user("Mend it all.");
        final List<List<Line>> files = new ArrayList<>();
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
                touched.add(-1_000);
            }
        }

        /** What a line says; in the last file, blocks begin and end alike. */
        private static String text(int file, int line) {
            boolean isAlike = file == 3 && line % 40 < 14;
            String where = isAlike ? "every block says in its line " + line % 40 : file + " says in line " + line;
            return "file " + where + " this and no more";
        }

        void act() {
            turn++;
            int file = random.nextInt(files.size());
            switch (random.nextInt(6)) {
                case 0, 1 -> read(file);
                case 2 -> edit(file);
                default -> talk.call("Bash", "make part" + turn).result(Talk.lines("made" + turn, random.nextInt(90)));
            }
        }

        private void read(int file) {
            List<Line> lines = files.get(file);
            int first = random.nextInt(3) == 0 ? 0 : random.nextInt(lines.size() - 20);
            int last = Math.min(lines.size(), first + 20 + random.nextInt(lines.size()));
            talk.call("Read", "src/f" + file + ".go");
            StringBuilder text = new StringBuilder();
            for (int i = first; i < last; i++) {
                text.append(i == first ? "" : "\n").append("  ").append(i + 1).append('→');
                text.append(lines.get(i).text);
                lines.get(i).read = talk.size();
            }
            talk.result(text.toString());
            touched.set(file, turn);
        }

        private void edit(int file) {
            List<Line> lines = files.get(file);
            int at = random.nextInt(lines.size());
            lines.set(at, new Line("change " + changes++ + " of file " + file));
            for (int i = random.nextInt(3); i > 0; i--) {
                lines.add(at, new Line("change " + changes++ + " of file " + file + " came before it"));
            }
            talk.call("Edit", "src/f" + file + ".go").result("The file has been updated.");
            touched.set(file, turn);
        }
    }

    @Test
    void it_stands_whole_in_every_prompt() {
        int checked = 0;
        int edited = 0;
        for (int seed = 0; seed < 12; seed++) {
            Agent agent = new Agent(new Random(seed));
            Given given = Given.talk(agent.talk).saved(1_000_000);
            for (int turn = 0; turn < 110; turn++) {
                agent.act();
                Given now = agent.random.nextInt(5) == 0 ? given.cold() : given.warm();
                boolean isEdited = !now.requests(turn + 2)
                        .sinceBatch(turn % 9)
                        .decide(new Auto(Auto.Settings.USUAL))
                        .isEmpty();
                edited += isEdited ? 1 : 0;
                checked += isEdited ? check(agent, given, "seed " + seed + " turn " + turn) : 0;
            }
        }
        assertTrue(edited > 120 && checked > 20_000, edited + " decisions, " + checked + " lines");
    }

    /** Checks all lines of files in use, each with the one behind it; gives how many there were. */
    private static int check(Agent agent, Given given, String when) {
        int checked = 0;
        for (int file = 0; file < agent.files.size(); file++) {
            List<Line> lines = agent.files.get(file);
            boolean isInUse = agent.turn - agent.touched.get(file) < IN_USE;
            for (int i = 0; i + 1 < lines.size(); i++) {
                Line line = lines.get(i);
                Line next = lines.get(i + 1);
                if (line.read >= 0 && line.read == next.read) {
                    boolean isThere = given.isSent(line.read, line.text + "\n" + next.text);
                    assertTrue(isThere || !isInUse, when + ": '" + line.text + "' of piece " + line.read);
                    line.read =
                            isThere ? line.read : -1; // What is gone does not come back when its file is used again.
                    checked += isInUse ? 1 : 0;
                }
            }
        }
        return checked;
    }

    @Test
    void when_the_window_alone_forces_it_out_a_note_says_so() {
        Given given = Given.talk(new Talk().user("Go.").call("Read", "a.go").result(Talk.lines("file", 900)))
                .hard(3_000);
        given.decide(new Auto(Auto.Settings.USUAL));
        assertEquals("u c S", given.picture());
        assertTrue(given.text(2).matches("(?s).*\\[\\d+ lines not shown: recall id=[a-z2-7]{8}].*"), given.text(2));
    }
}
