package dev.throughline.engine.turn;

import dev.throughline.engine.archive.DryRun;
import dev.throughline.engine.edit.PromptToSend;
import dev.throughline.engine.exchange.ClientStream;
import dev.throughline.engine.exchange.Exchange;
import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import java.util.Optional;
import java.util.Set;

/**
 * Lets the provider count what would really be sent for a request: agents decide by such counts whether to compact.
 *
 * <pre>
 *   count (client's body) ─ dry run of the turn ─ edited body ─► the provider's count
 *                                 │                              refused: the client's own body
 *                                 └ session not known, nothing edited, or a failure of ours: the client's own body
 * </pre>
 *
 * <p>A count is no turn: nothing of it is kept, and its session does not change. Safe for use by many threads.
 */
final class CountHandler {
    /** A provider that says so may take the client's own body. */
    private static final Set<Integer> REFUSED = Set.of(400, 413, 422);

    private final TurnHandler.Services services;
    private final TurnReader reader;
    private final PassThrough passThrough;

    CountHandler(TurnHandler.Services services, TurnReader reader) {
        this.services = services;
        this.reader = reader;
        this.passThrough = new PassThrough(services.identify());
    }

    /** What would be recorded and sent if the request came as a turn; nothing of either if its session is not known. */
    private static final class Trial {
        private Optional<DryRun> run = Optional.empty();
        private Optional<PromptToSend> outgoing = Optional.empty();
    }

    void handle(Inbound inbound, ClientStream client) {
        Trial trial = new Trial();
        PassThrough.Attempt attempt = passThrough.attempt(inbound.headers());
        Optional<String> bypass = attempt.around(() -> services.editing().ifPresent(editing -> {
            Optional<DryRun> run = reader.dryRun(inbound);
            trial.outgoing = run.flatMap(editing::dryRun);
            trial.run = run;
        }));
        attempt.worked();
        Optional<PromptToSend> edited = trial.outgoing.filter(PromptToSend::isEdited);
        if (edited.isPresent()) {
            try (Exchange exchange = send(inbound, edited.map(PromptToSend::body), client)) {
                if (!REFUSED.contains(exchange.status())) {
                    exchange.pass(headers(bypass, trial, edited));
                    return;
                }
            }
        }
        try (Exchange exchange = send(inbound, Optional.empty(), client)) {
            exchange.pass(headers(bypass, trial, trial.outgoing.filter(outgoing -> !outgoing.isEdited())));
        }
    }

    private Exchange send(Inbound inbound, Optional<Bytes> written, ClientStream client) {
        return services.upstream().send(inbound.toUpstream(written, ""), client);
    }

    /** None where the session is not known: then it is as if nobody stood in between. */
    private static Headers headers(Optional<String> bypass, Trial trial, Optional<PromptToSend> sent) {
        return ReplyHeaders.of(bypass, trial.run.map(DryRun::recorded), sent);
    }
}
