package dev.throughline.testkit.model.cache;

import dev.throughline.model.Dialect;
import dev.throughline.testkit.model.shape.Json;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What the model would read of a request, in the order in which it reads it: tools, system, elements.
 *
 * <p>Markers, ids and metadata are left out, and a text is the same whether it came as a string or as a list of one
 * text block. A token is four characters: wrong for any one text, and steady enough to compare two requests.
 */
public record Prompt(List<Piece> pieces) {
    public static final int CHARS_PER_TOKEN = 4;

    /** Whether the client asked for the prompt to be cached up to here, and for how long. */
    public enum Marker {
        NONE,
        SHORT,
        HOUR
    }

    /** One tool, one system block, or one element of the history. */
    public record Piece(String text, Marker marker) {}

    public Prompt {
        pieces = List.copyOf(pieces);
    }

    /** Reads a request that has passed its rules. */
    public static Prompt of(Dialect dialect, JsonNode body) {
        List<Piece> pieces = new ArrayList<>();
        body.path("tools").forEach(tool -> add(pieces, "tool", tool));
        switch (dialect) {
            case RESPONSES -> {
                if (Json.has(body, "instructions")) {
                    add(pieces, "system", body.path("instructions"));
                }
                addAll(pieces, "user", body.path("input"));
            }
            case CHAT -> addAll(pieces, "", body.path("messages"));
            case MESSAGES -> {
                addAll(pieces, "system", body.path("system"));
                body.path("messages")
                        .forEach(message -> addAll(pieces, Json.text(message, "role"), message.path("content")));
                markLast(pieces, body);
            }
        }
        return new Prompt(pieces);
    }

    /** How many tokens the whole prompt has. */
    public long tokens() {
        return pieces.stream().mapToLong(piece -> piece.text().length()).sum() / CHARS_PER_TOKEN;
    }

    private static void addAll(List<Piece> pieces, String role, JsonNode content) {
        if (content.isArray()) {
            content.forEach(block -> add(pieces, role, block));
        } else if (!content.isMissingNode()) {
            add(pieces, role, content);
        }
    }

    private static void add(List<Piece> pieces, String role, JsonNode node) {
        pieces.add(new Piece(role + canonical(node), marker(node)));
    }

    /** Automatic caching: a marker on the request itself stands for one on its last block. */
    private static void markLast(List<Piece> pieces, JsonNode body) {
        Marker marker = marker(body);
        if (marker != Marker.NONE && !pieces.isEmpty()) {
            pieces.add(new Piece(pieces.removeLast().text(), marker));
        }
    }

    private static Marker marker(JsonNode node) {
        if (!Json.has(node, "cache_control")) {
            return Marker.NONE;
        }
        return Json.text(node.path("cache_control"), "ttl").equals("1h") ? Marker.HOUR : Marker.SHORT;
    }

    private static String canonical(JsonNode node) {
        if (node.isString()) {
            return Json.write(Json.typed("text").put("text", node.stringValue()));
        }
        if (node instanceof ObjectNode object) {
            ObjectNode seen = object.deepCopy();
            seen.remove(List.of("cache_control", "status", "internal_chat_message_metadata_passthrough"));
            if (!Json.text(seen, "type").endsWith("tool_use")) {
                seen.remove("id");
            }
            return Json.write(seen);
        }
        return Json.write(node);
    }
}
