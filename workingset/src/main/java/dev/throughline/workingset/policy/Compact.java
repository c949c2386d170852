package dev.throughline.workingset.policy;

import dev.throughline.model.Hash;
import dev.throughline.workingset.Chain;
import dev.throughline.workingset.Piece;
import dev.throughline.workingset.PieceRange;
import dev.throughline.workingset.WorkingSet;
import dev.throughline.workingset.edit.Decision;
import dev.throughline.workingset.edit.DecisionReason;
import dev.throughline.workingset.edit.DecisionReason.Trigger;
import dev.throughline.workingset.fragment.Continuation;
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
 *
 * <p>If someone requests it, {@link #decideNow} replaces the history below the threshold too.
 */
public final class Compact implements Policy {
    /** A prepared summary is renewed when what follows it exceeds this part of the threshold. */
    private static final double OUTDATED = 0.15;

    /** Notes are too old to replace the history when what follows them exceeds this part of the threshold. */
    private static final double MAX_REST = 0.3;

    /** The newest exchanges that stay verbatim are at most this part of the history. */
    private static final double MAX_RECENT = 0.1;

    /** A compaction that leaves more than this part of the threshold was of little use. */
    private static final double STILL_FULL = 0.6;

    /** A compaction that someone requested is made if it removes at least this part of what it replaces. */
    private static final double MIN_REQUESTED_SHRINK = 0.05;

    /** The longest answer before the user's newest message that a compaction on request leaves as it is. */
    private static final long MAX_ANSWER_TOKENS = 2_000;

    private static final int DIGEST_TOKENS = 4_000;

    /** A digest has at most this part of the history; more on request, because a request may come early. */
    private static final int DIGEST_SHARE = 10;

    private static final int REQUESTED_DIGEST_SHARE = 5;

    private static final String NOT_SHORTER =
            "The history was not replaced although someone requested it: a message in its place would not be shorter.";

    private static final Occasion DUE = new Occasion(/* isRequested= */ false, /* wish= */ "");

    private final CompactSettings settings;
    private final PromptFitter fitter;

    /** Uses the retention if no summary makes a prompt fit. */
    public Compact(CompactSettings settings, Retention retention) {
        this.settings = settings;
        this.fitter = new PromptFitter(retention, /* mayDrop= */ true);
    }

    /** A summary of the pieces from one node to another. */
    public record Summary(Hash first, Hash last, String text) {}

    public CompactSettings settings() {
        return settings;
    }

    /** The range that needs a summary before {@link #decide(PolicyInput, Optional)} is called; usually empty. */
    public Optional<PieceRange> rangeToSummarize(PolicyInput input) {
        return input.total() > threshold(input) ? dueRange(input) : Optional.empty();
    }

    private Optional<PieceRange> dueRange(PolicyInput input) {
        return range(input.chain(), input.workingSet()).map(range -> withoutRecent(input, range));
    }

    /** The range that a compaction on request replaces; empty if there is nothing before the current exchange. */
    public Optional<PieceRange> rangeNow(PolicyInput input) {
        return dueRange(input).map(range -> withoutAnswer(input, range));
    }

    /** Everything that was sent: the range to summarize in advance if someone requested a compaction. */
    public Optional<PieceRange> rangeSoFar(PolicyInput input) {
        int last = input.chain().size() - 1;
        return first(input.chain())
                .filter(first -> last > first)
                .map(first -> withoutRecent(input, new PieceRange(first, last)));
    }

    /** A range without the newest exchanges, if these stay verbatim and something remains of the range. */
    private PieceRange withoutRecent(PolicyInput input, PieceRange range) {
        long most = Math.min(
                settings.recentTokens(),
                Math.round(MAX_RECENT * input.workingSet().total()));
        Chain chain = input.chain();
        int start = range.last() + 1;
        int before = Exchanges.lastBefore(chain, start);
        while (settings.form() == Continuation.Form.CONTINUATION
                && before > range.first()
                && input.workingSet().tokens(new PieceRange(before, range.last())) <= most) {
            start = before;
            before = Exchanges.lastBefore(chain, start);
        }
        int last = Exchanges.messagePlace(chain, start) - 1;
        return last > range.first() ? new PieceRange(range.first(), last) : range;
    }

    /** The range to summarize in advance: everything that was sent, once it is near the threshold. */
    public Optional<PieceRange> rangeToPrepare(PolicyInput input) {
        int last = input.chain().size() - 1;
        return isNear(input)
                ? range(input.chain(), input.workingSet())
                        .map(range -> withoutRecent(input, new PieceRange(range.first(), last)))
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
        int last = Exchanges.messagePlace(chain, end(chain)) - 1;
        return first(chain)
                .filter(first -> last > first && set.tokensFrom(first) > 0)
                .map(first -> new PieceRange(first, last));
    }

    /** The first piece after what the agent put before the conversation; empty if there is none. */
    private static Optional<Integer> first(Chain chain) {
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
        return first < chain.size() ? Optional.of(first) : Optional.empty();
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
                    .flatMap(range -> summary.flatMap(one -> summarized(draft, range, one, DUE)))
                    .or(() -> rangeToSummarize(input).flatMap(range -> digested(draft, range, DUE)))
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

    /**
     * Replaces the history because someone requested it: by a summary if it is shorter, or else by a digest. If neither
     * is shorter, the decision has no edits, and its reason says so.
     *
     * @param wish what the user wants to be kept; may be empty
     */
    public Decision decideNow(PolicyInput input, Optional<Summary> summary, String wish) {
        return requested(input, rangeNow(input), summary, wish);
    }

    /** A range without the model's answer at its end, to which the user's next message may refer, if it is short. */
    private static PieceRange withoutAnswer(PolicyInput input, PieceRange range) {
        Chain chain = input.chain();
        int start = Exchanges.messagePlace(chain, Exchanges.lastBefore(chain, range.last() + 1));
        boolean isAnswer = chain.piece(range.last()).isFromModel()
                && start - 1 > range.first()
                && input.workingSet().tokens(new PieceRange(start, range.last())) <= MAX_ANSWER_TOKENS;
        return isAnswer ? new PieceRange(range.first(), start - 1) : range;
    }

    /** What {@link #decideNow} would decide without a summary if the current exchange had ended. */
    public Decision estimate(PolicyInput input, String wish) {
        return requested(input, rangeSoFar(input), Optional.empty(), wish);
    }

    private Decision requested(PolicyInput input, Optional<PieceRange> due, Optional<Summary> summary, String wish) {
        PolicyDraft draft = new PolicyDraft(input);
        Occasion occasion = new Occasion(/* isRequested= */ true, wish);
        return range(input.chain(), input.workingSet())
                .flatMap(range -> summary.flatMap(one -> summarized(draft, range, one, occasion)))
                .or(() -> due.flatMap(range -> digested(draft, range, occasion)))
                .orElseGet(() -> new Decision.Draft()
                        .because(new DecisionReason(
                                Trigger.MANUAL, input.total(), input.total(), 0, 0, 0, NOT_SHORTER)));
    }

    /**
     * Why a history is replaced.
     *
     * @param isRequested whether someone requested it, so that any message that is shorter will do
     * @param wish what the user wants to be kept
     */
    private record Occasion(boolean isRequested, String wish) {}

    private Optional<Decision> summarized(PolicyDraft draft, PieceRange range, Summary summary, Occasion occasion) {
        return summary.text().isBlank()
                ? Optional.empty()
                : part(draft.current(), range, summary)
                        .flatMap(part -> replace(draft, part, summary.text(), "a summary", occasion));
    }

    private Optional<Decision> digested(PolicyDraft draft, PieceRange range, Occasion occasion) {
        long old = RangeReplacement.of(draft.current(), range.first(), range.last() + 1)
                .tokens();
        int share = occasion.isRequested() ? REQUESTED_DIGEST_SHARE : DIGEST_SHARE;
        long characters = draft.state().count().characters(Math.min(DIGEST_TOKENS, old / share));
        Chain chain = draft.chain();
        String digest = Digest.of(chain, range.first(), range.last(), new RareNames(chain), (int) characters);
        return replace(draft, range, digest, "a digest", occasion);
    }

    /** Replaces a range by a text, unless that saves too little. */
    private Optional<Decision> replace(
            PolicyDraft draft, PieceRange range, String text, String kind, Occasion occasion) {
        RangeReplacement replacement = RangeReplacement.of(draft.current(), range.first(), range.last() + 1);
        if (replacement.isEmpty() || (occasion.isRequested() && replacement.isReplaced())) {
            return Optional.empty();
        }
        long old = replacement.tokens();
        List<String> messages = replacement.messages(text, settings.userTextTokens(), settings.form(), occasion.wish());
        long tokens = replacement.tokens(messages);
        if (tokens > (1 - (occasion.isRequested() ? MIN_REQUESTED_SHRINK : settings.shrinkPart())) * old) {
            return Optional.empty();
        }
        replacement.apply(messages, draft);
        long rewritten = draft.state().isCold() ? 0 : draft.workingSet().tokensFrom(replacement.first());
        String sentence = String.format(
                Locale.ROOT,
                "%s %,d tokens of history by %s of %,d tokens.",
                occasion.isRequested() ? "As requested, replaced" : "Replaced",
                old,
                kind,
                tokens);
        return draft.decision(trigger(draft, occasion), rewritten, sentence);
    }

    private Trigger trigger(PolicyDraft draft, Occasion occasion) {
        if (occasion.isRequested()) {
            return Trigger.MANUAL;
        }
        return draft.before() > threshold(draft.current()) ? Trigger.HARD : Trigger.COLD;
    }
}
