package dev.throughline.engine.turn;

import dev.throughline.engine.archive.Recorded;
import dev.throughline.engine.edit.Editing;
import dev.throughline.engine.edit.Outgoing;
import dev.throughline.engine.exchange.ClientStream;
import dev.throughline.engine.exchange.Exchange;
import dev.throughline.engine.exchange.UpstreamRequest;
import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import dev.throughline.wire.Wire;
import dev.throughline.wire.join.LocalCall;
import dev.throughline.wire.join.Overflow;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A turn on its way to the provider, in as many calls as it takes: again and smaller when the provider says that it is
 * too long, again and longer when the model called a tool of ours. Used by the turn's own thread.
 */
final class Sending implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Sending.class);

    /** As much of an error is read to see what it is about. */
    private static final int ERROR_BYTES = 64 * 1024;

    /** What every turn is sent with. */
    record Means(Road.Rooms rooms, Road.Settings settings, AfterTurn after, PassThrough.Attempt attempt) {}

    private final Road.Rooms rooms;
    private final Road.Settings settings;
    private final AfterTurn after;
    private final PassThrough.Attempt attempt;
    private final Inbound inbound;
    private final ClientStream client;
    private final Wire wire;
    private final Optional<Recorded> recorded;
    private Optional<Outgoing> outgoing;
    private Optional<Exchange> exchange = Optional.empty();
    private int repairs;
    private int calls;
    private boolean isAnswerKept;

    Sending(Means means, Inbound inbound, Memory memory, ClientStream client) {
        this.rooms = means.rooms();
        this.settings = means.settings();
        this.after = means.after();
        this.attempt = means.attempt();
        this.inbound = inbound;
        this.client = client;
        this.wire = means.rooms().wires().apply(inbound.dialect());
        this.recorded = memory.recordedTurn();
        this.outgoing = memory.outgoingRequest();
    }

    Wire wire() {
        return wire;
    }

    /** The turn as it was taken down, whether or not that has reached the disk. */
    Optional<Recorded> recorded() {
        return recorded;
    }

    /** What was sent last, if it was ours to write. */
    Optional<Outgoing> outgoing() {
        return outgoing;
    }

    /** In how many rounds calls of our own tools are answered. */
    int localRounds() {
        return settings.localRounds();
    }

    /** The answer is in the archive. */
    void answerKept() {
        isAnswerKept = true;
    }

    boolean isAnswerKept() {
        return isAnswerKept;
    }

    /** Whether somebody wants the bytes of replies. */
    boolean wantsReplies() {
        return after.wantsReplies();
    }

    /** The reply to the newest call is over. */
    void answered(int status, Bytes body) {
        after.tell(new TurnEvent.Answered(inbound, status, body));
    }

    /** A call of the model's to a tool of ours was answered. */
    void called(LocalCall call, LocalTools.Said said) {
        after.tell(new TurnEvent.Called(inbound, call, said));
    }

    ClientStream client() {
        return client;
    }

    /** Sends the turn and waits for the head of an answer that is not the news that it is too long. */
    Exchange open() {
        Exchange opened = send(outgoing.filter(Outgoing::isEdited).map(Outgoing::body));
        Optional<Overflow> tooLong = overflow(opened);
        while (tooLong.isPresent() && repair(tooLong.get())) {
            answered(opened.status(), refusal(opened));
            opened = again();
            tooLong = overflow(opened);
        }
        return opened;
    }

    /** What the provider says about a prompt that is too long, if that is why it refused this one. */
    Optional<Overflow> overflow(Exchange opened) {
        return outgoing.isPresent() && Overflow.mayBeToldUnder(opened.status())
                ? wire.loom().overflow(opened.status(), refusal(opened))
                : Optional.empty();
    }

    /** The words of a refusal, before they are relayed. */
    static Bytes refusal(Exchange refused) {
        return refused.peek(ERROR_BYTES);
    }

    /** Sends what was repaired; the client has seen nothing so far. */
    Exchange again() {
        close();
        return send(outgoing.map(Outgoing::body));
    }

    /** Goes on with another body in the same reply of the client's. */
    Exchange next(Bytes body) {
        exchange = Optional.empty();
        return send(Optional.of(body));
    }

    /** Makes the turn smaller; false if it cannot be. */
    boolean repair(Overflow overflow) {
        Optional<Editing> editing = rooms.editing();
        boolean isLast = repairs >= settings.overflowRetries();
        if (editing.isEmpty() || recorded.isEmpty() || outgoing.isEmpty() || isLast) {
            return false;
        }
        repairs++;
        Outgoing refused = outgoing.get();
        Memory repaired = attempt.around(() ->
                new Memory.Kept(recorded.get(), Optional.of(editing.get().repair(recorded.get(), refused, overflow))));
        Optional<Outgoing> smaller = repaired.outgoingRequest();
        boolean isSmaller = smaller.isPresent()
                && smaller.get().weight().tokens() < refused.weight().tokens();
        if (isSmaller) {
            LOG.info(
                    "the provider refused {} tokens as too long; sending {} instead",
                    refused.weight().tokens(),
                    smaller.get().weight().tokens());
            outgoing = smaller;
            after.tell(new TurnEvent.Edited(inbound, recorded.get(), smaller));
        }
        return isSmaller;
    }

    /** Sends what was written, which is plain; if nothing was, what the client sent, as it came. */
    private Exchange send(Optional<Bytes> written) {
        Headers headers = written.isEmpty()
                ? inbound.headers()
                : inbound.headers().without(header -> header.is("content-encoding"));
        UpstreamRequest request = new UpstreamRequest(
                inbound.dialect(),
                inbound.method(),
                inbound.target(),
                headers,
                written.orElse(inbound.body()),
                recorded.map(turn -> turn.turn().request().model()).orElse(""));
        after.tell(new TurnEvent.Sent(inbound, request, ++calls));
        Exchange opened = rooms.upstream().send(request, client);
        exchange = Optional.of(opened);
        return opened;
    }

    @Override
    public void close() {
        exchange.ifPresent(Exchange::close);
        exchange = Optional.empty();
    }
}
