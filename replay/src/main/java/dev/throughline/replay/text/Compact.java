package dev.throughline.replay.text;

import dev.throughline.wire.json.Json;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes JSON in one fixed form: no spaces, members in their order, only what must be escaped is escaped, and numbers
 * in their shortest form. Values are trees of the wire, or maps, lists, texts, numbers and booleans.
 */
public final class Compact {
    private static final char[] HEX = "0123456789abcdef".toCharArray();
    /** Below this exponent, and from 16 on, a fraction is written with an exponent. */
    private static final int LEAST_EXPONENT = -4;

    private static final int MOST_EXPONENT = 16;

    private Compact() {}

    /** An object from name, value, name, value … */
    public static Map<String, @Nullable Object> object(@Nullable Object... namesAndValues) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            object.put(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
        }
        return object;
    }

    /** A value as text. */
    public static String text(@Nullable Object value) {
        StringBuilder out = new StringBuilder();
        write(out, value);
        return out.toString();
    }

    private static void write(StringBuilder out, @Nullable Object value) {
        switch (value) {
            case null -> out.append("null");
            case Json.Text text -> quote(out, text.value());
            case Json.Num number -> out.append(number(number.digits()));
            case Json.Bool bool -> out.append(bool.value());
            case Json.Nil _ -> out.append("null");
            case Json.Arr array -> array(out, array.elements());
            case Json.Obj object -> members(out, object.members());
            case Map<?, ?> map -> members(out, map);
            case List<?> list -> array(out, list);
            case String text -> quote(out, text);
            case Double number -> out.append(fraction(number));
            case Number number -> out.append(number);
            case Boolean bool -> out.append(bool);
            default -> throw new IllegalArgumentException("expected a JSON value, found " + value.getClass());
        }
    }

    private static void members(StringBuilder out, Map<?, ?> members) {
        out.append('{');
        boolean isFirst = true;
        for (Map.Entry<?, ?> member : members.entrySet()) {
            if (!isFirst) {
                out.append(',');
            }
            isFirst = false;
            quote(out, String.valueOf(member.getKey()));
            out.append(':');
            write(out, member.getValue());
        }
        out.append('}');
    }

    private static void array(StringBuilder out, List<?> elements) {
        out.append('[');
        boolean isFirst = true;
        for (Object element : elements) {
            if (!isFirst) {
                out.append(',');
            }
            isFirst = false;
            write(out, element);
        }
        out.append(']');
    }

    private static void quote(StringBuilder out, String text) {
        out.append('"');
        int from = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\' || c < ' ') {
                out.append(text, from, i);
                escape(out, c);
                from = i + 1;
            }
        }
        out.append(text, from, text.length()).append('"');
    }

    private static void escape(StringBuilder out, char c) {
        switch (c) {
            case '"' -> out.append("\\\"");
            case '\\' -> out.append("\\\\");
            case '\n' -> out.append("\\n");
            case '\r' -> out.append("\\r");
            case '\t' -> out.append("\\t");
            case '\b' -> out.append("\\b");
            case '\f' -> out.append("\\f");
            default -> out.append("\\u00").append(HEX[c >> 4]).append(HEX[c & 15]);
        }
    }

    /** A number as it is written, in its shortest form: a whole one without sign of zero, others as a fraction. */
    static String number(String digits) {
        boolean isWhole = digits.indexOf('.') < 0 && digits.indexOf('e') < 0 && digits.indexOf('E') < 0;
        if (!isWhole) {
            return fraction(Double.parseDouble(digits));
        }
        return digits.startsWith("-0") ? new BigInteger(digits).toString() : digits;
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
