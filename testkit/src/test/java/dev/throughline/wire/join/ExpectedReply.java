package dev.throughline.wire.join;

import dev.throughline.model.Bytes;
import dev.throughline.model.Usage;
import dev.throughline.simulator.dialect.SimulatedDialect;
import dev.throughline.simulator.json.JsonNodes;
import dev.throughline.wire.AnsweredRound;
import dev.throughline.wire.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * What a client should receive of some rounds, computed from the replies of the provider by a naive model.
 *
 * @param said the content in order: blocks, items, or texts and calls
 */
record ExpectedReply(List<String> said, Optional<Usage> usage, Optional<String> stopReason) {
    static ExpectedReply of(SimulatedDialect dialect, List<AnsweredRound> rounds) {
        List<JsonNode> elements = new ArrayList<>();
        for (AnsweredRound answered : rounds) {
            answered.round().reply().elements().forEach(element -> elements.add(JsonNodes.read(element.toArray())));
        }
        List<Usage> usages = rounds.stream()
                .map(answered -> answered.round().reply().usage().orElse(Usage.NONE))
                .toList();
        Usage last = usages.getLast();
        long words = usages.stream().mapToLong(Usage::output).sum();
        Usage usage = new Usage(last.input(), last.cacheRead(), last.cacheWrite(), words);
        return new ExpectedReply(
                said(dialect, elements),
                Optional.of(usage),
                rounds.getLast().round().reply().stopReason());
    }

    static List<String> said(SimulatedDialect dialect, Reply reply) {
        return said(
                dialect,
                reply.elements().stream()
                        .map(Bytes::toArray)
                        .map(JsonNodes::read)
                        .toList());
    }

    private static List<String> said(SimulatedDialect dialect, List<JsonNode> elements) {
        return switch (dialect) {
            case MESSAGES -> {
                List<String> blocks = new ArrayList<>();
                elements.forEach(element -> element.path("content").forEach(block -> add(block, block, blocks)));
                yield blocks;
            }
            case RESPONSES -> {
                List<String> items = new ArrayList<>();
                elements.forEach(item -> add(item, item, items));
                yield items;
            }
            case CHAT -> chat(elements);
        };
    }

    private static List<String> chat(List<JsonNode> messages) {
        StringBuilder content = new StringBuilder();
        StringBuilder thoughts = new StringBuilder();
        List<String> said = new ArrayList<>();
        for (JsonNode message : messages) {
            content.append(JsonNodes.text(message, "content"));
            thoughts.append(JsonNodes.text(message, "reasoning_content"));
            message.path("tool_calls").forEach(call -> add(call, call.path("function"), said));
        }
        said.add("content " + content);
        said.add("thoughts " + thoughts);
        return said;
    }

    private static void add(JsonNode whole, JsonNode named, List<String> said) {
        if (!RandomRounds.LOCAL.contains(JsonNodes.text(named, "name"))) {
            said.add(JsonNodes.write(whole));
        }
    }
}
