package dev.throughline.engine.turn;

import dev.throughline.engine.archive.Archive;
import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.edit.PromptEditor;
import dev.throughline.engine.edit.PromptToSend;
import dev.throughline.engine.exchange.ClientStream;
import dev.throughline.engine.exchange.Exchange;
import dev.throughline.engine.exchange.Upstream;
import dev.throughline.engine.helper.SessionCallers;
import dev.throughline.engine.recall.LocalTools;
import dev.throughline.engine.session.PurposeDetector;
import dev.throughline.engine.session.SessionIdentifier;
import dev.throughline.engine.session.Sessions;
import dev.throughline.engine.state.StateNotes;
import dev.throughline.model.Dialect;
import dev.throughline.model.Ids;
import dev.throughline.model.ProxyException;
import dev.throughline.wire.Wire;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * One turn, from the client's bytes to the client's bytes. Read {@link #handle} first.
 *
 * <p>Runs on one virtual thread per turn and blocks where it waits. Safe for use by many threads.
 */
public final class TurnHandler {
    /** What the stations of a turn use. */
    public record Services(
            Function<Dialect, Wire> wires,
            SessionIdentifier identify,
            PurposeDetector purposes,
            Sessions sessions,
            Archive archive,
            Optional<PromptEditor> editing,
            Optional<SessionCallers> callers,
            LocalTools tools,
            Optional<StateNotes> notes,
            Upstream upstream,
            Ids ids,
            Clock clock) {}

    /**
     * How turns are handled.
     *
     * @param applyTo which requests get memory, by the run that a request belongs to
     * @param trustsClientTime whether {@code X-Throughline-Time} is believed; for replays of recorded sessions
     * @param overflowRetries how often a prompt that was refused as too long is made smaller and sent again
     * @param localRounds how often in one answer calls of our own tools are answered
     */
    public record Settings(
            Function<Optional<String>, ApplyTo> applyTo,
            boolean trustsClientTime,
            int overflowRetries,
            int localRounds) {
        /** How often it is usually tried again, for either reason. */
        public static final int USUAL_ROUNDS = 3;

        /** The same for all runs, with the usual numbers. */
        public Settings(ApplyTo applyTo, boolean trustsClientTime) {
            this(_ -> applyTo, trustsClientTime, USUAL_ROUNDS, USUAL_ROUNDS);
        }
    }

    private final Services services;
    private final Settings settings;
    private final TurnReader reader;
    private final TurnListeners listeners;
    private final CountHandler counts;
    private final PassThrough passThrough;

    public TurnHandler(Services services, Settings settings, List<TurnListener> listeners) {
        this.services = services;
        this.settings = settings;
        this.reader = new TurnReader(services, settings);
        this.listeners = new TurnListeners(listeners);
        this.passThrough = new PassThrough(services.identify());
        this.counts = new CountHandler(services, reader);
    }

    /** Handles a request, and returns when its reply is complete. */
    public void handle(Inbound inbound, ClientStream client) {
        TurnRun run = begin(inbound, client);
        try {
            Optional<TurnReader.Reading> reading = run.decode(); // what was asked, exactly and in meaning
            Optional<SessionCard> session = run.open(reading); // whose conversation
            Optional<RecordedTurn> recorded = run.record(session, reading); // archived first: only new items cost work
            Optional<PromptToSend> prompt = run.decide(recorded); // what the model sees; on disk before it is used
            Exchange reply = run.send(prompt); // a prompt that is too long is made smaller here, bounded
            run.relay(reply); // bytes out as they arrive, parsed once; calls of local tools are answered
        } catch (ProxyException e) {
            run.refuse(e); // in the client's own dialect
        } finally {
            run.close(); // the archive entry is closed and listeners are called, whatever failed
        }
    }

    private TurnRun begin(Inbound inbound, ClientStream client) {
        PassThrough.Attempt attempt = passThrough.attempt(inbound.headers());
        return new TurnRun(new TurnRun.Dependencies(services, settings, reader, listeners, attempt), inbound, client);
    }

    /** Lets the provider count the tokens of what would be sent for a request; nothing is kept of that. */
    public void count(Inbound inbound, ClientStream client) {
        counts.handle(inbound, client);
    }
}
