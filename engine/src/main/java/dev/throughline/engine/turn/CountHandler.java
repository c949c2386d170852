package dev.throughline.engine.turn;

import dev.throughline.engine.archive.LeasedSession;
import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.engine.edit.PromptEditor;
import dev.throughline.engine.edit.PromptToSend;
import dev.throughline.engine.exchange.ClientStream;
import dev.throughline.engine.exchange.Exchange;
import dev.throughline.model.Bytes;
import java.util.Optional;
import java.util.Set;

/**
 * Asks the provider to count the tokens of the request that Throughline would send. Agents use such counts to decide
 * whether to compact their history.
 *
 * <pre>
 *   count (client's body) ─ dry run of the turn ─ edited body ─► the provider's count
 *                                 │                              refused: the client's own body
 *                                 └ session unknown, nothing edited, or a failure: the client's own body
 * </pre>
 *
 * <p>A count is not a turn: nothing is stored, and the session does not change. Safe for use by many threads.
 */
final class CountHandler {
    /** After one of these statuses for the edited body, the provider may still accept the client's own body. */
    private static final Set<Integer> REFUSAL_STATUSES = Set.of(400, 413, 422);

    private final TurnHandler handler;

    /** Separate from the {@code PassThrough} of turns: a successful count does not prove that turns are recorded. */
    private final PassThrough passThrough;

    CountHandler(TurnHandler handler) {
        this.handler = handler;
        this.passThrough = new PassThrough(handler.services.identify());
    }

    /** The turn as it would be recorded, and the body that would be sent for it. */
    private record DryRunResult(
            Optional<RecordedTurn> recorded, Optional<PromptToSend> prompt, Optional<Bytes> sessionBody) {
        static final DryRunResult NONE = new DryRunResult(Optional.empty(), Optional.empty(), Optional.empty());

        static DryRunResult of(PromptEditor editing, TurnReader.DryRun dryRun) {
            return new DryRunResult(
                    dryRun.session().map(LeasedSession::recorded),
                    dryRun.session().flatMap(editing::dryRun),
                    dryRun.sessionBody());
        }

        Optional<Bytes> body() {
            return prompt.filter(PromptToSend::isEdited).map(PromptToSend::body).or(() -> sessionBody);
        }
    }

    void handle(Inbound inbound, ClientStream client) {
        PassThrough.Attempt attempt = passThrough.attempt(inbound.headers());
        DryRunResult dryRun = attempt.runOrBypass(() -> handler.services
                        .editing()
                        .flatMap(editing ->
                                new TurnReader(handler, inbound).dryRun().map(turn -> DryRunResult.of(editing, turn))))
                .orElse(DryRunResult.NONE);
        attempt.succeeded();
        Optional<Bytes> body = dryRun.body();
        if (body.isPresent()) {
            try (Exchange exchange = send(inbound, body, client)) {
                if (!REFUSAL_STATUSES.contains(exchange.status())) {
                    exchange.pass(ReplyHeaders.of(attempt.bypass(), dryRun.recorded(), dryRun.prompt()));
                    return;
                }
            }
        }
        Optional<PromptToSend> unedited = dryRun.prompt().filter(prompt -> !prompt.isEdited());
        try (Exchange exchange = send(inbound, Optional.empty(), client)) {
            exchange.pass(ReplyHeaders.of(attempt.bypass(), dryRun.recorded(), unedited));
        }
    }

    private Exchange send(Inbound inbound, Optional<Bytes> body, ClientStream client) {
        return handler.services.upstream().send(inbound.toUpstream(body, ""), client);
    }
}
