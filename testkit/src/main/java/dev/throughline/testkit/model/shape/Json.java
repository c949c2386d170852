package dev.throughline.testkit.model.shape;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** JSON as trees. The server may change bytes when it writes, as a provider may; only the gateway must not. */
public final class Json {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private Json() {}

    /**
     * The tree of a document.
     *
     * @throws JacksonException if it is not JSON
     */
    public static JsonNode read(byte[] document) {
        return MAPPER.readTree(document);
    }

    public static JsonNode read(String document) {
        return MAPPER.readTree(document);
    }

    public static String write(JsonNode tree) {
        return MAPPER.writeValueAsString(tree);
    }

    public static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    public static ArrayNode array() {
        return JsonNodeFactory.instance.arrayNode();
    }

    /** An object with one member {@code type}, as nearly everything on these wires has. */
    public static ObjectNode typed(String type) {
        return object().put("type", type);
    }

    /** The text of a member, or the empty text if it is missing or no text. */
    public static String text(JsonNode object, String member) {
        JsonNode value = object.path(member);
        return value.isString() ? value.stringValue() : "";
    }

    /** Whether the member is there and is not null. */
    public static boolean has(JsonNode object, String member) {
        JsonNode value = object.path(member);
        return !value.isMissingNode() && !value.isNull();
    }
}
