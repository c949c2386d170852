package dev.throughline.engine.recall;

import dev.throughline.engine.archive.Entry;
import dev.throughline.workingset.fragment.StateBlock.Snippet;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * Brings back, unasked, what edits took out of a prompt and the newest words of the user are about: a few pieces
 * whole, of long ones the lines that fit best.
 *
 * <pre>
 *   words     "why does parseHeader drop the last line?"
 *   hidden    Read a/Parser.java (900 lines), Bash mvn test (12 lines), Read README.md
 *   snippets  Parser.java from the line before parseHeader on; the whole test output
 * </pre>
 */
public final class SnippetFinder {
    /** A piece up to this size is shown whole, of a longer one about as much. */
    private static final int WINDOW_CHARACTERS = 1_200;

    /** Less than this is not worth its frame. */
    private static final int MIN_CHARACTERS = 80;

    /** What fits much worse than the best of what is hidden is noise. */
    private static final double MIN_SCORE = 0.35;

    /** Hidden pieces that are looked at. */
    private static final int MAX_CANDIDATES = 200;

    private final Recall recall;
    private final Scope scope;
    private final RecallExcerpt.ExcerptQuery wanted;

    private SnippetFinder(Recall recall, Scope sight, String words) {
        this.recall = recall;
        this.scope = sight;
        this.wanted = RecallExcerpt.ExcerptQuery.of(words, recall.finder());
    }

    /**
     * How a session is looked into.
     *
     * @param finder finds pieces by what they say
     * @param isHidden what the model no longer sees as it came
     * @param mask takes out of a text what is not to be shown
     * @param hasRecall whether the model can open a handle
     * @param limits how much is brought back
     */
    public record Scope(
            PieceFinder finder,
            Predicate<Entry.Node> isHidden,
            UnaryOperator<String> mask,
            boolean hasRecall,
            SnippetLimits limits) {}

    /** How much is brought back at most: snippets, and characters of all of them. */
    public record SnippetLimits(int snippets, int characters) {
        public static final SnippetLimits DEFAULT = new SnippetLimits(8, 6_000);
    }

    /** Snippets for these words, the best first, out of what is hidden. */
    public static List<Snippet> of(Recall recall, Scope sight, String words) {
        return new SnippetFinder(recall, sight, words).gather(words);
    }

    private List<Snippet> gather(String words) {
        List<Snippet> snippets = new ArrayList<>();
        Set<String> said = new HashSet<>();
        int left = scope.limits().characters();
        double best = 0;
        for (PieceFinder.FoundPiece found : scope.finder().find(words, MAX_CANDIDATES, scope.isHidden())) {
            boolean isFull = snippets.size() >= scope.limits().snippets() || left < MIN_CHARACTERS;
            best = Math.max(best, found.score());
            if (isFull || found.score() < MIN_SCORE * best) {
                break;
            }
            String whole = scope.mask().apply(recall.text(found.node()));
            String text = RecallExcerpt.of(whole, wanted, Math.min(left, WINDOW_CHARACTERS))
                    .in(whole);
            if (!text.isBlank() && said.add(text)) {
                snippets.add(snippet(found.node(), text));
                left -= text.length();
            }
        }
        return snippets;
    }

    private Snippet snippet(Entry.Node node, String text) {
        String what = recall.transcript().tool(node).orElse(node.kind().word());
        return new Snippet(
                scope.hasRecall() ? node.item().handle() : "",
                node.at().toString().substring(0, 10),
                what,
                text);
    }
}
