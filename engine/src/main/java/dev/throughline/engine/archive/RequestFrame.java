package dev.throughline.engine.archive;

import dev.throughline.model.Bytes;
import dev.throughline.model.Span;
import dev.throughline.wire.Request;
import java.io.ByteArrayOutputStream;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The body of a request without its elements: model, parameters, metadata.
 *
 * <pre>
 *   {"model":"m","messages":[{…},{…}],"tools":[{…}],"stream":true}
 *   {"model":"m","messages":[],"tools":[],"stream":true}
 * </pre>
 *
 * <p>Arrays are emptied and a plain text is replaced by {@code null}, so a frame is valid JSON. Frame and elements
 * together contain the whole request except for the commas and spaces between elements, and each element is stored
 * once.
 */
final class RequestFrame {
    private static final byte[] NULL = {'n', 'u', 'l', 'l'};

    private RequestFrame() {}

    static Bytes of(Request request) {
        List<Span> gaps = Stream.of(request.system(), request.tools(), request.history())
                .filter(elements -> !elements.isEmpty())
                .map(elements ->
                        new Span(elements.getFirst().start(), elements.getLast().end()))
                .sorted(Comparator.comparingInt(Span::start))
                .toList();
        Bytes body = request.body();
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        int from = 0;
        for (Span gap : gaps) {
            write(frame, body.slice(new Span(from, gap.start())));
            if (body.array()[body.offset() + gap.start()] == '"') {
                frame.writeBytes(NULL);
            }
            from = gap.end();
        }
        write(frame, body.slice(new Span(from, body.length())));
        return Bytes.of(frame.toByteArray());
    }

    private static void write(ByteArrayOutputStream out, Bytes bytes) {
        out.write(bytes.array(), bytes.offset(), bytes.length());
    }
}
