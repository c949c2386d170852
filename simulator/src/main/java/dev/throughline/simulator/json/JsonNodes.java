package dev.throughline.simulator.json;

import dev.throughline.model.Bytes;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.JsonGeneratorDelegate;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * JSON as trees, and JSON text in one fixed form: no spaces, members in their order, only what must be escaped is
 * escaped, and numbers in their shortest form.
 */
public final class JsonNodes {
    /** Below this exponent, and from 16 on, a fraction is written with an exponent. */
    private static final int LEAST_EXPONENT = -4;

    private static final int MOST_EXPONENT = 16;

    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxStringLength(Integer.MAX_VALUE)
                            .build())
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private JsonNodes() {}

    /**
     * The tree of a document.
     *
     * @throws JacksonException if it is not JSON
     */
    public static JsonNode read(byte[] document) {
        return MAPPER.readTree(document);
    }

    public static JsonNode read(Bytes document) {
        return MAPPER.readTree(document.array(), document.offset(), document.length());
    }

    public static JsonNode read(String document) {
        return MAPPER.readTree(document);
    }

    /** The value that a text is, if it is JSON. */
    public static Optional<JsonNode> parse(String text) {
        try {
            return Optional.of(read(text)).filter(value -> !value.isMissingNode());
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }

    /** The object that a text is, if it is one. */
    public static Optional<ObjectNode> parseObject(String text) {
        int start = 0;
        while (start < text.length() && Texts.isSpace(text.charAt(start))) {
            start++;
        }
        // Free text, which is what arguments may be instead, is recognised without the cost of an exception.
        return start < text.length() && text.charAt(start) == '{'
                ? parse(text).filter(ObjectNode.class::isInstance).map(ObjectNode.class::cast)
                : Optional.empty();
    }

    /** A value as text in the fixed form. */
    public static String write(JsonNode value) {
        StringWriter out = new StringWriter();
        try (JsonGenerator generator = new FixedForm(MAPPER.createGenerator(out))) {
            MAPPER.writeTree(generator, value);
        }
        return out.toString();
    }

    /** Writes fractions with the fewest digits that mean them. */
    private static final class FixedForm extends JsonGeneratorDelegate {
        private FixedForm(JsonGenerator target) {
            super(target);
        }

        @Override
        public JsonGenerator writeNumber(double value) {
            return delegate.writeNumber(fraction(value));
        }
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

    /** An object from name, value, name, value … */
    public static ObjectNode object(@Nullable Object... namesAndValues) {
        ObjectNode object = object();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            object.set(String.valueOf(namesAndValues[i]), of(namesAndValues[i + 1]));
        }
        return object;
    }

    /** The tree of a text, number, boolean, null, list, map or tree. */
    public static JsonNode of(@Nullable Object value) {
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        return switch (value) {
            case null -> nodes.nullNode();
            case JsonNode node -> node;
            case String text -> nodes.stringNode(text);
            case Boolean bool -> nodes.booleanNode(bool);
            case Integer number -> nodes.numberNode(number);
            case Long number -> nodes.numberNode(number);
            case Double number -> nodes.numberNode(number);
            case BigInteger number -> nodes.numberNode(number);
            case Map<?, ?> map -> {
                ObjectNode object = object();
                map.forEach((name, member) -> object.set(String.valueOf(name), of(member)));
                yield object;
            }
            case List<?> list -> {
                ArrayNode array = array();
                list.forEach(element -> array.add(of(element)));
                yield array;
            }
            default -> throw new IllegalArgumentException("expected a JSON value, found " + value.getClass());
        };
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

    /** Whether the member is {@code true}. */
    public static boolean isTrue(JsonNode object, String member) {
        JsonNode value = object.path(member);
        return value.isBoolean() && value.booleanValue();
    }

    /** A fraction with the fewest digits that mean it, always with a point or an exponent. */
    static String fraction(double value) {
        if (Double.isNaN(value)) {
            return "NaN";
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? "Infinity" : "-Infinity";
        }
        if (value == 0) {
            return 1 / value < 0 ? "-0.0" : "0.0";
        }
        BigDecimal shortest = new BigDecimal(Double.toString(value)).stripTrailingZeros();
        int exponent = shortest.precision() - shortest.scale() - 1;
        if (exponent >= LEAST_EXPONENT && exponent < MOST_EXPONENT) {
            String plain = shortest.toPlainString();
            return plain.indexOf('.') < 0 ? plain + ".0" : plain;
        }
        String all = shortest.unscaledValue().abs().toString();
        String head = all.length() == 1 ? all : all.charAt(0) + "." + all.substring(1);
        String sign = value < 0 ? "-" : "";
        return sign + head + "e" + (exponent < 0 ? "-" : "+") + (Math.abs(exponent) < 10 ? "0" : "")
                + Math.abs(exponent);
    }
}
