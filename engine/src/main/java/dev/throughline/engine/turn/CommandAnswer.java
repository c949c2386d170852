package dev.throughline.engine.turn;

import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Turn;
import dev.throughline.engine.command.ChatCommands;
import dev.throughline.engine.command.CommandCall;
import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import dev.throughline.wire.LocalReply;
import dev.throughline.wire.Reply;
import dev.throughline.wire.ReplyReader;
import dev.throughline.wire.Wire;
import java.util.Optional;

/**
 * The answer to a command in a chat as a reply to its turn.
 *
 * @param body what the client gets
 * @param archived the same reply as it is archived: without an id, under which a client could continue it, and without
 *     usage, because nothing was billed
 */
record CommandAnswer(Headers headers, Bytes body, Reply archived) {
    /** A command that was executed, and the text of the answer. */
    record ExecutedCommand(CommandCall call, String text) {
        /** Does what a command asks for; empty if the turn is none. */
        static Optional<ExecutedCommand> of(ChatCommands commands, SessionCard session, Turn turn) {
            return commands.find(turn).map(call -> new ExecutedCommand(call, commands.answer(call, session, turn)));
        }
    }

    static CommandAnswer of(RecordedTurn recorded, ExecutedCommand executed) {
        Wire wire = recorded.turn().wire();
        LocalReply local = new LocalReply(recorded.turn().id(), recorded.turn().at(), executed.text());
        Bytes body = wire.localReply(recorded.turn().request(), local);
        boolean isStream = recorded.turn().request().isStreaming();
        ReplyReader reader = isStream ? wire.streamedReply() : wire.wholeReply();
        reader.feed(body.array(), body.offset(), body.length());
        Reply read = reader.finish();
        Headers headers = ReplyHeaders.ofCommand(recorded, executed.call().command())
                .and("content-type", isStream ? "text/event-stream; charset=utf-8" : "application/json")
                .and("cache-control", "no-cache");
        return new CommandAnswer(
                headers,
                body,
                new Reply(
                        read.ending(),
                        /* responseId= */ Optional.empty(),
                        read.model(),
                        read.stopReason(),
                        read.elements(),
                        read.unread(),
                        /* usage= */ Optional.empty()));
    }
}
