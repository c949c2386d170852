package dev.throughline.workingset;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What is shown, against a list of texts that is searched from end to end. */
final class ShownTest {
    private static final int MOST_TRIED = 8;

    @Test
    void the_longest_run_that_some_piece_shows_is_found() {
        Shown shown = new Shown();
        shown.show(Lines.of("first of all\nsecond of all\nthird of all"));
        shown.hide();
        shown.show(Lines.of("second of all\nsomething else"));
        Lines arrives = Lines.of("second of all\nthird of all\nnew to everybody");
        assertEquals(new Shown.Repeat(0, 2), shown.longest(arrives, 0));
        assertEquals(0, shown.longest(arrives, 2).count());
        assertEquals(3, shown.size());
    }

    @Test
    void what_is_forgotten_is_not_found_any_more() {
        Shown shown = new Shown();
        shown.show(Lines.of("first of all\nsecond of all"));
        shown.show(Lines.of("first of all\nsecond of all\nthird of all"));
        shown.truncate(1);
        assertEquals(new Shown.Repeat(0, 2), shown.longest(Lines.of("first of all\nsecond of all\nthird of all"), 0));
        shown.truncate(5);
        assertEquals(1, shown.size());
        shown.truncate(0);
        assertEquals(0, shown.longest(Lines.of("first of all"), 0).count());
    }

    @Test
    void it_finds_what_a_plain_search_finds() {
        for (int seed = 0; seed < 40; seed++) {
            Random random = new Random(seed);
            Shown shown = new Shown();
            List<List<String>> model = new ArrayList<>();
            for (int step = 0; step < 60; step++) {
                int draw = random.nextInt(10);
                if (draw == 0) {
                    int size = random.nextInt(model.size() + 1);
                    shown.truncate(size);
                    model.subList(size, model.size()).clear();
                } else if (draw == 1) {
                    shown.hide();
                    model.add(List.of());
                } else {
                    List<String> text = text(random);
                    check(shown, model, text, "seed " + seed + " step " + step);
                    shown.show(Lines.of(String.join("\n", text)));
                    model.add(text);
                }
                assertEquals(model.size(), shown.size());
            }
        }
    }

    /** Many lines of few kinds repeat each other; many kinds make the table grow. */
    private static List<String> text(Random random) {
        int kinds = random.nextBoolean() ? 12 : 4_000;
        List<String> text = new ArrayList<>();
        for (int i = random.nextInt(60) + 1; i > 0; i--) {
            int kind = random.nextInt(kinds);
            text.add(kind % 5 == 0 ? "}" : "a line of kind " + kind);
        }
        return text;
    }

    private static void check(Shown shown, List<List<String>> model, List<String> text, String where) {
        Lines lines = Lines.of(String.join("\n", text));
        for (int i = 0; i < text.size(); i++) {
            assertEquals(naive(model, text, i), shown.longest(lines, i).count(), where + " line " + i);
        }
    }

    private static int naive(List<List<String>> model, List<String> text, int from) {
        int best = 0;
        int tried = 0;
        boolean isTelling = text.get(from).length() >= 8;
        for (int piece = model.size() - 1; isTelling && piece >= 0; piece--) {
            List<String> other = model.get(piece);
            for (int at = other.size() - 1; at >= 0 && tried < MOST_TRIED; at--) {
                if (other.get(at).equals(text.get(from))) {
                    tried++;
                    int count = 0;
                    while (from + count < text.size()
                            && at + count < other.size()
                            && text.get(from + count).equals(other.get(at + count))) {
                        count++;
                    }
                    best = Math.max(best, count);
                }
            }
        }
        return best;
    }

    @Test
    void a_copy_goes_its_own_way() {
        Shown shown = new Shown();
        shown.show(Lines.of("the first line\nthe second line"));
        Shown copy = shown.copy();
        copy.show(Lines.of("the third line\nthe fourth line"));
        copy.truncate(0);
        assertEquals(1, shown.size());
        assertEquals(new Shown.Repeat(0, 2), shown.longest(Lines.of("the first line\nthe second line"), 0));
        assertEquals(new Shown.Repeat(0, 0), copy.longest(Lines.of("the first line"), 0));
    }
}
