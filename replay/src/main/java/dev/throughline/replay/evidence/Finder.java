package dev.throughline.replay.evidence;

import dev.throughline.replay.evidence.Token.Kind;
import dev.throughline.replay.prompt.PromptItem;
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
public final class Finder {
    /** A hexadecimal string of this length may be the beginning of a longer one. */
    private static final int CUT_NUMBER = 12;

    private final Matcher matcher = new Matcher();
    private final List<Token> tokens = new ArrayList<>();
    private final List<Integer> lengths = new ArrayList<>();
    private final Map<Token, Set<PromptItem>> holders = new HashMap<>();
    private final Set<PromptItem> searched = new HashSet<>();

    /** A finder of these tokens. */
    public Finder(Iterable<Token> wanted) {
        for (Token token : wanted) {
            if (holders.putIfAbsent(token, new HashSet<>()) == null) {
                add(token, token.text());
                if (token.kind() == Kind.PATH) {
                    add(token, token.text().replace('/', '\\'));
                }
            }
        }
        matcher.link();
    }

    private void add(Token token, String pattern) {
        matcher.add(pattern, tokens.size());
        tokens.add(token);
        lengths.add(pattern.length());
    }

    /** Whether a token stands in a prompt made of these items. */
    public boolean isIn(Token token, Set<PromptItem> prompt) {
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
            Token token = tokens.get(number);
            if (stands(token, text, end - lengths.get(number), end)) {
                holders.computeIfAbsent(token, _ -> new HashSet<>()).add(item);
            }
        });
    }

    /** Identifiers and numbers must stand alone. */
    private static boolean stands(Token token, String text, int start, int end) {
        return switch (token.kind()) {
            case PATH, LINE, QUOTED -> true;
            case IDENT -> !isCode(text, start - 1) && !isCode(text, end);
            case NUM -> !isCode(text, start - 1) && (token.text().length() == CUT_NUMBER || !isCode(text, end));
        };
    }

    private static boolean isCode(String text, int at) {
        return at >= 0 && at < text.length() && Letters.isCode(text.charAt(at));
    }
}
