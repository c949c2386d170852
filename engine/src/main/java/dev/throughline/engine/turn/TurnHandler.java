package dev.throughline.engine.turn;

import dev.throughline.engine.archive.Archive;
import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.command.ChatCommands;
import dev.throughline.engine.edit.CompactionRequests;
import dev.throughline.engine.edit.PromptEditor;
import dev.throughline.engine.edit.PromptToSend;
import dev.throughline.engine.exchange.ClientStream;
import dev.throughline.engine.exchange.Exchange;
import dev.throughline.engine.exchange.Upstream;
import dev.throughline.engine.helper.SessionCallers;
import dev.throughline.engine.history.HistoryServices;
import dev.throughline.engine.recall.LocalTools;
import dev.throughline.engine.send.SendPolicy;
import dev.throughline.engine.session.PurposeDetector;
import dev.throughline.engine.session.SessionIdentifier;
import dev.throughline.engine.session.Sessions;
import dev.throughline.engine.state.StateNotes;
import dev.throughline.model.Dialect;
import dev.throughline.model.Ids;
import dev.throughline.model.ProxyException;
import dev.throughline.model.SessionRef;
import dev.throughline.wire.Wire;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Handles one turn, from the client's request to the end of the client's reply. Read {@link #handle} first.
 *
 * <p>Each turn runs on a virtual thread of its own and blocks where it waits. Safe for use by many threads.
 */
public final class TurnHandler {
    /** The services that the steps of a turn use. */
    public record TurnServices(
            Function<Dialect, Wire> wires,
            SessionIdentifier identify,
            PurposeDetector purposes,
            Sessions sessions,
            Archive archive,
            Optional<HistoryServices> histories,
            Optional<PromptEditor> editing,
            Optional<SessionCallers> callers,
            LocalTools tools,
            Optional<StateNotes> notes,
            Optional<ChatServices> chat,
            Upstream upstream,
            Ids ids,
            Clock clock) {}

    /** The services for sessions that chats use. */
    public record ChatServices(ChatCommands commands, SendPolicy send) {}

    /**
     * How turns are handled.
     *
     * @param applyTo returns which requests of a run, or of no run, get memory
     * @param trustsClientTime whether {@code X-Throughline-Time} is used; for replays of recorded sessions
     * @param overflowRetries how often a prompt that was refused as too long is made smaller and sent again
     * @param localRounds for how many rounds of a reply calls of local tools are answered
     */
    public record TurnSettings(
            Function<Optional<String>, ApplyTo> applyTo,
            boolean trustsClientTime,
            int overflowRetries,
            int localRounds) {
        /** The default of {@code overflowRetries} and of {@code localRounds}. */
        public static final int DEFAULT_ROUNDS = 3;
    }

    final TurnServices services;
    final TurnSettings settings;
    final TurnListeners listeners;
    final PassThrough passThrough;
    private final CountHandler counts;

    public TurnHandler(TurnServices services, TurnSettings settings, List<TurnListener> listeners) {
        this.services = services;
        this.settings = settings;
        this.listeners = new TurnListeners(listeners);
        this.passThrough = new PassThrough(services.identify());
        this.counts = new CountHandler(this);
    }

    /** Handles a request, and returns when its reply is complete. */
    public void handle(Inbound inbound, ClientStream client) {
        TurnRun run = new TurnRun(this, inbound, client);
        try {
            Optional<TurnReader.ReadRequest> read = run.decode(); // finds the elements of the body
            Optional<SessionCard> session = run.open(read); // finds or opens the session; after a reset, a new one
            Optional<TurnReader.ReadRequest> adapted = run.adapt(session, read); // has the session's history
            Optional<TurnReader.ReadRequest> request = run.execute(session, adapted); // if it is a command in a chat
            Optional<RecordedTurn> recorded = run.record(session, request); // archives first: only new items cost work
            if (!run.answer(recorded)) { // a command is answered here, anything else by the model
                Optional<PromptToSend> prompt = run.decide(recorded); // what the model sees; on disk before it is used
                Exchange reply = run.send(prompt); // if the prompt is too long, makes it smaller and sends it again
                run.relay(reply); // forwards bytes as they arrive; answers calls of local tools
            }
        } catch (ProxyException e) {
            run.refuse(e); // in the client's own dialect
        } finally {
            run.close(); // closes the archive entry and calls the listeners, whatever failed
        }
    }

    /** Removes a session that was deleted from the caches of turns. */
    public void forget(SessionRef session) {
        services.archive().forget(session);
    }

    /** Accepts requests for compactions, which the next turns of their sessions carry out. */
    public CompactionRequests compactionRequests(Store store) {
        return new CompactionRequests(store, services.editing(), services.clock());
    }

    /** Asks the provider to count the tokens of the request that would be sent. Nothing is stored. */
    public void count(Inbound inbound, ClientStream client) {
        counts.handle(inbound, client);
    }
}
