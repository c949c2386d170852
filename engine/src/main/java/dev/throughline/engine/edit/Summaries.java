package dev.throughline.engine.edit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.engine.helper.HelperModel;
import dev.throughline.model.SessionRef;
import dev.throughline.workingset.budget.ModelWindows;
import dev.throughline.workingset.policy.Compact;
import dev.throughline.workingset.policy.Policy;
import dev.throughline.workingset.policy.PolicyInput;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Provides the summaries for the policy {@link Compact}. When a turn ends near the threshold, a summary is prepared on
 * another thread. If no summary is prepared when one is due, the session's notes are used, or a summary is requested
 * while the client waits and no lease is held. If that fails, there is no summary, and the policy writes a digest
 * instead. Safe for use by many threads.
 */
final class Summaries {
    private static final Logger LOG = LoggerFactory.getLogger(Summaries.class);

    /** How many prepared summaries are cached. */
    private static final int MAX_PREPARED = 256;

    /** How many summaries are prepared at the same time; further ones are not started. */
    private static final int MAX_RUNNING = 8;

    /**
     * The newest prepared summary of each session. Its text is blank if the request failed, so that not every turn
     * tries again.
     */
    private final Cache<SessionRef, Compact.Summary> prepared = Caffeine.newBuilder()
            .maximumSize(MAX_PREPARED)
            .executor(Runnable::run)
            .build();

    private final Map<SessionRef, CompletableFuture<Void>> running = new ConcurrentHashMap<>();
    private final HelperModel helper;
    private final SessionState state;
    private final PromptEditor editor;
    private final ModelWindows windows;
    private final CompactionLimiter limiter;
    private final SummaryWriter writer;

    Summaries(
            HelperModel helper,
            SessionState state,
            PromptEditor editor,
            ModelWindows windows,
            CompactionLimiter limiter,
            SummaryWriter writer) {
        this.helper = helper;
        this.state = state;
        this.editor = editor;
        this.windows = windows;
        this.limiter = limiter;
        this.writer = writer;
    }

    /** The policy with a prepared summary, if there is one. Does not ask the helper model. */
    InformedCompact withPrepared(SessionRef session, Compact compact) {
        Optional<Compact.Summary> summary = helper.canContinue(session) ? preparedOf(session) : Optional.empty();
        return new InformedCompact(compact, summary, limiter.stoppedAt(session, compact), /* mayAsk= */ true);
    }

    /** The policy with the session's notes or a requested summary, if there is one. Waits for the helper model. */
    InformedCompact withRequested(RecordedTurn recorded, Compact compact) {
        SessionRef session = recorded.card().ref();
        Optional<Compact.Summary> summary = fromNotes(
                        recorded,
                        compact,
                        input -> compact.rangeToSummarize(input).isPresent())
                .or(() -> helper.canContinue(session)
                        ? orEmpty(session, "no summary could be requested", () -> requested(recorded, compact))
                        : Optional.empty());
        return new InformedCompact(compact, summary, limiter.stoppedAt(session, compact), /* mayAsk= */ false);
    }

    private static Optional<Compact.Summary> orEmpty(
            SessionRef session, String failure, Supplier<Optional<Compact.Summary>> work) {
        try {
            return work.get();
        } catch (RuntimeException e) {
            LOG.error("session {}: {}", session.id(), failure, e);
            return Optional.empty();
        }
    }

    /** The session's notes as a summary, if a summary is due and the notes describe a large part of its range. */
    Optional<Compact.Summary> fromNotes(RecordedTurn recorded, Compact compact, Predicate<PolicyInput> isDue) {
        SessionRef session = recorded.card().ref();
        return orEmpty(
                session,
                "its notes cannot be used",
                () -> notes(session)
                        .flatMap(notes -> editor.underLease(recorded, edit -> {
                            PolicyInput input = edit.input(OptionalLong.empty()).policyInput();
                            return Optional.of(input)
                                    .filter(isDue)
                                    .flatMap(_ -> compact.rangeUpTo(input, notes.last()))
                                    .map(range -> new Compact.Summary(
                                            input.chain().piece(range.first()).node(),
                                            input.chain().piece(range.last()).node(),
                                            notes.text()));
                        })));
    }

    private Optional<SessionState.Notes> notes(SessionRef session) {
        return state.notes(session).filter(notes -> !notes.text().isBlank());
    }

    /** A summary by the model with the larger window or, if that model does not answer, by the model of the request. */
    private Optional<Compact.Summary> requested(RecordedTurn recorded, Compact compact) {
        SessionRef session = recorded.card().ref();
        Optional<Compact.Summary> before = preparedOf(session);
        Optional<SummaryWriter.SummaryRequest> request = dueRequest(recorded, compact, /* mayUseOther= */ true);
        boolean hasWaited = request.isPresent() && awaitRunning(session);
        // A summary may also become ready between the two lines above.
        if (hasWaited || !preparedOf(session).equals(before)) {
            request = dueRequest(recorded, compact, /* mayUseOther= */ true);
        }
        if (request.isEmpty()) {
            return preparedOf(session);
        }
        Optional<Compact.Summary> summary = writer.write(session, request.get());
        return summary.isPresent()
                        || !request.get().usesOtherModel(recorded.turn().request())
                ? summary
                : dueRequest(recorded, compact, /* mayUseOther= */ false)
                        .flatMap(second -> writer.write(session, second));
    }

    /** The request for the summary that is due; empty if none is due, or the prepared one can be used. */
    private Optional<SummaryWriter.SummaryRequest> dueRequest(
            RecordedTurn recorded, Compact compact, boolean mayUseOther) {
        SessionRef session = recorded.card().ref();
        Optional<Compact.Summary> usable =
                preparedOf(session).filter(summary -> !summary.text().isBlank());
        return editor.underLease(recorded, edit -> {
            EditInput input = edit.input(OptionalLong.empty());
            String own = input.request().model();
            String model = mayUseOther
                    ? edit.acceptedModel()
                            .filter(other -> window(other) > window(own))
                            .orElse(own)
                    : own;
            boolean isPrepared = usable.isPresent() && compact.isUsable(input.policyInput(), usable.get());
            return isPrepared || isStopped(session, compact, input)
                    ? Optional.empty()
                    : compact.rangeToSummarize(input.policyInput())
                            .map(range -> writer.request(recorded, edit, input, range, wishes(compact, model)));
        });
    }

    private static SummaryWriter.SummaryWishes wishes(Compact compact, String model) {
        return new SummaryWriter.SummaryWishes(model, compact.settings().instructions(), /* keep= */ "");
    }

    private long window(String model) {
        return windows.of(model).orElse(windows.unknown());
    }

    private boolean isStopped(SessionRef session, Compact compact, EditInput input) {
        return new InformedCompact(compact, Optional.empty(), limiter.stoppedAt(session, compact), /* mayAsk= */ false)
                .isStopped(input.policyInput());
    }

    /** Waits for the summary that is being prepared, if there is one: it is ready sooner than a new one. */
    private boolean awaitRunning(SessionRef session) {
        CompletableFuture<Void> done = running.get(session);
        if (done == null) {
            return false;
        }
        done.completeOnTimeout(null, SummaryWriter.TIMEOUT.toSeconds(), TimeUnit.SECONDS)
                .join();
        return true;
    }

    /** Prepares a summary on another thread, if one will be due soon and none is prepared or being prepared. */
    void prepare(RecordedTurn recorded, Policy policy) {
        SessionRef session = recorded.card().ref();
        boolean mayStart = policy instanceof Compact && helper.canContinue(session) && running.size() < MAX_RUNNING;
        CompletableFuture<Void> done = new CompletableFuture<>();
        if (mayStart && running.putIfAbsent(session, done) == null) {
            Thread.ofVirtual().name("summary ahead").start(() -> {
                try {
                    prepareNow(recorded, (Compact) policy);
                } catch (RuntimeException e) {
                    LOG.error("session {}: no summary could be prepared", session.id(), e);
                } finally {
                    running.remove(session);
                    done.complete(null);
                }
            });
        }
    }

    private void prepareNow(RecordedTurn recorded, Compact compact) {
        SessionRef session = recorded.card().ref();
        Optional<Compact.Summary> known = preparedOf(session);
        Optional<SummaryWriter.SummaryRequest> request = editor.underLease(recorded, edit -> {
            EditInput input = edit.input(OptionalLong.empty());
            PolicyInput policyInput = input.policyInput();
            boolean isKnown = known.isPresent()
                    && !compact.isOutdated(policyInput, known.get().last());
            return isKnown || isStopped(session, compact, input) || isReplacedByNotes(session, compact, policyInput)
                    ? Optional.empty()
                    : compact.rangeToPrepare(policyInput)
                            .map(range -> writer.request(
                                    recorded,
                                    edit,
                                    input,
                                    range,
                                    wishes(compact, input.request().model())));
        });
        request.ifPresent(one -> prepared.put(
                session, writer.write(session, one).orElseGet(() -> new Compact.Summary(one.first(), one.last(), ""))));
    }

    /** Whether the session's notes will be used, so that a prepared summary would be useless. */
    private boolean isReplacedByNotes(SessionRef session, Compact compact, PolicyInput input) {
        return notes(session)
                .flatMap(notes -> compact.rangeUpTo(input, notes.last()))
                .isPresent();
    }

    private Optional<Compact.Summary> preparedOf(SessionRef session) {
        return Optional.ofNullable(prepared.getIfPresent(session));
    }
}
