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
 * Retrieval: finds snippets of hidden content that the newest text of the user is about. Short pieces are returned as a
 * whole, and long pieces are cut to the lines that match best.
 *
 * <pre>
 *   text      "why does parseHeader drop the last line?"
 *   hidden    Read a/Parser.java (900 lines), Bash mvn test (12 lines), Read README.md
 *   snippets  Parser.java from the line before parseHeader on; the whole test output
 * </pre>
 */
public final class SnippetFinder {
    /** The largest snippet; a longer piece is cut to about this size. */
    private static final int SNIPPET_CHARACTERS = 1_200;

    /** If fewer characters than this are free, no further snippet is added. */
    private static final int MIN_CHARACTERS = 80;

    /** A piece is ignored if its score is below this part of the best score. */
    private static final double MIN_SCORE = 0.35;

    /** How many search results are considered. */
    private static final int MAX_CANDIDATES = 200;

    private final Recall recall;
    private final SnippetScope scope;
    private final RecallExcerpt.ExcerptQuery query;

    private SnippetFinder(Recall recall, SnippetScope scope, String query) {
        this.recall = recall;
        this.scope = scope;
        this.query = RecallExcerpt.ExcerptQuery.of(query, recall.finder());
    }

    /**
     * The content that is searched, and the limits of the result.
     *
     * @param isHidden whether the model can no longer see a node in full
     * @param mask removes secrets from a text
     * @param hasRecall whether the model has the tool {@code recall}, so that snippets contain handles
     */
    public record SnippetScope(
            PieceFinder finder,
            Predicate<Entry.Node> isHidden,
            UnaryOperator<String> mask,
            boolean hasRecall,
            SnippetLimits limits) {}

    /** The maximum number of snippets, and of characters of all snippets together. */
    public record SnippetLimits(int snippets, int characters) {
        public static final SnippetLimits DEFAULT = new SnippetLimits(8, 6_000);
    }

    /** The snippets of hidden content for a query, best first. */
    public static List<Snippet> of(Recall recall, SnippetScope scope, String query) {
        return new SnippetFinder(recall, scope, query).find(query);
    }

    private List<Snippet> find(String text) {
        List<Snippet> snippets = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        int freeCharacters = scope.limits().characters();
        double best = 0;
        for (PieceFinder.FoundPiece found : scope.finder().find(text, MAX_CANDIDATES, scope.isHidden())) {
            boolean isFull = snippets.size() >= scope.limits().snippets() || freeCharacters < MIN_CHARACTERS;
            best = Math.max(best, found.score());
            if (isFull || found.score() < MIN_SCORE * best) {
                break;
            }
            String whole = scope.mask().apply(recall.text(found.node()));
            String excerpt = RecallExcerpt.of(whole, query, Math.min(freeCharacters, SNIPPET_CHARACTERS))
                    .in(whole);
            if (!excerpt.isBlank() && seen.add(excerpt)) {
                snippets.add(snippet(found.node(), excerpt));
                freeCharacters -= excerpt.length();
            }
        }
        return snippets;
    }

    private Snippet snippet(Entry.Node node, String text) {
        String source = recall.transcript().tool(node).orElse(node.kind().word());
        return new Snippet(
                scope.hasRecall() ? node.item().handle() : "",
                node.at().toString().substring(0, 10),
                source,
                text);
    }
}
