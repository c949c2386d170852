package dev.throughline.wire.json;

import dev.throughline.model.Bytes;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import tools.jackson.core.io.JsonStringEncoder;

/**
 * Builds JSON text from raw slices: the pieces of a streamed string, the members of an object.
 *
 * <p>What is added is copied and not checked: the caller adds valid pieces in a valid order.
 */
public final class JsonBuilder {
    private static final int FIRST_BYTES = 64;

    private byte[] array;
    private int length;

    public JsonBuilder() {
        this(FIRST_BYTES);
    }

    /** A builder with this initial capacity in bytes. */
    public JsonBuilder(int capacity) {
        array = new byte[capacity];
    }

    public JsonBuilder add(Bytes raw) {
        return add(raw.array(), raw.offset(), raw.length());
    }

    /** Adds a text as it is, as UTF-8. */
    public JsonBuilder add(String raw) {
        return add(Bytes.of(raw));
    }

    /** Adds a member to the object that is being written, after a comma if it is not the first. */
    public JsonBuilder member(String name, Bytes value) {
        return comma().add(quoted(name)).add(":").add(value);
    }

    /** Adds an element to the array that is being written, after a comma if it is not the first. */
    public JsonBuilder element(Bytes value) {
        return comma().add(value);
    }

    public int length() {
        return length;
    }

    public boolean isEmpty() {
        return length == 0;
    }

    /** A copy of the text so far. */
    public Bytes toBytes() {
        return Bytes.of(Arrays.copyOf(array, length));
    }

    /** The text so far as a JSON string: what was added is what stands between its quotes. */
    public Bytes asString() {
        byte[] whole = new byte[length + 2];
        whole[0] = '"';
        System.arraycopy(array, 0, whole, 1, length);
        whole[length + 1] = '"';
        return Bytes.of(whole);
    }

    /** Begins an object, which {@link #with} fills and {@link #end} ends. */
    public static JsonBuilder object() {
        return new JsonBuilder().add("{");
    }

    /** An object of these members, as names and values in turn; the values are those of {@link #with}. */
    public static Bytes object(Object... namesAndValues) {
        JsonBuilder object = object();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            object.with((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return object.end();
    }

    /**
     * Adds a member. A value of {@link Bytes} is raw JSON, a text becomes a string, a list of such values an array, and
     * an empty {@link Optional} adds nothing.
     */
    public JsonBuilder with(String name, Object value) {
        Object present = value instanceof Optional<?> optional ? optional.orElse(null) : value;
        return present == null ? this : member(name, raw(present));
    }

    public Bytes end() {
        return add("}").toBytes();
    }

    private static Bytes raw(Object value) {
        return switch (value) {
            case Bytes raw -> raw;
            case String text -> quoted(text);
            case List<?> elements ->
                array(elements.stream().map(JsonBuilder::raw).toList());
            case Integer _, Long _, Boolean _ -> Bytes.of(value.toString());
            default -> throw new IllegalArgumentException("not a JSON value: " + value.getClass());
        };
    }

    public static Bytes array(List<Bytes> elements) {
        JsonBuilder array = new JsonBuilder().add("[");
        elements.forEach(array::element);
        return array.add("]").toBytes();
    }

    /** A text as a JSON string; only what JSON requires is escaped. */
    public static Bytes quoted(String text) {
        return Bytes.of("\"" + new String(JsonStringEncoder.getInstance().quoteAsCharArray(wellFormed(text))) + "\"");
    }

    /** The text with a replacement character for each half of a surrogate pair, which UTF-8 cannot hold. */
    public static String wellFormed(String text) {
        return replaceHalves(text, _ -> "\ufffd");
    }

    /** The text with another text for each half of a surrogate pair. */
    public static String replaceHalves(String text, IntFunction<String> replacement) {
        if (isWellFormed(text)) {
            return text;
        }
        StringBuilder whole = new StringBuilder(text.length());
        text.codePoints().forEach(point -> {
            boolean isHalf = point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
            whole.append(isHalf ? replacement.apply(point) : Character.toString(point));
        });
        return whole.toString();
    }

    /** Whether a text contains no half of a surrogate pair. */
    public static boolean isWellFormed(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                boolean isPair = i + 1 < text.length() && Character.isSurrogatePair(text.charAt(i), text.charAt(i + 1));
                if (!isPair) {
                    return false;
                }
                i++;
            }
        }
        return true;
    }

    private JsonBuilder comma() {
        boolean isFirst = length == 0 || array[length - 1] == '{' || array[length - 1] == '[';
        return isFirst ? this : add(",");
    }

    public JsonBuilder add(byte[] bytes, int offset, int count) {
        if (count > array.length - length) {
            array = Arrays.copyOf(
                    array, Math.max(Math.addExact(length, count), (int) Math.min(2L * array.length, 1 << 30)));
        }
        System.arraycopy(bytes, offset, array, length, count);
        length += count;
        return this;
    }
}
