package dev.throughline.server.growth;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.model.Span;
import dev.throughline.testkit.growth.Growth;
import dev.throughline.wire.Item;
import dev.throughline.wire.ReplyReader;
import dev.throughline.wire.Request;
import dev.throughline.wire.UnreadableException;
import dev.throughline.wire.Wire;
import dev.throughline.wire.dialects.Dialects;
import dev.throughline.wire.request.ModelName;
import dev.throughline.wire.sse.SseSplitter;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Requests and replies of every dialect, with texts that are meant to make their readers slow. */
final class WireGrowthTest {
    /** The bytes of one network read. */
    private static final int PIECE = 16 << 10;

    @Test
    void no_reader_needs_quadratic_time_for_a_hostile_text() {
        Map<String, Consumer<String>> readers = new LinkedHashMap<>();
        for (Dialect dialect : Dialects.names()) {
            Wire wire = Dialects.of(dialect);
            readers.put(dialect + " request", text -> request(wire, ArchivedTexts.messages(text)));
            readers.put(dialect + " no request", text -> request(wire, text));
            readers.put(dialect + " request with JSON", text -> request(wire, body(text)));
            readers.put(dialect + " stream", text -> reply(wire.streamedReply(), text));
            readers.put(
                    dialect + " events",
                    text -> reply(wire.streamedReply(), "data: " + text.replace("\n", "\ndata: ")));
            readers.put(dialect + " whole reply", text -> reply(wire.wholeReply(), text));
        }
        readers.put("ModelName", text -> ModelName.of(Bytes.of("{\"a\":" + text)));
        readers.put("SseSplitter", text -> {
            SseSplitter splitter = new SseSplitter(passage -> passage.name());
            each(text, splitter::feed);
            splitter.finish();
        });
        assertEquals(List.of(), Growth.tooFast(readers));
    }

    private static String body(String json) {
        return "{\"model\":\"m\",\"messages\":[" + json + "],\"input\":[" + json + "]}";
    }

    private static void request(Wire wire, String body) {
        try {
            Request request = wire.decode(Bytes.of(body));
            for (Span element : request.history()) {
                for (Item item : wire.itemise(request.body(), element)) {
                    wire.text(request.body(), item);
                }
            }
            wire.validate(request);
        } catch (UnreadableException unreadable) {
            // Many of these are not JSON; the time until that is detected is measured.
        }
    }

    private static void reply(ReplyReader reader, String text) {
        each(text, reader::feed);
        reader.finish();
    }

    private interface Feed {
        void feed(byte[] bytes, int offset, int length);
    }

    private static void each(String text, Feed feed) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        for (int at = 0; at < bytes.length; at += PIECE) {
            feed.feed(bytes, at, Math.min(PIECE, bytes.length - at));
        }
    }
}
