package dev.throughline.engine.edit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.engine.helper.HelperModel;
import dev.throughline.model.Hash;
import dev.throughline.model.SessionRef;
import dev.throughline.wire.Request;
import dev.throughline.wire.RequestChange;
import dev.throughline.workingset.budget.ModelWindows;
import dev.throughline.workingset.edit.Decision;
import dev.throughline.workingset.policy.Compact;
import dev.throughline.workingset.policy.Policy;
import dev.throughline.workingset.policy.PolicyInput;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has summaries written for a {@link Compact} that wishes for one: ahead, on a thread of its own, when a turn ended
 * near
 * the mark; else when it is needed, while the session's lease is free and its client waits. Whatever goes wrong, there
 * is no summary, and the rule makes a digest instead. Safe for use by many threads.
 */
final class Summaries {
    private static final Logger LOG = LoggerFactory.getLogger(Summaries.class);

    /** Summaries that are kept until they are needed. */
    private static final int MOST_READY = 256;

    /** Summaries that are written ahead at the same time; more are not begun. */
    private static final int MOST_UNDER_WAY = 8;

    /** Somebody who looks at a turn while its session's lease is held. */
    @FunctionalInterface
    interface Look<T> {
        /**
         * Looks at it.
         *
         * @param changes what makes of the request what would be sent if nothing new were decided
         * @param before the model of the newest request that the provider took, if it took any
         */
        T at(PolicyInput input, Request request, Supplier<List<RequestChange>> changes, Optional<String> before);
    }

    /** A summary that was tried ahead; its text is blank if that failed, so that it is not tried with every turn. */
    private final Cache<SessionRef, Compact.Summary> ready = Caffeine.newBuilder()
            .maximumSize(MOST_READY)
            .executor(Runnable::run)
            .build();

    private final Map<SessionRef, CompletableFuture<Void>> underWay = new ConcurrentHashMap<>();
    private final HelperModel helper;
    private final SessionState state;
    private final PromptEditor editing;
    private final ModelWindows windows;
    private final SummaryWriter writer;

    private final CompactionLimiter limiter = new CompactionLimiter();

    Summaries(HelperModel helper, SessionState state, PromptEditor editing, ModelWindows windows) {
        this.helper = helper;
        this.state = state;
        this.editing = editing;
        this.windows = windows;
        this.writer = new SummaryWriter(helper);
    }

    /** The policy with a summary that was written ahead, if there is one. Nobody is asked. */
    InformedCompact withReady(SessionRef session, Compact compact) {
        return informed(
                session, compact, helper.canContinue(session) ? ready(session) : Optional.empty(), /* mayAsk= */ true);
    }

    /** The policy with its summary, if one can be had. Takes as long as the helper model does. */
    InformedCompact withAsked(RecordedTurn recorded, Compact compact) {
        SessionRef session = recorded.card().ref();
        Optional<Compact.Summary> summary = noted(recorded, compact)
                .or(() -> helper.canContinue(session) ? summary(recorded, compact) : Optional.empty());
        return informed(session, compact, summary, /* mayAsk= */ false);
    }

    private InformedCompact informed(
            SessionRef session, Compact compact, Optional<Compact.Summary> summary, boolean mayAsk) {
        return new InformedCompact(compact, summary, limiter.stoppedAt(session, compact), mayAsk);
    }

    /** What was decided for an input is now sent. */
    void sent(SessionRef session, InformedCompact policy, PolicyInput input, List<Decision> decisions) {
        limiter.count(session, policy, input, decisions);
    }

    /** The model that the session asked for before, if its window is larger than this one's; else this one. */
    private String larger(Optional<String> before, String model) {
        return before.filter(other -> window(other) > window(model)).orElse(model);
    }

    private long window(String model) {
        return windows.of(model).orElse(windows.unknown());
    }

    /** The session's notes in place of a summary, if one is wished for and they tell of a good part of it. */
    private Optional<Compact.Summary> noted(RecordedTurn recorded, Compact compact) {
        SessionRef session = recorded.card().ref();
        try {
            return state.notes(session)
                    .filter(notes -> !notes.text().isBlank())
                    .flatMap(notes -> editing.look(
                            recorded,
                            (input, _, _, _) -> compact.rangeToSummarize(input)
                                    .flatMap(_ -> compact.rangeUpTo(input, notes.last()))
                                    .map(part -> new Compact.Summary(
                                            input.chain().piece(part.first()).node(),
                                            input.chain().piece(part.last()).node(),
                                            notes.text()))));
        } catch (RuntimeException e) {
            LOG.error("session {}: its notes cannot be used", session.id(), e);
            return Optional.empty();
        }
    }

    /** A summary by the model with the larger window, and if it does not answer by the one that is asked for now. */
    private Optional<Compact.Summary> summary(RecordedTurn recorded, Compact compact) {
        SessionRef session = recorded.card().ref();
        try {
            Optional<SummaryWriter.Order> order = order(recorded, compact, /* mayBeOther= */ true);
            if (order.isPresent() && hasWaited(session)) {
                order = order(recorded, compact, /* mayBeOther= */ true);
            }
            if (order.isEmpty()) {
                return ready(session);
            }
            Optional<Compact.Summary> summary = writer.write(session, order.get());
            return summary.isPresent() || !order.get().isByOther(recorded.turn().request())
                    ? summary
                    : order(recorded, compact, /* mayBeOther= */ false).flatMap(one -> writer.write(session, one));
        } catch (RuntimeException e) {
            LOG.error("session {}: no summary could be asked for", session.id(), e);
            return Optional.empty();
        }
    }

    /** What is to be asked for now; nothing if nothing is wished for, or it is here. */
    private Optional<SummaryWriter.Order> order(RecordedTurn recorded, Compact compact, boolean mayBeOther) {
        SessionRef session = recorded.card().ref();
        Optional<Compact.Summary> known =
                ready(session).filter(one -> !one.text().isBlank());
        return editing.look(recorded, (input, request, changes, before) -> {
            String model = mayBeOther ? larger(before, request.model()) : request.model();
            boolean isServed = known.isPresent() && compact.isUsable(input, known.get());
            boolean isWanted = !isServed && !isStopped(session, compact, input);
            return isWanted
                    ? compact.rangeToSummarize(input)
                            .map(range -> writer.order(
                                    recorded, input, range, new SummaryWriter.Asking(request, changes, model)))
                    : Optional.empty();
        });
    }

    private boolean isStopped(SessionRef session, Compact compact, PolicyInput input) {
        return informed(session, compact, Optional.empty(), /* mayAsk= */ false).isStopped(input);
    }

    /** Waits for a summary that is being written ahead: it comes sooner than another one. */
    private boolean hasWaited(SessionRef session) {
        CompletableFuture<Void> written = underWay.get(session);
        if (written == null) {
            return false;
        }
        written.completeOnTimeout(null, SummaryWriter.TIME.toSeconds(), TimeUnit.SECONDS)
                .join();
        return true;
    }

    /** Has a summary of a turn that ended near the mark written, unless there is one or one is being written. */
    void prepare(RecordedTurn recorded, Policy policy) {
        SessionRef session = recorded.card().ref();
        boolean isWanted = policy instanceof Compact && helper.canContinue(session) && underWay.size() < MOST_UNDER_WAY;
        CompletableFuture<Void> written = new CompletableFuture<>();
        if (isWanted && underWay.putIfAbsent(session, written) == null) {
            Thread.ofVirtual().name("summary ahead").start(() -> {
                try {
                    ahead(recorded, (Compact) policy);
                } catch (RuntimeException e) {
                    LOG.error("session {}: no summary could be prepared", session.id(), e);
                } finally {
                    underWay.remove(session);
                    written.complete(null);
                }
            });
        }
    }

    private void ahead(RecordedTurn recorded, Compact compact) {
        SessionRef session = recorded.card().ref();
        Optional<Hash> known = ready(session).map(Compact.Summary::last);
        Optional<SummaryWriter.Order> order = editing.look(recorded, (input, request, changes, _) -> {
            boolean isWanted = known.isEmpty() || compact.isOutdated(input, known.get());
            return isWanted && !isStopped(session, compact, input) && !isNoted(session, compact, input)
                    ? compact.rangeToPrepare(input)
                            .map(range -> writer.order(
                                    recorded,
                                    input,
                                    range,
                                    new SummaryWriter.Asking(request, changes, request.model())))
                    : Optional.empty();
        });
        order.ifPresent(one -> {
            Compact.Summary nothing = new Compact.Summary(one.first(), one.last(), "");
            Compact.Summary made = writer.write(session, one).orElse(nothing);
            ready.put(session, made);
        });
    }

    /** Whether the session's notes would take the place of a summary, so that one written ahead is paid for nothing. */
    private boolean isNoted(SessionRef session, Compact compact, PolicyInput input) {
        return state.notes(session)
                .filter(notes -> !notes.text().isBlank())
                .flatMap(notes -> compact.rangeUpTo(input, notes.last()))
                .isPresent();
    }

    private Optional<Compact.Summary> ready(SessionRef session) {
        return Optional.ofNullable(ready.getIfPresent(session));
    }
}
