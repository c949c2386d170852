package dev.throughline.engine.turn;

import dev.throughline.engine.archive.Turn;
import dev.throughline.model.Bytes;
import dev.throughline.model.Usage;
import dev.throughline.wire.LocalReply;
import dev.throughline.wire.LocalToolCodec;
import dev.throughline.wire.Reply;
import java.io.ByteArrayOutputStream;
import java.util.Set;

/**
 * The reply of a turn whose answer is archived and not sent to the client. It is kept in memory until it is archived:
 * if that fails, the client gets it, because it would be lost otherwise. It is collected on an event loop, and ends on
 * the turn's own thread.
 */
final class WithheldReply {
    private static final int BAD_GATEWAY = 502;

    /** The error that the client gets if the model's answer ends with one. */
    private static final String FAILED =
            "The provider reported an error while the model wrote its answer. Send the request again.";

    /** The error that the client gets if the answer could be neither archived nor kept. */
    private static final String LOST =
            "The answer could not be archived. See the log of Throughline for the cause. Send the request again.";

    private final TurnRecord record;
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private boolean isTooLong;

    WithheldReply(TurnRecord record) {
        this.record = record;
    }

    /** Keeps what the client would have got now. */
    void keep(Bytes bytes) {
        isTooLong |= kept.size() + bytes.length() > ReplyRelay.MAX_BODY_BYTES;
        if (isTooLong) {
            kept.reset();
        } else {
            kept.write(bytes.array(), bytes.offset(), bytes.length());
        }
    }

    /**
     * What the client gets when the reply has ended.
     *
     * @param last what would have been sent last
     */
    Bytes end(Bytes last) {
        Turn turn = record.opened().orElseThrow().turn();
        if (!record.isReplyLost()) {
            return shown(turn, record.reply());
        }
        keep(last);
        return isTooLong ? error(turn, "reply_not_kept", LOST) : Bytes.of(kept.toByteArray());
    }

    /** What the client gets instead of an answer: one without content, or what tells it that there is no answer. */
    private static Bytes shown(Turn turn, Reply answer) {
        return switch (answer.ending()) {
            case COMPLETE, INCOMPLETE ->
                turn.wire()
                        .localReply(
                                turn.request(),
                                new LocalReply(
                                        turn.id(),
                                        turn.at(),
                                        "",
                                        answer.usage().orElse(Usage.NONE),
                                        answer.responseId()));
            case FAILED -> error(turn, "provider_failed", FAILED);
            case CUT -> Bytes.EMPTY; // The client's reply is cut, too.
        };
    }

    private static Bytes error(Turn turn, String code, String sentence) {
        LocalToolCodec.ReplyForm form =
                turn.request().isStreaming() ? LocalToolCodec.ReplyForm.STREAMED : LocalToolCodec.ReplyForm.DOCUMENT;
        return turn.wire().localTools().splicer(Set.of(), form).fail(turn.wire().error(BAD_GATEWAY, code, sentence));
    }
}
