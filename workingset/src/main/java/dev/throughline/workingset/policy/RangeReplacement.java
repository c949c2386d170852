package dev.throughline.workingset.policy;

import dev.throughline.model.text.TextCut;
import dev.throughline.workingset.Chain;
import dev.throughline.workingset.Piece;
import dev.throughline.workingset.PieceRange;
import dev.throughline.workingset.fragment.Continuation;
import dev.throughline.workingset.fragment.CutNote;
import dev.throughline.workingset.fragment.Digest;
import dev.throughline.workingset.fragment.EnvironmentKind;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A range of the history that becomes one message, which contains the user messages of the range. Pieces that must stay
 * split the range into parts; then the message replaces the last one. Each part keeps its own user messages, because
 * another part may be replaced again, or go away when the client rewinds.
 *
 * <pre>
 *   before   u0   a c r  u1  a   s   a c r  u2  a c r              u3  a c r
 *   after    u0   [u1]           s   [what was done in both; u2]   u3  a c r
 * </pre>
 */
final class RangeReplacement {
    /** The beginnings of at most this many messages that do not fit are shown. */
    private static final int MAX_NAMED = 10;

    private static final int NAMED_CHARACTERS = 120;

    /** The limit for texts about the environment, which is also at most a tenth of what fits. */
    private static final long ENVIRONMENT_TOKENS = 4_000;

    private static final long ENVIRONMENT_SHARE = 10;

    private final PolicyInput input;
    private final Chain chain;
    private final List<PieceRange> parts;

    private RangeReplacement(PolicyInput input, List<PieceRange> parts) {
        this.input = input;
        this.chain = input.chain();
        this.parts = parts;
    }

    /** The removable parts of a range, up to where a turn may begin. */
    static RangeReplacement of(PolicyInput input, int first, int end) {
        List<PieceRange> removable = removable(input, first, end);
        return new RangeReplacement(
                input,
                Exchanges.adjacent(removable).stream().map(Exchanges::joined).toList());
    }

    /** A range that may be removed as a whole. */
    static RangeReplacement of(PolicyInput input, PieceRange range) {
        return new RangeReplacement(input, List.of(range));
    }

    private static List<PieceRange> removable(PolicyInput input, int first, int end) {
        int last = Exchanges.messagePlace(input.chain(), end) - 1;
        return Exchanges.withUserText(input.chain(), input.workingSet(), new PieceRange(first, last));
    }

    /**
     * The end of the shortest beginning of a range that saves enough tokens as one message with all its user messages;
     * the end of the range if none does.
     *
     * @param frame tokens around the text of each user message
     */
    static int freeing(PolicyInput input, int first, int end, long tokens, long frame) {
        Chain chain = input.chain();
        long freed = 0;
        for (PieceRange range : removable(input, first, end)) {
            for (int i = range.first(); i <= range.last(); i++) {
                Piece piece = chain.piece(i);
                freed += input.workingSet().tokens(i) - (piece.hasUserText() ? piece.tokens() + frame : 0);
            }
            if (freed >= tokens && Exchanges.mayPutMessageAt(chain, range.last() + 1)) {
                return range.last() + 1;
            }
        }
        return end;
    }

    boolean isEmpty() {
        return parts.isEmpty();
    }

    /** Whether it was replaced before. */
    boolean isReplaced() {
        return !isEmpty() && input.workingSet().isHidden(last());
    }

    int first() {
        return parts.getFirst().first();
    }

    int last() {
        return parts.getLast().last();
    }

    long tokens() {
        return parts.stream().mapToLong(input.workingSet()::tokens).sum();
    }

    /** The messages that replace its parts. The last one has the summary. */
    List<String> messages(String summary, long userTokens) {
        return messages(summary, userTokens, Continuation.Form.SUMMARY, /* wish= */ "");
    }

    /** The messages that replace its parts, in a form, with what the user wanted to be kept. */
    List<String> messages(String summary, long userTokens, Continuation.Form form, String wish) {
        List<List<String>> userTexts = userTexts(userTokens);
        List<String> messages = new ArrayList<>();
        for (int i = 0; i < parts.size() - 1; i++) {
            messages.add(Digest.ofUserMessages(
                    chain, parts.get(i).first(), parts.get(i).last(), userTexts.get(i)));
        }
        List<String> environment = environment(maxEnvironmentTokens(), new BitSet());
        Continuation.Content content = new Continuation.Content(summary, userTexts.getLast(), environment, wish);
        messages.add(Continuation.of(chain, new PieceRange(first(), last()), form, content));
        return messages;
    }

    /** The tokens that it has with these messages. */
    long tokens(List<String> messages) {
        return IntStream.range(0, parts.size())
                .mapToLong(i -> isShorter(i, messages) ? input.tokens(messages.get(i)) : tokens(i))
                .sum();
    }

    /** Whether a message replaces its part. The last one always does. */
    private boolean isShorter(int part, List<String> messages) {
        return part == parts.size() - 1 || input.tokens(messages.get(part)) < tokens(part);
    }

    private long tokens(int part) {
        return input.workingSet().tokens(parts.get(part));
    }

    /**
     * What a digest that replaces it has to contain about the agent's environment.
     *
     * @param replaced pieces that other digests replace in the same decision
     */
    String environment(BitSet replaced) {
        return Continuation.environment(environment(maxEnvironmentTokens(), replaced));
    }

    private long maxEnvironmentTokens() {
        return Math.min(ENVIRONMENT_TOKENS, input.state().budget().promptLimit() / ENVIRONMENT_SHARE);
    }

    /**
     * The user messages of each part, the oldest first: the newest up to a number of tokens, the beginnings of others.
     */
    List<List<String>> userTexts(long max) {
        List<List<String>> all = new ArrayList<>();
        long tokens = 0;
        int left = 0;
        for (PieceRange part : parts.reversed()) {
            List<String> texts = new ArrayList<>();
            int before = Math.max(left, MAX_NAMED);
            for (int index = part.last(); index >= part.first(); index--) {
                if (!chain.piece(index).hasUserText()) {
                    continue;
                }
                tokens += chain.piece(index).tokens();
                left += tokens > max ? 1 : 0;
                if (left <= MAX_NAMED) {
                    texts.addFirst(left == 0 ? whole(index) : beginning(index));
                }
            }
            if (left > before) {
                texts.addFirst(CutNote.messages(left - before) + "]");
            }
            all.addFirst(texts);
        }
        return all;
    }

    private IntStream indexes() {
        return parts.stream().flatMapToInt(part -> IntStream.rangeClosed(part.first(), part.last()));
    }

    private String whole(int index) {
        boolean hasPictures = chain.piece(index).traits().contains(Piece.Trait.PICTURES);
        String note = CutNote.pictures(chain.handle("recall id=", index));
        return attributed(index) + (hasPictures ? "\n" + note : "");
    }

    /** The text of a user message, or of a result with words of the user, which is marked. */
    private String attributed(int index) {
        Piece piece = chain.piece(index);
        String source =
                piece.isUserAnswer() ? "(in the result of " + piece.subject().tool() + ") " : "";
        return source + chain.text(index);
    }

    private String beginning(int index) {
        String text = attributed(index).strip();
        if (text.length() <= NAMED_CHARACTERS) {
            return whole(index);
        }
        int shown = TextCut.before(text, NAMED_CHARACTERS);
        String note = CutNote.characters(text.length() - shown, chain.handle("recall id=", index));
        return text.substring(0, shown) + " " + note;
    }

    /**
     * The agent's texts about its environment in the range: the newest of each kind, unless a newer or an equal one can
     * be read elsewhere. Replacements elsewhere contain their own. Long texts are cut.
     */
    List<String> environment(long max, BitSet replaced) {
        if (indexes().noneMatch(index -> chain.piece(index).isEnvironment())) {
            return List.of();
        }
        Map<String, Integer> newest = new LinkedHashMap<>();
        Set<String> readable = new HashSet<>();
        for (int i = 0; i < chain.size(); i++) {
            if (chain.piece(i).isEnvironment()) {
                String text = chain.text(i);
                String kind = EnvironmentKind.of(text);
                boolean isHidden = input.workingSet().isHidden(i) || replaced.get(i);
                Integer known = newest.get(kind);
                int at = i;
                if (parts.stream().anyMatch(part -> part.contains(at))) {
                    newest.remove(kind);
                    newest.put(kind, i);
                } else if (!isHidden) {
                    newest.remove(kind);
                    readable.add(text);
                } else if (known != null && !chain.text(known).equals(text)) {
                    newest.remove(kind);
                }
            }
        }
        List<String> texts = new ArrayList<>();
        long left = max;
        for (int index : new ArrayList<>(newest.values()).reversed()) {
            if (!readable.contains(chain.text(index))) {
                left -= chain.piece(index).tokens();
                texts.addFirst(left >= 0 ? chain.text(index) : beginning(index));
            }
        }
        return texts.size() <= MAX_NAMED ? texts : texts.subList(texts.size() - MAX_NAMED, texts.size());
    }

    /** Replaces the parts by the messages. */
    void apply(List<String> messages, PolicyDraft draft) {
        for (int i = 0; i < parts.size(); i++) {
            if (isShorter(i, messages)) {
                draft.replace(parts.get(i), messages.get(i), draft.tokens(messages.get(i)), /* isDrop= */ false);
            }
        }
    }
}
