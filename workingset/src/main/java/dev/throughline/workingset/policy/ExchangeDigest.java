package dev.throughline.workingset.policy;

import dev.throughline.workingset.PieceRange;
import dev.throughline.workingset.WorkingSet;
import dev.throughline.workingset.fragment.Digest;
import dev.throughline.workingset.fragment.RareNames;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * A digest that can replace adjacent exchanges.
 *
 * @param freed the tokens that it saves
 */
record ExchangeDigest(PieceRange range, String text, long tokens, long freed) {
    /**
     * The digest of adjacent exchanges, unless it would save nothing.
     *
     * @param replaced pieces that other digests replace in the same decision
     * @param characters its largest length
     */
    static Optional<ExchangeDigest> of(
            PolicyInput input, List<PieceRange> exchanges, BitSet replaced, RareNames names, int characters) {
        WorkingSet set = input.workingSet();
        boolean isNew = exchanges.stream()
                .anyMatch(range -> set.replacementEnd(range.first()) != range.last() && set.tokens(range) > 0);
        if (!isNew) {
            return Optional.empty();
        }
        PieceRange all = Exchanges.joined(exchanges);
        String digest = Digest.of(input.chain(), all.first(), all.last(), names, characters);
        String environment = RangeReplacement.of(input, all).environment(replaced);
        String text = environment.isEmpty() ? digest : digest + "\n" + environment;
        long tokens = input.tokens(text);
        return Optional.of(new ExchangeDigest(all, text, tokens, set.tokens(all) - tokens))
                .filter(one -> one.freed() > 0);
    }

    /** Replaces the exchanges because of their age, or so that the prompt fits. */
    void replace(PolicyDraft draft, boolean isOld) {
        draft.replace(range, text, tokens, isOld);
    }
}
