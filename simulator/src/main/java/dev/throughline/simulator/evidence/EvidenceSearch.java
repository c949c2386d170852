package dev.throughline.simulator.evidence;

import dev.throughline.simulator.evidence.EvidenceToken.Kind;
import dev.throughline.simulator.prompt.PromptItem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Tells which tokens of a session stand in a prompt.
 *
 * <p>All tokens that any answer of the session uses are known beforehand, so each item is searched once, for all of
 * them at the same time; a prompt is then a question of which items it holds. Searching every prompt for every token
 * would cost a thousand times as much in a session that is edited. No token holds a line break, and items are joined
 * by line breaks, so none can stand across two items. Used by one thread at a time.
 */
public final class EvidenceSearch {
    /** A hexadecimal string of this length may be the beginning of a longer one. */
    private static final int CUT_NUMBER = 12;

    private final PatternMatcher matcher = new PatternMatcher();
    private final List<EvidenceToken> tokens = new ArrayList<>();
    private final List<Integer> lengths = new ArrayList<>();
    private final Map<EvidenceToken, Set<PromptItem>> holders = new HashMap<>();
    private final Set<PromptItem> searched = new HashSet<>();

    /** A finder of these tokens. */
    public EvidenceSearch(Iterable<EvidenceToken> wanted) {
        for (EvidenceToken token : wanted) {
            if (holders.putIfAbsent(token, new HashSet<>()) == null) {
                add(token, token.text());
                if (token.kind() == Kind.PATH) {
                    add(token, token.text().replace('/', '\\'));
                }
            }
        }
        matcher.link();
    }

    private void add(EvidenceToken token, String pattern) {
        matcher.add(pattern, tokens.size());
        tokens.add(token);
        lengths.add(pattern.length());
    }

    /** Whether a token stands in a prompt made of these items. */
    public boolean isIn(EvidenceToken token, Set<PromptItem> prompt) {
        for (PromptItem item : prompt) {
            if (searched.add(item)) {
                search(item);
            }
        }
        Set<PromptItem> holding = holders.getOrDefault(token, Set.of());
        return holding.stream().anyMatch(prompt::contains);
    }

    private void search(PromptItem item) {
        String text = item.search();
        matcher.search(text, (number, end) -> {
            EvidenceToken token = tokens.get(number);
            if (stands(token, text, end - lengths.get(number), end)) {
                holders.computeIfAbsent(token, _ -> new HashSet<>()).add(item);
            }
        });
    }

    /** Identifiers and numbers must stand alone. */
    private static boolean stands(EvidenceToken token, String text, int start, int end) {
        return switch (token.kind()) {
            case PATH, LINE, QUOTED -> true;
            case IDENT -> !isCode(text, start - 1) && !isCode(text, end);
            case NUM -> !isCode(text, start - 1) && (token.text().length() == CUT_NUMBER || !isCode(text, end));
        };
    }

    private static boolean isCode(String text, int at) {
        return at >= 0 && at < text.length() && CharacterClasses.isCode(text.charAt(at));
    }
}
