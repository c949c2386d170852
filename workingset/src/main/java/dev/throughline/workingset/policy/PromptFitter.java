package dev.throughline.workingset.policy;

import dev.throughline.workingset.Chain;
import dev.throughline.workingset.PieceRange;
import dev.throughline.workingset.WorkingSet;
import dev.throughline.workingset.edit.Decision;
import dev.throughline.workingset.edit.DecisionReason;
import dev.throughline.workingset.edit.Edit;
import dev.throughline.workingset.fragment.Digest;
import dev.throughline.workingset.fragment.RareNames;
import dev.throughline.workingset.fragment.Stub;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Makes a prompt fit, whatever it takes, in this order.
 *
 * <pre>
 *   clear     old results and arguments become stubs, younger and younger ones
 *   drop      the oldest exchanges become digests
 *   gather    the oldest part of what is before the newest user message becomes one message that carries every user
 *             message in it; what was packed into those goes, if that is much
 *   shorten   the longest results that are left are cut, the newest last
 *   fold      all before the newest user message becomes such a message, which carries only the newest of them
 *   call      long arguments of calls are cut
 *   shorten   results are cut to a few lines, the newest too
 * </pre>
 *
 * <p>The first and the newest user message always stay.
 *
 * <p>It goes well below the limit, so that the next requests find room: a prompt that fits to the last token would have
 * to be rewritten with every one of them. And it goes no further than that: each step takes the oldest first and only
 * as many as it needs, and what is so large that leaving it out would take too much is cut instead.
 */
final class PromptFitter {
    /** The part of the limit that a rewritten prompt fills. */
    private static final double TARGET = 0.7;

    /**
     * What would leave less than this part of the target is cut instead, where that is possible. What has been kept for
     * its time goes down to here: the prompt is rewritten in any case, and the next rewrite comes later.
     */
    private static final double FLOOR = 0.62;

    private static final double YOUNGER = 0.7;
    private static final double YOUNGEST = 0.02;
    private static final double DIGEST_PART = 0.02;

    /** Gathering user messages is worth it when it frees this part of the limit. */
    private static final double LEAST_GATHERED = 0.1;

    /** Tokens around each user message that is gathered. */
    private static final long MESSAGE_FRAME = 4;

    /** How often an estimate is made again when it freed too little. */
    private static final int MOST_ROUNDS = 8;

    private static final long MOST_DIGEST_CHARACTERS = 1 << 20;

    private final Retention retention;
    private final boolean mayDrop;

    PromptFitter(Retention retention) {
        this(retention, /* mayDrop= */ true);
    }

    private PromptFitter(Retention retention, boolean mayDrop) {
        this.retention = retention;
        this.mayDrop = mayDrop;
    }

    /** One that replaces nothing by digests. */
    static PromptFitter inPlace(Retention retention) {
        return new PromptFitter(retention, /* mayDrop= */ false);
    }

    List<Decision> decideIfTooLong(PolicyInput input, DecisionReason.Trigger trigger) {
        return input.isTooLong() ? decide(new PolicyDraft(input), trigger) : List.of();
    }

    List<Decision> decide(PolicyDraft draft, DecisionReason.Trigger trigger) {
        long before = draft.total();
        long limit = limit(draft);
        long target = Math.round(limit * TARGET);
        RareNames names = new RareNames(draft.chain());
        BitSet shown = shown(draft);
        clear(draft, target, names);
        if (mayDrop && draft.total() > target) {
            drop(draft, target, /* mustSuffice= */ true, names.afresh());
        }
        if (mayDrop && draft.total() > target) {
            gather(draft, target, Math.round(limit * LEAST_GATHERED), names);
        }
        if (mayDrop && draft.total() > target) {
            drop(draft, target, /* mustSuffice= */ false, names.afresh());
        }
        if (draft.total() > limit) {
            ResultShortener.run(draft, limit, new PieceRange(0, draft.chain().size() - 1));
        }
        if (mayDrop && draft.total() > limit) {
            fold(draft, target, names.afresh());
        }
        if (draft.total() > limit) {
            clearCalls(draft, limit);
        }
        if (draft.total() > limit) {
            ResultShortener.toFewLines(draft, limit);
        }
        if (draft.isEmpty()) {
            return List.of();
        }
        clearNotesToRemoved(draft, shown);
        String sentence = String.format(
                Locale.ROOT,
                "The prompt of %,d tokens had to fit into %,d; %,d are left.",
                before,
                limit,
                draft.total());
        long rewritten = draft.state().isCold() ? 0 : draft.workingSet().total();
        return List.of(draft.decision(new DecisionReason(trigger, before, draft.total(), rewritten, 0, 0, sentence)));
    }

    private static long limit(PolicyDraft draft) {
        return draft.state().budget().promptLimit();
    }

    private void clear(PolicyDraft draft, long target, RareNames names) {
        double part = 1;
        while (part > YOUNGEST && draft.total() > target) {
            long before = draft.total();
            RewritePlan plan = retention.plan(draft.chain(), draft.workingSet(), part);
            plan.keepExchanges(); // They go after all results that may go, see below.
            int huge = spare(draft.current(), plan, target, part == 1 ? Math.round(target * FLOOR) : target);
            if (!plan.isEmpty()) {
                Rewriter.run(draft, plan, names.afresh());
            }
            if (huge >= 0 && draft.total() > target) {
                ResultShortener.run(draft, target, new PieceRange(huge, huge));
            }
            part = draft.total() < before ? part : part * YOUNGER;
        }
    }

    /** Cuts long arguments of calls, the oldest first, when nothing else can go. */
    private static void clearCalls(PolicyDraft draft, long target) {
        Chain chain = draft.chain();
        for (int i = 0; i < Exchanges.newest(chain) && draft.total() > target; i++) {
            boolean mayGo = chain.piece(i).isCall()
                    && chain.piece(i).mayBeCleared()
                    && !draft.workingSet().isHidden(i);
            String cut = mayGo ? Stub.ofCall(chain, i) : "";
            if (mayGo && draft.tokens(cut) < draft.workingSet().tokens(i)) {
                draft.reword(i, Edit.RewordKind.CLEAR, cut, draft.tokens(cut));
            }
        }
    }

    /** What notes may lead to: pieces that are whole, or of which a later one shows what is missing. */
    private static BitSet shown(PolicyDraft draft) {
        BitSet shown = new BitSet();
        for (int i = 0; i < draft.chain().size(); i++) {
            if (draft.workingSet().isWhole(i) || hasNote(draft.workingSet(), i)) {
                shown.set(i);
            }
        }
        return shown;
    }

    private static boolean hasNote(WorkingSet set, int index) {
        return !set.isHidden(index) && set.isSuperseded(index);
    }

    /** Clears reads whose notes lead to a read that was shown before and is not any more. */
    private static void clearNotesToRemoved(PolicyDraft draft, BitSet shownBefore) {
        BitSet removed = (BitSet) shownBefore.clone();
        removed.andNot(shown(draft));
        for (BitSet reads : new FileReads(draft.chain()).reads()) {
            int last = reads.length() - 1;
            while (last >= 0 && !removed.get(last)) {
                last = reads.previousSetBit(last - 1);
            }
            for (int i = reads.nextSetBit(0); i >= 0 && i < last; i = reads.nextSetBit(i + 1)) {
                if (hasNote(draft.workingSet(), i)) {
                    String stub = Stub.bare(draft.chain(), i);
                    draft.reword(i, Edit.RewordKind.CLEAR, stub, draft.tokens(stub));
                }
            }
        }
    }

    /**
     * Keeps the newest pieces without which less than the least would be left. One that is so large that too little
     * would be left without it is kept too, to be cut: its index is returned, or -1.
     */
    private static int spare(PolicyInput input, RewritePlan plan, long target, long least) {
        long total = input.total();
        int huge = -1;
        for (int i = 0; i < plan.size(); i++) {
            if (plan.keeps(i)) {
                continue;
            }
            // As if nothing were left of it: so too few go at once, and then some more, but never too many.
            long without = total - input.workingSet().tokens(i);
            boolean isHuge = without < FLOOR * target && ResultShortener.mayShorten(input, i);
            huge = isHuge && huge < 0 && total > target ? i : huge;
            if (total <= least || isHuge) {
                plan.set(i, RewritePlan.Action.KEEP);
            } else {
                total = without;
            }
        }
        return huge;
    }

    /**
     * Replaces the oldest exchanges by digests; adjacent ones share one, also with what was replaced before.
     *
     * @param mustSuffice whether it is done only if it brings the prompt down to the target
     */
    private static void drop(PolicyDraft draft, long target, boolean mustSuffice, RareNames names) {
        Chain chain = draft.chain();
        List<ExchangeDigest> digests = new ArrayList<>();
        BitSet leaving = new BitSet();
        long total = draft.total();
        long small = 0;
        for (List<PieceRange> group :
                Exchanges.adjacent(Exchanges.before(chain, draft.workingSet(), Exchanges.newest(chain)))) {
            if (total <= target) {
                break;
            }
            total -= cutHuge(draft, group, total, target);
            List<PieceRange> oldest = oldest(draft, group, total, target);
            Optional<ExchangeDigest> digest = oldest.isEmpty()
                    ? Optional.empty()
                    : ExchangeDigest.of(draft.current(), oldest, leaving, names, digestCharacters(draft));
            total -= digest.map(ExchangeDigest::freed).orElse(0L);
            small += digest.isEmpty() ? draft.workingSet().tokens(Exchanges.joined(group)) : 0;
            digest.ifPresent(one -> {
                digests.add(one);
                leaving.set(one.range().first(), one.range().last() + 1);
            });
        }
        boolean isSkipping = small > limit(draft) * LEAST_GATHERED; // Newer ones would go instead of older ones.
        if (digests.isEmpty() || (mustSuffice && (total > target || isSkipping))) {
            return;
        }
        digests.forEach(digest -> digest.replace(draft, /* isOld= */ false));
    }

    /** Cuts the results of the exchange without which too little would be left; returns the tokens freed by that. */
    private static long cutHuge(PolicyDraft draft, List<PieceRange> group, long before, long target) {
        long total = before + digestTokens(draft);
        for (PieceRange exchange : group) {
            long without = total - draft.workingSet().tokens(exchange);
            if (total > target && without < FLOOR * target) {
                long sent = draft.total();
                ResultShortener.run(draft, sent - (total - target), exchange);
                return sent - draft.total();
            }
            total = without;
        }
        return 0;
    }

    /**
     * The oldest of some adjacent exchanges without which a prompt of so many tokens is small enough. The last one ends
     * where a digest may stand: a bit later, or else as early as it must.
     */
    private static List<PieceRange> oldest(PolicyDraft draft, List<PieceRange> group, long before, long target) {
        List<PieceRange> chosen = new ArrayList<>();
        long total = before + digestTokens(draft);
        for (PieceRange exchange : group) {
            if (total <= target && mayEnd(draft.chain(), chosen)) {
                break;
            }
            total -= draft.workingSet().tokens(exchange);
            chosen.add(exchange);
        }
        while (!mayEnd(draft.chain(), chosen)) {
            chosen.removeLast();
        }
        return chosen;
    }

    private static boolean mayEnd(Chain chain, List<PieceRange> chosen) {
        return chosen.isEmpty()
                || Exchanges.mayPutMessageAt(chain, chosen.getLast().last() + 1);
    }

    private static int digestCharacters(PolicyDraft draft) {
        return (int) Math.min(draft.state().count().characters(digestTokens(draft)), MOST_DIGEST_CHARACTERS);
    }

    private static long digestTokens(PolicyDraft draft) {
        return Math.round(limit(draft) * DIGEST_PART);
    }

    /**
     * Puts the oldest part of what stands between the first and the newest user message into one message that carries
     * all user messages in it; as much as it takes to come down to the target, or all.
     *
     * @param least the tokens that it must free
     */
    private static void gather(PolicyDraft draft, long target, long least, RareNames names) {
        int first = behindFirstUserMessage(draft);
        int end = beforeNewestUserMessage(draft.chain());
        long free = draft.total() - target + digestTokens(draft);
        for (int round = 0; round < MOST_ROUNDS; round++) {
            int part = RangeReplacement.freeing(draft.current(), first, end, free, MESSAGE_FRAME);
            RangeReplacement replacement = RangeReplacement.of(draft.current(), first, part);
            if (replacement.isEmpty()) {
                return;
            }
            String message = message(draft, replacement, Long.MAX_VALUE, names.afresh());
            long freed = replacement.tokens() - draft.tokens(message);
            long missing = draft.total() - freed - target;
            if (missing <= 0 || part == end || round == MOST_ROUNDS - 1) {
                if (freed >= least) {
                    replacement.apply(message, draft);
                }
                return;
            }
            free += missing;
        }
    }

    private static String message(PolicyDraft draft, RangeReplacement range, long userTokens, RareNames names) {
        String digest = Digest.of(draft.chain(), range.first(), range.last(), names, digestCharacters(draft));
        return range.message(digest, userTokens);
    }

    /** Puts all between the first and the newest user message into one, with as much user text as the target allows. */
    private static void fold(PolicyDraft draft, long target, RareNames names) {
        RangeReplacement replacement = RangeReplacement.of(
                draft.current(), behindFirstUserMessage(draft), beforeNewestUserMessage(draft.chain()));
        if (replacement.isEmpty()) {
            return;
        }
        long frame = draft.tokens(message(draft, replacement, 0, names));
        long rest = draft.total() - replacement.tokens() + frame;
        String message = message(draft, replacement, target - rest, names.afresh());
        if (draft.tokens(message) < replacement.tokens()) {
            replacement.apply(message, draft);
        }
    }

    /** The place behind the first user message, or the message of ours that carries it already. */
    private static int behindFirstUserMessage(PolicyDraft draft) {
        Chain chain = draft.chain();
        int at = 0;
        while (at < chain.size() && !chain.piece(at).isUserText()) {
            at++;
        }
        if (at == chain.size() || !draft.workingSet().isHidden(at)) {
            return at == chain.size() ? at : Exchanges.elementEnd(chain, at);
        }
        while (at > 0 && draft.workingSet().replacedTo(at) < at) {
            at--;
        }
        return at;
    }

    private static int beforeNewestUserMessage(Chain chain) {
        int at = chain.size() - 1;
        while (at > 0 && !chain.piece(at).isUserText()) {
            at--;
        }
        return at <= 0 ? 0 : Math.min(Exchanges.elementStart(chain, at), Compact.end(chain));
    }
}
