package dev.throughline.simulator.replay;

import dev.throughline.engine.exchange.ClientStream;
import dev.throughline.engine.exchange.Exchange;
import dev.throughline.engine.exchange.Upstream;
import dev.throughline.engine.exchange.UpstreamRequest;
import dev.throughline.engine.turn.Inbound;
import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import dev.throughline.simulator.json.JsonNodes;
import dev.throughline.simulator.json.Texts;
import java.util.function.BiConsumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A simple turn handler that edits: in each turn it replaces the tool results of a chat that are older than some turns.
 * It is a pure function of the request, so the same request gives the same bytes.
 */
final class MaskingHandler implements BiConsumer<Inbound, ClientStream> {
    private static final String MASK = "[Old tool result cleared to save room]";
    private static final int SMALL_TOKENS = 40;

    private final Upstream upstream;
    private final int unmaskedTurns;

    MaskingHandler(Upstream upstream, int unmaskedTurns) {
        this.upstream = upstream;
        this.unmaskedTurns = unmaskedTurns;
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
        ObjectNode request = (ObjectNode) JsonNodes.read(body);
        JsonNode messages = request.path("messages");
        long turns = messages.valueStream()
                .filter(message -> role(message).equals("assistant"))
                .count();
        long border = turns - unmaskedTurns;
        long turn = 0;
        for (JsonNode message : messages) {
            String content = JsonNodes.text(message, "content");
            boolean isOld = turn < border && role(message).equals("tool");
            if (isOld && Texts.length(content) / 4.0 + 4 > SMALL_TOKENS) {
                ((ObjectNode) message).put("content", MASK);
            }
            turn += role(message).equals("assistant") ? 1 : 0;
        }
        return Bytes.of(JsonNodes.write(request));
    }

    private static String role(JsonNode message) {
        return JsonNodes.text(message, "role");
    }
}
