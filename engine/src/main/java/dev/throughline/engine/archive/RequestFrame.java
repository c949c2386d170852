package dev.throughline.engine.archive;

import dev.throughline.model.Bytes;
import dev.throughline.model.Span;
import dev.throughline.wire.Request;
import java.io.ByteArrayOutputStream;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * What is left of a request when its elements are taken out: model, parameters, metadata.
 *
 * <pre>
 *   {"model":"m","messages":[{…},{…}],"tools":[{…}],"stream":true}
 *   {"model":"m","messages":[],"tools":[],"stream":true}
 * </pre>
 *
 * <p>An array loses its members, a text that stands alone becomes {@code null}, so a frame is JSON again. Together with
 * the elements, each kept once, a request is lost in nothing but the commas and spaces between its elements, and a turn
 * costs what is new in it.
 */
final class RequestFrame {
    private static final byte[] NULL = {'n', 'u', 'l', 'l'};

    private RequestFrame() {}

    static Bytes of(Request request) {
        List<Span> holes = Stream.of(request.system(), request.tools(), request.history())
                .filter(elements -> !elements.isEmpty())
                .map(elements ->
                        new Span(elements.getFirst().start(), elements.getLast().end()))
                .sorted(Comparator.comparingInt(Span::start))
                .toList();
        Bytes body = request.body();
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        int from = 0;
        for (Span hole : holes) {
            write(frame, body.slice(new Span(from, hole.start())));
            if (body.array()[body.offset() + hole.start()] == '"') {
                frame.writeBytes(NULL);
            }
            from = hole.end();
        }
        write(frame, body.slice(new Span(from, body.length())));
        return Bytes.of(frame.toByteArray());
    }

    private static void write(ByteArrayOutputStream out, Bytes bytes) {
        out.write(bytes.array(), bytes.offset(), bytes.length());
    }
}
