package dev.throughline.engine.turn;

import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.engine.edit.PromptToSend;
import dev.throughline.engine.exchange.ClientStream;
import dev.throughline.engine.exchange.Exchange;
import dev.throughline.model.Bytes;
import java.util.Optional;
import java.util.Set;

/**
 * Lets the provider count the tokens of what would be sent for a request. Agents decide by such counts whether to
 * compact their history.
 *
 * <pre>
 *   count (client's body) ─ dry run of the turn ─ edited body ─► the provider's count
 *                                 │                              refused: the client's own body
 *                                 └ session unknown, nothing edited, or a failure of ours: the client's own body
 * </pre>
 *
 * <p>A count is not a turn: nothing is stored, and the session does not change. Safe for use by many threads.
 */
final class CountHandler {
    /** The provider may accept the client's own body after it refused the edited one with one of these. */
    private static final Set<Integer> REFUSED = Set.of(400, 413, 422);

    private final TurnHandler handler;

    /** Not the one of turns: a count that works does not prove that turns are recorded. */
    private final PassThrough passThrough;

    CountHandler(TurnHandler handler) {
        this.handler = handler;
        this.passThrough = new PassThrough(handler.services.identify());
    }

    /** The turn as it would be recorded, and what would be sent for it. */
    private record DryRunResult(RecordedTurn recorded, Optional<PromptToSend> prompt) {}

    void handle(Inbound inbound, ClientStream client) {
        PassThrough.Attempt attempt = passThrough.attempt(inbound.headers());
        Optional<DryRunResult> dryRun = attempt.around(() -> handler.services
                .editing()
                .flatMap(editing -> new TurnReader(handler, inbound)
                        .dryRun()
                        .map(run -> new DryRunResult(run.recorded(), editing.dryRun(run)))));
        attempt.worked();
        Optional<RecordedTurn> recorded = dryRun.map(DryRunResult::recorded);
        Optional<PromptToSend> prompt = dryRun.flatMap(DryRunResult::prompt);
        Optional<PromptToSend> edited = prompt.filter(PromptToSend::isEdited);
        if (edited.isPresent()) {
            try (Exchange exchange = send(inbound, edited.map(PromptToSend::body), client)) {
                if (!REFUSED.contains(exchange.status())) {
                    exchange.pass(ReplyHeaders.of(attempt.bypass(), recorded, edited));
                    return;
                }
            }
        }
        try (Exchange exchange = send(inbound, Optional.empty(), client)) {
            exchange.pass(ReplyHeaders.of(attempt.bypass(), recorded, edited.isPresent() ? Optional.empty() : prompt));
        }
    }

    private Exchange send(Inbound inbound, Optional<Bytes> body, ClientStream client) {
        return handler.services.upstream().send(inbound.toUpstream(body, ""), client);
    }
}
