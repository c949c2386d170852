package dev.throughline.engine.edit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.engine.helper.HelperModel;
import dev.throughline.model.SessionRef;
import dev.throughline.workingset.edit.Decision;
import dev.throughline.workingset.policy.Compact;
import dev.throughline.workingset.policy.Policy;
import dev.throughline.workingset.policy.PolicyInput;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Provides the summaries for compactions that someone requests. A summary is written on another thread as soon as it is
 * requested, if the newest request of the session is still in memory; otherwise in the next turn, while the client
 * waits. Without a helper model, or if it fails, the compaction uses a digest. Safe for use by many threads.
 */
final class RequestedSummaries {
    private static final Logger LOG = LoggerFactory.getLogger(RequestedSummaries.class);

    /** How much memory the newest requests of sessions may use. */
    private static final long MAX_TURN_BYTES = 64 << 20;

    /** How many summaries are cached. */
    private static final int MAX_PREPARED = 256;

    /** How many summaries are written at the same time before their turns; further ones are written in the turn. */
    private static final int MAX_RUNNING = 8;

    /** A summary, and the request that it was written for. Its text is blank if the helper model failed. */
    private record Prepared(Entry.CompactionRequested request, Compact.Summary summary) {}

    private final Cache<SessionRef, RecordedTurn> newestTurns = Caffeine.newBuilder()
            .maximumWeight(MAX_TURN_BYTES)
            .<SessionRef, RecordedTurn>weigher(
                    (_, recorded) -> recorded.turn().request().body().length())
            .executor(Runnable::run)
            .build();

    private final Cache<SessionRef, Prepared> prepared = Caffeine.newBuilder()
            .maximumSize(MAX_PREPARED)
            .executor(Runnable::run)
            .build();

    private final Map<SessionRef, CompletableFuture<Void>> running = new ConcurrentHashMap<>();
    private final HelperModel helper;
    private final SummaryWriter writer;
    private final PromptEditor editor;
    private final Compact compact;
    private final Function<RecordedTurn, Optional<Compact.Summary>> notes;

    /** @param notes returns the notes of a session as a summary, if they describe most of its history */
    RequestedSummaries(
            HelperModel helper,
            SummaryWriter writer,
            PromptEditor editor,
            Compact compact,
            Function<RecordedTurn, Optional<Compact.Summary>> notes) {
        this.notes = notes;
        this.helper = helper;
        this.writer = writer;
        this.editor = editor;
        this.compact = compact;
    }

    /** Remembers the newest request of a session, so that a summary of it can be written before the next one. */
    void note(RecordedTurn recorded) {
        newestTurns.put(recorded.card().ref(), recorded);
    }

    /** The newest request of a session; empty after a restart. */
    Optional<RecordedTurn> newest(SessionRef session) {
        return Optional.ofNullable(newestTurns.getIfPresent(session));
    }

    /** What a compaction without a summary would do now. */
    Decision estimate(RecordedTurn newest, String keep) {
        return editor.underLease(
                newest,
                edit -> compact.estimate(edit.input(OptionalLong.empty()).policyInput(), keep));
    }

    /** Starts to write the summary for a request, if that is possible now. */
    void prepare(SessionRef session, Entry.CompactionRequested request) {
        Optional<RecordedTurn> newest = newest(session).filter(_ -> helper.canContinue(session));
        CompletableFuture<Void> done = new CompletableFuture<>();
        if (newest.isPresent() && running.size() < MAX_RUNNING && running.putIfAbsent(session, done) == null) {
            Thread.ofVirtual().name("requested summary").start(() -> {
                try {
                    summaryRequest(newest.get(), request, /* isTurnEnded= */ true)
                            .ifPresent(one -> prepared.put(session, write(session, request, one)));
                } catch (RuntimeException e) {
                    LOG.error("session {}: the requested summary could not be prepared", session.id(), e);
                } finally {
                    running.remove(session);
                    done.complete(null);
                }
            });
        }
    }

    private Prepared write(
            SessionRef session, Entry.CompactionRequested request, SummaryWriter.SummaryRequest summaryRequest) {
        return new Prepared(
                request,
                writer.write(session, summaryRequest)
                        .orElseGet(() -> new Compact.Summary(summaryRequest.first(), summaryRequest.last(), "")));
    }

    private Optional<SummaryWriter.SummaryRequest> summaryRequest(
            RecordedTurn recorded, Entry.CompactionRequested request, boolean isTurnEnded) {
        return editor.underLease(recorded, edit -> {
            EditInput input = edit.input(OptionalLong.empty());
            PolicyInput policyInput = input.policyInput();
            return (isTurnEnded ? compact.rangeSoFar(policyInput) : compact.rangeNow(policyInput))
                    .map(range -> writer.request(
                            recorded,
                            edit,
                            input,
                            range,
                            new SummaryWriter.SummaryWishes(
                                    input.request().model(), compact.settings().instructions(), request.keep())));
        });
    }

    /** The policy that carries out a request with its summary, if that is ready. Does not wait. */
    RequestedCompact withPrepared(SessionRef session, Entry.CompactionRequested request, Policy next) {
        return new RequestedCompact(compact, request, preparedFor(session, request), next, /* mayAsk= */ true);
    }

    /** The same policy with its summary, if there is a helper model. Waits for it. */
    RequestedCompact withRequested(RecordedTurn recorded, RequestedCompact policy) {
        return new RequestedCompact(
                compact, policy.request(), summary(recorded, policy.request()), policy.next(), /* mayAsk= */ false);
    }

    /** The notes of the session know nothing of a wish, so they are used only if there is none or no summary. */
    private Optional<Compact.Summary> summary(RecordedTurn recorded, Entry.CompactionRequested request) {
        boolean hasWish = !request.keep().isBlank();
        return Optional.of(recorded)
                .filter(_ -> !hasWish)
                .flatMap(notes)
                .or(() -> fromHelper(recorded, request)
                        .filter(summary -> !summary.text().isBlank()))
                .or(() -> hasWish ? notes.apply(recorded) : Optional.empty());
    }

    private Optional<Compact.Summary> fromHelper(RecordedTurn recorded, Entry.CompactionRequested request) {
        SessionRef session = recorded.card().ref();
        try {
            awaitRunning(session);
            Optional<Compact.Summary> ready = preparedFor(session, request);
            boolean isReady = ready.isPresent() && isUsable(recorded, ready.get());
            return isReady || !helper.canContinue(session)
                    ? ready
                    : summaryRequest(recorded, request, /* isTurnEnded= */ false)
                            .map(one -> write(session, request, one).summary());
        } catch (RuntimeException e) {
            LOG.error("session {}: the requested summary could not be written", session.id(), e);
            return Optional.empty();
        }
    }

    private void awaitRunning(SessionRef session) {
        CompletableFuture<Void> done = running.get(session);
        if (done != null) {
            done.completeOnTimeout(null, SummaryWriter.TIMEOUT.toSeconds(), TimeUnit.SECONDS)
                    .join();
        }
    }

    private boolean isUsable(RecordedTurn recorded, Compact.Summary summary) {
        return editor.underLease(
                recorded,
                edit -> compact.isUsable(edit.input(OptionalLong.empty()).policyInput(), summary));
    }

    private Optional<Compact.Summary> preparedFor(SessionRef session, Entry.CompactionRequested request) {
        return Optional.ofNullable(prepared.getIfPresent(session))
                .filter(one -> one.request().equals(request))
                .map(Prepared::summary);
    }
}
