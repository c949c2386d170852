package dev.throughline.workingset.policy;

import dev.throughline.model.Hash;
import dev.throughline.workingset.Chain;
import dev.throughline.workingset.Piece;
import dev.throughline.workingset.PieceRange;
import dev.throughline.workingset.WorkingSet;
import dev.throughline.workingset.edit.Decision;
import dev.throughline.workingset.edit.DecisionReason.Trigger;
import dev.throughline.workingset.fragment.Digest;
import dev.throughline.workingset.fragment.RareNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * At a threshold, replaces the whole history by one message: a summary and the newest user messages.
 *
 * <pre>
 *   before   project docs   u1  a c r  a  u2  a c r  a c r …   a c r
 *   after    project docs   [summary; u1, u2 verbatim]         a c r
 * </pre>
 *
 * <p>What the agent put before the first user message stays, and so do the current exchange and what no policy may
 * remove, such as a provider's own compaction. This class does not write the summary: {@link #rangeToSummarize} says of
 * what, and {@link #decide(PolicyInput, Optional)} uses it. A summary of {@link #rangeToPrepare}, which is written in
 * advance, may end before what is due by then; the rest stays:
 *
 * <pre>
 *   advance  docs   u1  a c r  a  u2  a c r                      above 75% of the threshold
 *   then     docs   [summary; u1, u2 verbatim]  a c r  a c r     at the threshold, or when the cache has expired
 * </pre>
 */
public final class Compact implements Policy {
    /** A prepared summary is renewed when what follows it exceeds this part of the threshold. */
    private static final double OUTDATED = 0.15;

    /** Notes are too old to replace the history when what follows them exceeds this part of the threshold. */
    private static final double MAX_REST = 0.3;

    /** A compaction that leaves more than this part of the threshold was of little use. */
    private static final double STILL_FULL = 0.6;

    private static final int DIGEST_TOKENS = 4_000;

    private final CompactSettings settings;
    private final PromptFitter fitter;

    /** Uses the retention if no summary makes a prompt fit. */
    public Compact(CompactSettings settings, Retention retention) {
        this.settings = settings;
        this.fitter = new PromptFitter(retention, /* mayDrop= */ true);
    }

    /** A summary of the pieces from one node to another. */
    public record Summary(Hash first, Hash last, String text) {}

    /** The range that needs a summary before {@link #decide(PolicyInput, Optional)} is called; usually empty. */
    public Optional<PieceRange> rangeToSummarize(PolicyInput input) {
        return input.total() > threshold(input) ? range(input.chain(), input.workingSet()) : Optional.empty();
    }

    /** The range to summarize in advance: everything that was sent, once it is near the threshold. */
    public Optional<PieceRange> rangeToPrepare(PolicyInput input) {
        int last = input.chain().size() - 1;
        return isNear(input)
                ? range(input.chain(), input.workingSet()).map(range -> new PieceRange(range.first(), last))
                : Optional.empty();
    }

    /**
     * The range that a summary of everything up to a node can replace; empty if so much follows that the next
     * compaction would come soon.
     */
    public Optional<PieceRange> rangeUpTo(PolicyInput input, Hash node) {
        Chain chain = input.chain();
        int at = index(chain, node);
        int end = chain.size();
        while (end > at + 1) {
            end = Exchanges.lastBefore(chain, end);
        }
        int last = Exchanges.messagePlace(chain, end) - 1;
        return range(chain, input.workingSet())
                .map(range -> new PieceRange(range.first(), Math.min(range.last(), last)))
                .filter(part -> part.last() > part.first())
                .filter(part -> input.workingSet().tokensFrom(part.last() + 1) <= MAX_REST * threshold(input));
    }

    private boolean isNear(PolicyInput input) {
        return input.total() > settings.preparePart() * threshold(input);
    }

    /** Whether too much follows a summary that ends at a node. */
    public boolean isOutdated(PolicyInput input, Hash last) {
        int at = index(input.chain(), last);
        return at < 0 || input.workingSet().tokensFrom(at + 1) > OUTDATED * threshold(input);
    }

    /** Whether a prompt is so long that it will soon be compacted again. */
    public boolean isStillFull(PolicyInput input) {
        return input.total() > STILL_FULL * threshold(input);
    }

    public boolean isUsable(PolicyInput input, Summary summary) {
        return range(input.chain(), input.workingSet())
                .flatMap(range -> part(input, range, summary))
                .isPresent();
    }

    /** The part of a range that a summary covers; empty if it belongs to another history or was replaced already. */
    private static Optional<PieceRange> part(PolicyInput input, PieceRange range, Summary summary) {
        Chain chain = input.chain();
        boolean isSameBeginning = chain.piece(range.first()).node().equals(summary.first());
        int last = isSameBeginning ? index(chain, summary.last()) : -1;
        if (last <= range.first() || last > range.last()) {
            return Optional.empty();
        }
        RangeReplacement replacement = RangeReplacement.of(input, range.first(), last + 1);
        return replacement.isEmpty() || replacement.isReplaced()
                ? Optional.empty()
                : Optional.of(new PieceRange(range.first(), last));
    }

    private static int index(Chain chain, Hash node) {
        int at = chain.size() - 1;
        while (at >= 0 && !chain.piece(at).node().equals(node)) {
            at--;
        }
        return at;
    }

    private long threshold(PolicyInput input) {
        return Math.min(
                Math.round(input.state().budget().window() * settings.windowPart()),
                input.state().budget().promptLimit());
    }

    private static Optional<PieceRange> range(Chain chain, WorkingSet set) {
        int first = 0;
        while (first < chain.size()
                && !chain.piece(first).isUserText()
                && !chain.piece(first).isFromModel()) {
            first++;
        }
        while (first > 0
                && first < chain.size()
                && chain.piece(first - 1).element() == chain.piece(first).element()) {
            first++;
        }
        int last = Exchanges.messagePlace(chain, end(chain)) - 1;
        boolean isEnough = last > first && set.tokensFrom(first) > 0;
        return isEnough ? Optional.of(new PieceRange(first, last)) : Optional.empty();
    }

    /** The start of the current exchange, or of the user message after it. */
    static int end(Chain chain) {
        int last = chain.size() == 0 ? 0 : Exchanges.elementStart(chain, chain.size() - 1);
        List<Piece> element = chain.pieces().subList(last, chain.size());
        // Not with results, whose calls would be removed.
        boolean isUserMessage = !element.isEmpty()
                && element.getLast().isUserText()
                && element.stream().noneMatch(Piece::isResult);
        return isUserMessage ? last : Exchanges.newest(chain);
    }

    @Override
    public boolean mayReplace(PolicyInput input) {
        return input.total() > threshold(input) || (input.state().isCold() && isNear(input));
    }

    @Override
    public List<Decision> decide(PolicyInput input) {
        return decide(input, Optional.empty());
    }

    /** Decides with a summary of the due range, or of a part of it, if there is one. */
    public List<Decision> decide(PolicyInput input, Optional<Summary> summary) {
        PolicyDraft draft = new PolicyDraft(input);
        List<Decision> decisions = new ArrayList<>();
        if (mayReplace(input)) {
            range(input.chain(), input.workingSet())
                    .flatMap(range -> summary.flatMap(one -> summarized(draft, range, one)))
                    .or(() -> rangeToSummarize(input).flatMap(range -> digested(draft, range)))
                    .ifPresent(decisions::add);
        }
        if (decisions.isEmpty()) {
            cleared(draft).ifPresent(decisions::add);
        }
        if (draft.current().isTooLong()) {
            decisions.addAll(fitter.decide(draft, Trigger.HARD));
        }
        return decisions;
    }

    /** After a long pause, all results except the newest ones become placeholders. */
    private Optional<Decision> cleared(PolicyDraft draft) {
        RequestState state = draft.state();
        boolean isLong = settings.idle().isPositive() && state.idle().compareTo(settings.idle()) >= 0;
        if (!isLong || !state.isCold() || state.isRepeat()) {
            return Optional.empty();
        }
        oldResults(draft).apply(draft);
        String sentence = String.format(
                Locale.ROOT,
                "After a pause of %,d minutes, the provider no longer caches the prompt, so removing %,d tokens of old"
                        + " results costs nothing.",
                state.idle().toMinutes(),
                draft.removed());
        return draft.decision(Trigger.COLD, 0, sentence);
    }

    private RewritePlan oldResults(PolicyDraft draft) {
        Chain chain = draft.chain();
        RewritePlan plan = new RewritePlan(chain, SupersededContent.NOTHING);
        int newest = Exchanges.newest(chain);
        int results = 0;
        for (int i = chain.size() - 1; i >= 0; i--) {
            Piece piece = chain.piece(i);
            results += piece.isResult() ? 1 : 0;
            boolean isOld = piece.isResult() && results > settings.idleResults() && i < newest;
            boolean mayGo =
                    piece.mayBeCleared() && draft.workingSet().isReadable(i) && piece.tokens() > Retention.SMALL_TOKENS;
            plan.set(i, isOld && mayGo ? RewritePlan.Action.CLEAR : RewritePlan.Action.KEEP);
        }
        return plan;
    }

    public int refills() {
        return settings.refills();
    }

    /** Makes the prompt fit without a compaction. */
    public List<Decision> fit(PolicyInput input) {
        return fitter.decideIfTooLong(input, Trigger.HARD);
    }

    private Optional<Decision> summarized(PolicyDraft draft, PieceRange range, Summary summary) {
        return summary.text().isBlank()
                ? Optional.empty()
                : part(draft.current(), range, summary)
                        .flatMap(part -> replace(draft, part, summary.text(), "a summary"));
    }

    private Optional<Decision> digested(PolicyDraft draft, PieceRange range) {
        long old = RangeReplacement.of(draft.current(), range.first(), range.last() + 1)
                .tokens();
        long characters = draft.state().count().characters(Math.min(DIGEST_TOKENS, old / 10));
        RareNames names = new RareNames(draft.chain());
        String digest = Digest.of(draft.chain(), range.first(), range.last(), names, (int) characters);
        return replace(draft, range, digest, "a digest");
    }

    /** Replaces a range by a text, unless that saves too little. */
    private Optional<Decision> replace(PolicyDraft draft, PieceRange range, String text, String kind) {
        RangeReplacement replacement = RangeReplacement.of(draft.current(), range.first(), range.last() + 1);
        if (replacement.isEmpty()) {
            return Optional.empty();
        }
        long old = replacement.tokens();
        String message = replacement.message(text, settings.userTextTokens());
        long tokens = draft.tokens(message);
        if (tokens > (1 - settings.shrinkPart()) * old) {
            return Optional.empty();
        }
        replacement.apply(message, draft);
        long rewritten = draft.state().isCold() ? 0 : draft.workingSet().tokensFrom(replacement.first());
        String sentence =
                String.format(Locale.ROOT, "Replaced %,d tokens of history by %s of %,d tokens.", old, kind, tokens);
        Trigger trigger = draft.before() > threshold(draft.current()) ? Trigger.HARD : Trigger.COLD;
        return draft.decision(trigger, rewritten, sentence);
    }
}
