package dev.throughline.workingset.policy;

import dev.throughline.model.Hash;
import dev.throughline.workingset.Chain;
import dev.throughline.workingset.Piece;
import dev.throughline.workingset.PieceRange;
import dev.throughline.workingset.WorkingSet;
import dev.throughline.workingset.edit.Decision;
import dev.throughline.workingset.edit.DecisionReason;
import dev.throughline.workingset.edit.DecisionReason.Trigger;
import dev.throughline.workingset.fragment.Digest;
import dev.throughline.workingset.fragment.RareNames;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * At a threshold, the whole history becomes one message: a summary and the newest words of the user.
 *
 * <pre>
 *   before   project docs   u1  a c r  a  u2  a c r  a c r …   a c r
 *   after    project docs   [summary; u1, u2 verbatim]         a c r
 * </pre>
 *
 * <p>What the agent put before the first user message stays in front, the exchange under way stays behind, and so does
 * what must stay wherever it stands, such as what a provider sealed when it compacted the history itself. This class
 * does not write the summary: {@link #rangeToSummarize} says of what, and {@link #decide(PolicyInput, Optional)} takes
 * it. One that was written ahead, of {@link #rangeToPrepare}, may end earlier than what is due by then; the rest stays:
 *
 * <pre>
 *   ahead    docs   u1  a c r  a  u2  a c r                      above 75% of the threshold
 *   then     docs   [summary; u1, u2 verbatim]  a c r  a c r     at the threshold, or when the cache has expired
 * </pre>
 */
public final class Compact implements Policy {
    /**
     * What can be set.
     *
     * @param windowPart the part of the window at which it happens
     * @param wordsTokens how much of the user's newest words is kept verbatim
     * @param shrinkPart the part of what it replaces that a summary must be shorter by
     * @param aheadPart the part of the threshold above which it is worth to have a summary ready
     * @param refills compactions in a row that may leave the prompt nearly full
     * @param idle after how long a pause old results go; zero for never
     * @param idleResults the newest results that stay then
     */
    public record Settings(
            double windowPart,
            long wordsTokens,
            double shrinkPart,
            double aheadPart,
            int refills,
            Duration idle,
            int idleResults) {
        public static final Settings DEFAULT = new Settings(0.9, 20_000, 0.5, 0.75, 3, Duration.ofMinutes(60), 5);
    }

    /** A summary that was written ahead is renewed when this part of the threshold has come behind it. */
    private static final double OUTDATED = 0.15;

    /** Notes behind which more than this part of the threshold has come are too old to replace what they tell. */
    private static final double LEFT_BEHIND = 0.3;

    /** A compaction that leaves more than this part of the threshold was of no use: the prompt will soon be full. */
    private static final double STILL_FULL = 0.6;

    private static final int DIGEST_TOKENS = 4_000;

    private final Settings settings;
    private final PromptFitter fitter;

    public Compact(Settings settings) {
        this(settings, Retention.DEFAULT);
    }

    /** Uses this retention where no summary makes a prompt fit. */
    public Compact(Settings settings, Retention retention) {
        this.settings = settings;
        this.fitter = new PromptFitter(retention);
    }

    /** A summary of the pieces from one node to another. */
    public record Summary(Hash first, Hash last, String text) {}

    /** What should be summarised before {@link #decide(PolicyInput, Optional)} is asked; mostly nothing. */
    public Optional<PieceRange> rangeToSummarize(PolicyInput input) {
        return input.total() > threshold(input) ? range(input.chain(), input.workingSet()) : Optional.empty();
    }

    /** What may be summarised ahead: all that was sent, once that comes near the threshold. */
    public Optional<PieceRange> rangeToPrepare(PolicyInput input) {
        int last = input.chain().size() - 1;
        return isNear(input)
                ? range(input.chain(), input.workingSet()).map(range -> new PieceRange(range.first(), last))
                : Optional.empty();
    }

    /**
     * What can be replaced by a text that tells of everything up to this node; nothing if too much stands behind it, so
     * that compacting would soon begin again.
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
                .filter(part -> input.workingSet().tokensFrom(part.last() + 1) <= LEFT_BEHIND * threshold(input));
    }

    private boolean isNear(PolicyInput input) {
        return input.total() > settings.aheadPart() * threshold(input);
    }

    /** Whether a summary that ends at a node says too little of this chain by now. */
    public boolean isOutdated(PolicyInput input, Hash last) {
        int at = index(input.chain(), last);
        return at < 0 || input.workingSet().tokensFrom(at + 1) > OUTDATED * threshold(input);
    }

    /** Whether a prompt is so long that compacting it soon begins again. */
    public boolean isStillFull(PolicyInput input) {
        return input.total() > STILL_FULL * threshold(input);
    }

    /** Whether a summary can be used for this chain. */
    public boolean isUsable(PolicyInput input, Summary summary) {
        return range(input.chain(), input.workingSet())
                .flatMap(range -> part(input, range, summary))
                .isPresent();
    }

    /** The part of a range that a summary tells; nothing if it is of another history, or all of it was replaced. */
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

    /** Where begins what is under way: the newest exchange, or the user message behind it. */
    static int end(Chain chain) {
        int last = chain.size() == 0 ? 0 : Exchanges.elementStart(chain, chain.size() - 1);
        return isUserMessage(chain, last) ? last : Exchanges.newest(chain);
    }

    /** Whether the element that ends the chain is a person's, and brings no results of calls that would stay behind. */
    private static boolean isUserMessage(Chain chain, int first) {
        for (int i = first; i < chain.size(); i++) {
            if (chain.piece(i).isResult()) {
                return false;
            }
        }
        return chain.size() > 0 && chain.piece(chain.size() - 1).isUserText();
    }

    @Override
    public boolean mayReplace(PolicyInput input) {
        return input.total() > threshold(input) || (input.state().isCold() && isNear(input));
    }

    @Override
    public List<Decision> decide(PolicyInput input) {
        return decide(input, Optional.empty());
    }

    /** What should change, with a summary of what is due, or of a part of it, if there is one. */
    public List<Decision> decide(PolicyInput input, Optional<Summary> summary) {
        PolicyDraft draft = new PolicyDraft(input);
        List<Decision> decisions = new ArrayList<>();
        Optional<PieceRange> due = rangeToSummarize(input);
        if (due.isPresent() || (input.state().isCold() && isNear(input))) {
            range(input.chain(), input.workingSet())
                    .flatMap(range -> summary.flatMap(one -> summarized(draft, range, one)))
                    .or(() -> due.flatMap(range -> digested(draft, range)))
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

    /** After a long pause all results but the newest few become stubs, whatever they are about. */
    private Optional<Decision> cleared(PolicyDraft draft) {
        RequestState state = draft.state();
        boolean isLong = settings.idle().isPositive() && state.idle().compareTo(settings.idle()) >= 0;
        if (!isLong || !state.isCold() || state.isRepeat()) {
            return Optional.empty();
        }
        long before = draft.total();
        Rewriter.run(draft, oldResults(draft));
        if (draft.isEmpty()) {
            return Optional.empty();
        }
        String sentence = String.format(
                Locale.ROOT,
                "After a pause of %,d minutes %,d tokens of old results went at no cost.",
                state.idle().toMinutes(),
                before - draft.total());
        return Optional.of(draft.decision(new DecisionReason(Trigger.COLD, before, draft.total(), 0, 0, 0, sentence)));
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

    /** How many compactions in a row may leave the prompt nearly full. */
    public int refills() {
        return settings.refills();
    }

    /** What must change for the prompt to fit, without a compaction. */
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

    /** Puts a text in the place of a range, unless that saves too little. */
    private Optional<Decision> replace(PolicyDraft draft, PieceRange range, String text, String kind) {
        RangeReplacement replacement = RangeReplacement.of(draft.current(), range.first(), range.last() + 1);
        if (replacement.isEmpty()) {
            return Optional.empty();
        }
        long before = draft.total();
        long old = replacement.tokens();
        String message = replacement.message(text, settings.wordsTokens());
        long tokens = draft.tokens(message);
        if (tokens > (1 - settings.shrinkPart()) * old) {
            return Optional.empty();
        }
        replacement.apply(message, draft);
        long rewritten = draft.state().isCold() ? 0 : draft.workingSet().tokensFrom(replacement.first());
        String sentence = String.format(Locale.ROOT, "%,d tokens of history became %s of %,d.", old, kind, tokens);
        Trigger trigger = before > threshold(draft.current()) ? Trigger.HARD : Trigger.COLD;
        return Optional.of(
                draft.decision(new DecisionReason(trigger, before, draft.total(), rewritten, 0, 0, sentence)));
    }
}
