package dev.throughline.workingset.policy;

import dev.throughline.workingset.Chain;
import dev.throughline.workingset.Sight;
import dev.throughline.workingset.edit.Decision;
import dev.throughline.workingset.edit.Edit;
import dev.throughline.workingset.fragment.Digest;
import dev.throughline.workingset.fragment.Vocabulary;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * A digest that may stand in the place of exchanges that touch.
 *
 * @param won the tokens that are won by it
 */
record Digested(Exchanges.Span span, String text, long tokens, long won) {
    /**
     * The digest of spans that touch, unless it would free nothing.
     *
     * @param leaving what becomes digests too, and cannot be read then
     * @param characters how long it may become
     */
    static Optional<Digested> of(
            Scene scene, List<Exchanges.Span> spans, BitSet leaving, Vocabulary vocabulary, int characters) {
        long old = 0;
        long fresh = 0;
        for (Exchanges.Span span : spans) {
            boolean isOld = scene.sight().replacedTo(span.first()) == span.last();
            old += isOld ? tokens(scene.sight(), span) : 0;
            fresh += isOld ? 0 : tokens(scene.sight(), span);
        }
        if (fresh == 0) {
            return Optional.empty();
        }
        Exchanges.Span all =
                new Exchanges.Span(spans.getFirst().first(), spans.getLast().last());
        String digest = Digest.of(scene.chain(), all.first(), all.last(), vocabulary, characters);
        String around = Folding.of(scene, all).around(leaving);
        String text = around.isEmpty() ? digest : digest + "\n" + around;
        long tokens = scene.tokens(text);
        return Optional.of(new Digested(all, text, tokens, old + fresh - tokens))
                .filter(one -> one.won() > 0);
    }

    /** Tokens that are sent for a span. */
    static long tokens(Sight sight, Exchanges.Span span) {
        long tokens = 0;
        for (int i = span.first(); i <= span.last(); i++) {
            tokens += sight.tokens(i);
        }
        return tokens;
    }

    /** Puts it in the place of the exchanges, which are old or have to go. */
    void replace(Scene scene, boolean isOld, Decision.Draft draft) {
        Chain chain = scene.chain();
        draft.add(new Edit.Replace(
                Exchanges.node(chain, span.first()),
                Exchanges.node(chain, span.last()),
                draft.text(text),
                tokens,
                isOld));
        scene.sight().replace(span.first(), span.last(), tokens);
    }
}
