package dev.throughline.wire;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.model.Span;
import dev.throughline.wire.chat.ChatWire;
import dev.throughline.wire.json.Decoder;
import dev.throughline.wire.messages.MessagesWire;
import dev.throughline.wire.responses.ResponsesWire;

/**
 * The range of a body in which the elements of its history stand.
 *
 * @param start where the first element starts, or would start
 * @param end where the last element ends
 * @param isBare whether the history is one text without brackets around it
 */
record HistoryFrame(int start, int end, boolean isBare) {
    /** The frame of a request's history. Only one that is empty, or may be bare, costs another look at the body. */
    static HistoryFrame of(Request request) {
        if (request.history().isEmpty()) {
            return ofEmpty(request);
        }
        Span first = request.history().getFirst();
        Span last = request.history().getLast();
        boolean mayBeBare = request.dialect() == Dialect.RESPONSES
                && request.history().size() == 1
                && at(request.body(), first.start()) == '"';
        boolean isBare = mayBeBare
                && parts(request.dialect())
                        .historyValue(request.body())
                        .filter(first::equals)
                        .isPresent();
        return new HistoryFrame(first.start(), last.end(), isBare);
    }

    private static HistoryFrame ofEmpty(Request request) {
        Span value = parts(request.dialect())
                .historyValue(request.body())
                .filter(span -> at(request.body(), span.start()) == '[')
                .orElseThrow(
                        () -> new IllegalArgumentException("expected a request with a history, found one without"));
        return new HistoryFrame(value.start() + 1, value.start() + 1, /* isBare= */ false);
    }

    private static Decoder parts(Dialect dialect) {
        return switch (dialect) {
            case RESPONSES -> ResponsesWire.PARTS;
            case CHAT -> ChatWire.PARTS;
            case MESSAGES -> MessagesWire.PARTS;
        };
    }

    private static byte at(Bytes body, int index) {
        return body.array()[body.offset() + index];
    }
}
