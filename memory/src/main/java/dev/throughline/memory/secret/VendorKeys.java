package dev.throughline.memory.secret;

import dev.throughline.engine.helper.TextResources;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Keys by their published shapes: letters that all of a kind begin with, and a run of letters of a known sort and
 * length. The shapes stand in {@code vendors.txt}, one a line:
 *
 * <pre>
 *   github-token   ghp_   word   36 36     what it is, how it begins, the letters behind, the fewest and the most
 * </pre>
 *
 * <p>A key begins where no letter of its own sort stands before it, so each run is looked at once for each kind.
 */
final class VendorKeys {
    private record Shape(String what, String beginning, CharacterSet letters, int fewest, int most) {
        static Shape of(String line) {
            String[] words = line.strip().split("\\s+", -1);
            return new Shape(
                    words[0],
                    words[1],
                    CharacterSet.valueOf(words[2].toUpperCase(Locale.ROOT)),
                    Integer.parseInt(words[3]),
                    Integer.parseInt(words[4]));
        }
    }

    private static final List<List<Shape>> BY_FIRST = byFirst();

    private VendorKeys() {}

    private static List<List<Shape>> byFirst() {
        List<List<Shape>> shapes = new ArrayList<>();
        for (int i = 0; i < 128; i++) {
            shapes.add(new ArrayList<>());
        }
        TextResources.text(VendorKeys.class, "vendors.txt")
                .lines()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .map(Shape::of)
                .forEach(shape -> shapes.get(shape.beginning().charAt(0)).add(shape));
        return shapes;
    }

    static void find(String text, List<Redaction.Place> found) {
        int i = 0;
        while (i < text.length()) {
            char c = text.charAt(i);
            i = c < 128 && !BY_FIRST.get(c).isEmpty() && begins(text, i) ? at(text, i, BY_FIRST.get(c), found) : i + 1;
        }
    }

    /** No letter or digit stands before it, except one that an escape made, such as the n of a line feed in JSON. */
    private static boolean begins(String text, int at) {
        if (at == 0 || !CharacterSet.WORD_LINE.has(text.charAt(at - 1))) {
            return true;
        }
        return at > 1 && text.charAt(at - 2) == '\\' && "nrt".indexOf(text.charAt(at - 1)) >= 0;
    }

    /** Looks for a key at a place; gives the place to go on from. */
    private static int at(String text, int at, List<Shape> shapes, List<Redaction.Place> found) {
        for (Shape shape : shapes) {
            if (text.startsWith(shape.beginning(), at)) {
                int start = at + shape.beginning().length();
                int end = shape.letters().run(text, start, shape.most() + 1);
                int length = end - start;
                if (length >= shape.fewest()
                        && length <= shape.most()
                        && !SecretHeuristics.isPlaceholder(text.substring(start, end))
                        && !SecretHeuristics.isInBlob(text, at, end)) {
                    found.add(new Redaction.Place(at, end, shape.what()));
                    return end;
                }
            }
        }
        return at + 1;
    }
}
