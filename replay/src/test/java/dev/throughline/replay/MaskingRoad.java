package dev.throughline.replay;

import dev.throughline.engine.exchange.ClientStream;
import dev.throughline.engine.exchange.Exchange;
import dev.throughline.engine.exchange.Upstream;
import dev.throughline.engine.exchange.UpstreamRequest;
import dev.throughline.engine.turn.Inbound;
import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import dev.throughline.replay.text.Compact;
import dev.throughline.replay.text.Texts;
import dev.throughline.wire.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * A stand-in for a road that edits: it blanks the results in a chat that are older than some turns, every turn anew. A
 * pure function of the request, so the same request gives the same bytes.
 */
final class MaskingRoad implements BiConsumer<Inbound, ClientStream> {
    private static final String MASK = "[Old tool result cleared to save room]";
    private static final int SMALL_TOKENS = 40;

    private final Upstream upstream;
    private final int keptTurns;

    MaskingRoad(Upstream upstream, int keptTurns) {
        this.upstream = upstream;
        this.keptTurns = keptTurns;
    }

    @Override
    public void accept(Inbound inbound, ClientStream client) {
        UpstreamRequest request = new UpstreamRequest(
                inbound.dialect(), inbound.method(), inbound.target(), inbound.headers(), masked(inbound.body()), "");
        try (Exchange exchange = upstream.send(request, client)) {
            exchange.relay(Headers.NONE);
            exchange.finish();
        }
    }

    private Bytes masked(Bytes body) {
        Json.Obj request = (Json.Obj) Json.parse(body);
        List<Json> messages = request.list("messages");
        long turns =
                messages.stream().filter(each -> role(each).equals("assistant")).count();
        long border = turns - keptTurns;
        List<Object> kept = new ArrayList<>();
        long turn = 0;
        for (Json each : messages) {
            Json.Obj message = (Json.Obj) each;
            String content = message.text("content").orElse("");
            boolean isOld = turn < border && role(each).equals("tool");
            kept.add(isOld && Texts.length(content) / 4.0 + 4 > SMALL_TOKENS ? blank(message) : message);
            turn += role(each).equals("assistant") ? 1 : 0;
        }
        Map<String, Object> changed = new LinkedHashMap<>(request.members());
        changed.put("messages", kept);
        return Bytes.of(Compact.text(changed));
    }

    private static Map<String, Object> blank(Json.Obj message) {
        Map<String, Object> changed = new LinkedHashMap<>(message.members());
        changed.put("content", MASK);
        return changed;
    }

    private static String role(Json message) {
        return ((Json.Obj) message).text("role").orElse("");
    }
}
