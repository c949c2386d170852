package dev.throughline.workingset.policy;

import dev.throughline.workingset.Chain;
import dev.throughline.workingset.PieceRange;
import dev.throughline.workingset.WorkingSet;
import dev.throughline.workingset.edit.Decision;
import dev.throughline.workingset.edit.DecisionReason.Trigger;
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
 * Makes a prompt fit, in these steps until it does.
 *
 * <pre>
 *   clear     old results become placeholders, then newer and newer ones
 *   drop      the oldest exchanges become digests
 *   gather    the oldest part before the newest user message becomes one message that contains all user messages of
 *             that part, if this saves much
 *   shorten   the longest remaining results are cut, the newest last
 *   fold      everything before the newest user message becomes such a message, with only the newest user messages
 *   call      long arguments of calls are cut
 *   shorten   results are cut to a few lines, including the newest
 * </pre>
 *
 * <p>The first and the newest user message always stay.
 *
 * <p>It stops well below the limit: a prompt that just fits would have to be rewritten with every following request. It
 * removes no more than that: each step takes the oldest pieces first and only as many as needed, and shortens a piece
 * that is so large that removing it would save too much.
 */
final class PromptFitter {
    /** The part of the limit that a rewritten prompt fills. */
    private static final double TARGET = 0.7;

    /**
     * A piece is shortened instead of removed if removing it would leave less than this part of the target. What is
     * older than its retention is removed down to here: the prompt is rewritten anyway, and the next rewrite comes
     * later.
     */
    private static final double FLOOR = 0.62;

    private static final double YOUNGER = 0.7;
    private static final double YOUNGEST = 0.02;
    private static final double DIGEST_PART = 0.02;

    /** Gathering user messages must save this part of the limit. */
    private static final double MIN_GATHERED = 0.1;

    /** Tokens around each gathered user message. */
    private static final long MESSAGE_FRAME = 4;

    /** Attempts, each with a larger estimate. */
    private static final int MAX_ROUNDS = 8;

    private static final long MAX_DIGEST_CHARACTERS = 1 << 20;

    private final Retention retention;
    private final boolean mayDrop;

    /** @param mayDrop whether exchanges may be replaced by digests */
    PromptFitter(Retention retention, boolean mayDrop) {
        this.retention = retention;
        this.mayDrop = mayDrop;
    }

    List<Decision> decideIfTooLong(PolicyInput input, Trigger trigger) {
        return input.isTooLong() ? decide(new PolicyDraft(input), trigger) : List.of();
    }

    List<Decision> decide(PolicyDraft draft, Trigger trigger) {
        long limit = limit(draft);
        long target = Math.round(limit * TARGET);
        RareNames names = new RareNames(draft.chain());
        BitSet shown = shown(draft);
        clear(draft, target, names);
        if (mayDrop && draft.total() > target) {
            drop(draft, target, /* mustSuffice= */ true, names.fresh());
        }
        if (mayDrop && draft.total() > target) {
            gather(draft, target, Math.round(limit * MIN_GATHERED), names);
        }
        if (mayDrop && draft.total() > target) {
            drop(draft, target, /* mustSuffice= */ false, names.fresh());
        }
        if (draft.total() > limit) {
            ResultShortener.shorten(
                    draft, limit, new PieceRange(0, draft.chain().size() - 1));
        }
        if (mayDrop && draft.total() > limit) {
            fold(draft, target, names.fresh());
        }
        if (draft.total() > limit) {
            clearCalls(draft, limit);
        }
        if (draft.total() > limit) {
            ResultShortener.toFewLines(draft, limit);
        }
        clearNotesToRemoved(draft, shown);
        String sentence = String.format(
                Locale.ROOT,
                "The prompt of %,d tokens exceeded the limit of %,d; it now has %,d.",
                draft.before(),
                limit,
                draft.total());
        long rewritten = draft.state().isCold() ? 0 : draft.workingSet().total();
        return draft.decision(trigger, rewritten, sentence).stream().toList();
    }

    private static long limit(PolicyDraft draft) {
        return draft.state().budget().promptLimit();
    }

    private void clear(PolicyDraft draft, long target, RareNames names) {
        double part = 1;
        while (part > YOUNGEST && draft.total() > target) {
            long before = draft.total();
            RewritePlan plan = retention.plan(draft.chain(), draft.workingSet(), part);
            plan.keepExchanges(); // They are dropped after all results that may be cleared.
            int huge = limitPlan(draft.current(), plan, target, part == 1 ? Math.round(target * FLOOR) : target);
            plan.apply(draft, names.fresh());
            if (huge >= 0 && draft.total() > target) {
                ResultShortener.shorten(draft, target, new PieceRange(huge, huge));
            }
            part = draft.total() < before ? part : part * YOUNGER;
        }
    }

    /** Cuts long arguments of calls, the oldest first. */
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

    /** Pieces that notes may refer to: complete ones, and those of which a later one shows the rest. */
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

    /** Clears reads whose notes refer to a read that was shown before and is removed now. */
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
                    String placeholder = Stub.withoutNames(draft.chain(), i);
                    draft.reword(i, Edit.RewordKind.CLEAR, placeholder, draft.tokens(placeholder));
                }
            }
        }
    }

    /**
     * Keeps the newest pieces of a plan if the total is small enough without the older ones. A piece that is so large
     * that too little would be left without it is kept too, to be shortened: its index is returned, or -1.
     */
    private static int limitPlan(PolicyInput input, RewritePlan plan, long target, long min) {
        long total = input.total();
        int huge = -1;
        for (int i = 0; i < plan.size(); i++) {
            if (plan.keeps(i)) {
                continue;
            }
            // As if its placeholder were empty: so a round may remove too few pieces, but never too many.
            long without = total - input.workingSet().tokens(i);
            boolean isHuge = without < FLOOR * target && ResultShortener.mayShorten(input, i);
            huge = isHuge && huge < 0 && total > target ? i : huge;
            if (total <= min || isHuge) {
                plan.set(i, RewritePlan.Action.KEEP);
            } else {
                total = without;
            }
        }
        return huge;
    }

    /**
     * Replaces the oldest exchanges by digests; adjacent ones and earlier digests share one.
     *
     * @param mustSuffice whether to do it only if it brings the prompt down to the target
     */
    private static void drop(PolicyDraft draft, long target, boolean mustSuffice, RareNames names) {
        Chain chain = draft.chain();
        List<ExchangeDigest> digests = new ArrayList<>();
        BitSet replaced = new BitSet();
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
                    : ExchangeDigest.of(draft.current(), oldest, replaced, names, digestCharacters(draft));
            total -= digest.map(ExchangeDigest::freed).orElse(0L);
            small += digest.isEmpty() ? draft.workingSet().tokens(Exchanges.joined(group)) : 0;
            digest.ifPresent(one -> {
                digests.add(one);
                replaced.set(one.range().first(), one.range().last() + 1);
            });
        }
        boolean isSkipping = small > limit(draft) * MIN_GATHERED; // Newer ones would be dropped instead of older ones.
        if (digests.isEmpty() || (mustSuffice && (total > target || isSkipping))) {
            return;
        }
        digests.forEach(digest -> digest.replace(draft, /* isOld= */ false));
    }

    /** Shortens the results of an exchange without which too little would be left; returns the tokens saved. */
    private static long cutHuge(PolicyDraft draft, List<PieceRange> group, long before, long target) {
        long total = before + digestTokens(draft);
        for (PieceRange exchange : group) {
            long without = total - draft.workingSet().tokens(exchange);
            if (total > target && without < FLOOR * target) {
                long sent = draft.total();
                ResultShortener.shorten(draft, sent - (total - target), exchange);
                return sent - draft.total();
            }
            total = without;
        }
        return 0;
    }

    /**
     * The oldest adjacent exchanges whose removal makes a prompt small enough. The last one ends where a digest may be
     * put.
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
        return (int) Math.min(draft.state().count().characters(digestTokens(draft)), MAX_DIGEST_CHARACTERS);
    }

    private static long digestTokens(PolicyDraft draft) {
        return Math.round(limit(draft) * DIGEST_PART);
    }

    /**
     * Replaces the oldest part between the first and the newest user message by one message that contains all user
     * messages of that part; as much as is needed to reach the target, or all.
     *
     * @param min the tokens that it must save
     */
    private static void gather(PolicyDraft draft, long target, long min, RareNames names) {
        int first = afterFirstUserMessage(draft);
        int end = beforeNewestUserMessage(draft.chain());
        long free = draft.total() - target + digestTokens(draft);
        for (int round = 0; round < MAX_ROUNDS; round++) {
            int part = RangeReplacement.freeing(draft.current(), first, end, free, MESSAGE_FRAME);
            RangeReplacement replacement = RangeReplacement.of(draft.current(), first, part);
            if (replacement.isEmpty()) {
                return;
            }
            List<String> messages = messages(draft, replacement, Long.MAX_VALUE, names.fresh());
            long freed = replacement.tokens() - replacement.tokens(messages);
            long missing = draft.total() - freed - target;
            if (missing <= 0 || part == end || round == MAX_ROUNDS - 1) {
                if (freed >= min) {
                    replacement.apply(messages, draft);
                }
                return;
            }
            free += missing;
        }
    }

    private static List<String> messages(PolicyDraft draft, RangeReplacement range, long userTokens, RareNames names) {
        String digest = Digest.of(draft.chain(), range.first(), range.last(), names, digestCharacters(draft));
        return range.messages(digest, userTokens);
    }

    /**
     * Replaces everything between the first and the newest user message, with as much user text as the target allows.
     */
    private static void fold(PolicyDraft draft, long target, RareNames names) {
        RangeReplacement replacement = RangeReplacement.of(
                draft.current(), afterFirstUserMessage(draft), beforeNewestUserMessage(draft.chain()));
        if (replacement.isEmpty()) {
            return;
        }
        long frame = replacement.tokens(messages(draft, replacement, 0, names));
        long rest = draft.total() - replacement.tokens() + frame;
        List<String> messages = messages(draft, replacement, target - rest, names.fresh());
        if (replacement.tokens(messages) < replacement.tokens()) {
            replacement.apply(messages, draft);
        }
    }

    /** The index after the first user message, or of the replacement that contains it. */
    private static int afterFirstUserMessage(PolicyDraft draft) {
        Chain chain = draft.chain();
        int at = 0;
        while (at < chain.size() && !chain.piece(at).isUserText()) {
            at++;
        }
        if (at == chain.size() || !draft.workingSet().isHidden(at)) {
            return at == chain.size() ? at : Exchanges.elementEnd(chain, at);
        }
        while (at > 0 && draft.workingSet().replacementEnd(at) < at) {
            at--;
        }
        return at;
    }

    private static int beforeNewestUserMessage(Chain chain) {
        int at = chain.newestUserText();
        return at <= 0 ? 0 : Math.min(Exchanges.elementStart(chain, at), Compact.end(chain));
    }
}
