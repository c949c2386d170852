package dev.throughline.engine.archive;

import dev.throughline.model.Hash;
import dev.throughline.model.Usage;
import dev.throughline.wire.Reply;
import dev.throughline.workingset.budget.TokenScale;
import dev.throughline.workingset.price.Ledger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The state of a session's conversation after its newest entry: its requests, the newest request that the provider
 * accepted, and the cost so far. It is computed from the entries, so it is the same after a restart.
 *
 * @param accepted the newest request that the provider accepted
 * @param cache the provider's reports about its cache, for the model of that request
 * @param rewritten nodes that are sent in another form than in that request; {@link Entry#ROOT} for the system text and
 *     the tools
 * @param scale how the provider counts tokens
 * @param ledger the cost of the session
 */
public record SessionProgress(
        Requests requests,
        Optional<Entry.TurnOpened> accepted,
        CacheReports cache,
        Set<Hash> rewritten,
        TokenScale scale,
        Ledger ledger) {
    static final SessionProgress NONE = new SessionProgress(
            Requests.NONE, Optional.empty(), CacheReports.NONE, Set.of(), TokenScale.UNKNOWN, Ledger.EMPTY);

    /**
     * The requests of a conversation. The time of a request that the provider refused, or that did not reach the
     * provider, is ignored: such a request adds nothing to the provider's cache.
     *
     * @param count the number of requests
     * @param newest the time of the newest request
     * @param before the time of the request before the newest
     * @param leaf the last node of the newest request
     * @param leafBefore the last node of the request before the newest
     * @param countAtRewrite the number of requests at the last rewrite
     */
    public record Requests(
            long count,
            Optional<Instant> newest,
            Optional<Instant> before,
            Hash leaf,
            Hash leafBefore,
            long countAtRewrite) {
        static final Requests NONE = new Requests(0, Optional.empty(), Optional.empty(), Entry.ROOT, Entry.ROOT, 0);

        private Requests after(Entry.TurnOpened turn) {
            return new Requests(count + 1, Optional.of(turn.at()), newest, turn.leaf(), leaf, countAtRewrite);
        }

        private Requests refused(Entry.TurnOpened request) {
            Optional<Instant> last =
                    newest.filter(at -> !at.equals(request.at())).or(() -> before);
            return new Requests(count, last, before, leaf, leafBefore, countAtRewrite);
        }

        private Requests rewritten() {
            return new Requests(count, newest, before, leaf, leafBefore, count);
        }

        /** Whether the newest request has the same history as the one before it. */
        public boolean isRepeat() {
            return count > 1 && leaf.equals(leafBefore);
        }
    }

    public SessionProgress {
        rewritten = Set.copyOf(rewritten);
    }

    SessionProgress after(Entry.TurnOpened turn) {
        return new SessionProgress(requests.after(turn), accepted, cache, rewritten, scale, ledger);
    }

    /** The state after the reply to a request. */
    SessionProgress after(Entry.TurnOpened request, Entry.TurnClosed answer) {
        boolean isAccepted = answer.status() >= 200 && answer.status() < 300 && answer.ending() != Reply.Ending.FAILED;
        SessionProgress billed = billed(answer);
        return isAccepted ? billed.accepted(request, answer) : billed.refused(request);
    }

    private SessionProgress billed(Entry.TurnClosed answer) {
        if (answer.usage().isEmpty() || answer.sent().isEmpty()) {
            return this;
        }
        Usage billed = answer.usage().get();
        Entry.Sent sent = answer.sent().get();
        TokenScale measured = scale.after(sent.tokens(), billed.prompt());
        return new SessionProgress(
                requests, accepted, cache, rewritten, measured, ledger.after(billed, sent.unedited(billed)));
    }

    SessionProgress after(Entry.HelperCall help) {
        return new SessionProgress(requests, accepted, cache, rewritten, scale, ledger.afterHelperCall(help.usage()));
    }

    private SessionProgress accepted(Entry.TurnOpened request, Entry.TurnClosed answer) {
        boolean isSameModel = accepted.filter(before -> before.model().equals(request.model()))
                .isPresent();
        CacheReports known = isSameModel ? cache : CacheReports.NONE;
        CacheReports reported = answer.usage().map(known::after).orElse(known);
        return new SessionProgress(requests, Optional.of(request), reported, Set.of(), scale, ledger);
    }

    private SessionProgress refused(Entry.TurnOpened request) {
        return new SessionProgress(requests.refused(request), accepted, cache, rewritten, scale, ledger);
    }

    SessionProgress after(Entry.Edited edited) {
        Set<Hash> changed = new HashSet<>(rewritten);
        edited.edits().forEach(edit -> edit.firstChanged(Entry.ROOT).ifPresent(changed::add));
        boolean isRewrite =
                switch (edited.why().trigger()) {
                    case WARM, COLD, HARD, OVERFLOW, MANUAL -> true;
                    case ARRIVAL, ASKED -> false;
                };
        return new SessionProgress(
                isRewrite ? requests.rewritten() : requests, accepted, cache, changed, scale, ledger);
    }

    /**
     * A provider's reports about its prompt cache in one session.
     *
     * @param isUsed whether it has reported tokens that were read from a cache or written to it
     * @param silent the sizes of prompts that it billed without such tokens, largest first, at most {@link #MAX_SILENT}
     */
    public record CacheReports(boolean isUsed, List<Long> silent) {
        static final CacheReports NONE = new CacheReports(/* isUsed= */ false, List.of());

        public static final int MAX_SILENT = 16;

        public CacheReports {
            silent = List.copyOf(silent);
        }

        CacheReports after(Usage billed) {
            if (billed.cacheRead() + billed.cacheWrite() > 0) {
                return new CacheReports(/* isUsed= */ true, List.of());
            }
            List<Long> sizes = new ArrayList<>(silent);
            sizes.add(billed.prompt());
            sizes.sort(Comparator.reverseOrder());
            return new CacheReports(isUsed, sizes.subList(0, Math.min(sizes.size(), MAX_SILENT)));
        }

        /**
         * Whether the provider probably has no cache.
         *
         * @param cacheable the prompt size from which every provider with a cache uses it; some start at 1,024 tokens
         * @param enough the number of such prompts without a report that is sufficient. A provider that reports only
         *     cache reads reports nothing for the first request, and may miss its cache once.
         */
        public boolean isMissing(long cacheable, int enough) {
            return !isUsed && silent.stream().filter(size -> size >= cacheable).count() >= enough;
        }
    }
}
