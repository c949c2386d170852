package dev.throughline.engine.recall;

import dev.throughline.model.Bytes;
import dev.throughline.wire.UnreadableException;
import dev.throughline.wire.json.Json;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of a call of {@link RecallTool}. Models tend to send every argument of a schema, so an argument that is
 * null or empty counts as missing. A number may be sent as a text.
 *
 * @param offset the first character if there is an id, otherwise the first piece
 * @param limit the number of characters if there is an id, otherwise of pieces; empty for as many as fit
 * @param isUnmasked whether to show secrets
 */
record RecallArguments(
        Optional<String> id, Optional<String> query, long offset, Optional<Long> limit, boolean isUnmasked) {
    private static final int MAX_QUOTED = 200;

    /**
     * Parses the arguments; throws {@code IllegalArgumentException} with a sentence for the model if they are
     * malformed.
     */
    static RecallArguments of(Bytes arguments) {
        Json json = parsed(arguments);
        if (!(json instanceof Json.Obj object)) {
            throw new IllegalArgumentException("expected the arguments as a JSON object, found something else");
        }
        long offset = number(object, "offset").orElse(0L);
        Optional<Long> limit = number(object, "limit").filter(each -> each > 0);
        boolean isUnmasked = object.get("secrets") instanceof Json.Bool flag && flag.value();
        return new RecallArguments(text(object, "id"), text(object, "query"), offset, limit, isUnmasked);
    }

    private static Json parsed(Bytes arguments) {
        try {
            return Json.parse(arguments.utf8().isBlank() ? Bytes.of("{}") : arguments);
        } catch (UnreadableException e) {
            throw new IllegalArgumentException("expected the arguments as a JSON object, found no JSON", e);
        }
    }

    private static Optional<String> text(Json.Obj object, String name) {
        Json member = object.get(name);
        if (member == null) {
            return Optional.empty();
        }
        if (member instanceof Json.Text text) {
            return Optional.of(text.value().strip()).filter(value -> !value.isEmpty());
        }
        throw new IllegalArgumentException("expected a text as '" + name + "', found something else");
    }

    private static Optional<Long> number(Json.Obj object, String name) {
        String digits = digits(object.get(name));
        if (digits.isEmpty()) {
            return Optional.empty();
        }
        if (!digits.matches("\\d{1,15}(?:\\.0*)?")) {
            throw new IllegalArgumentException(
                    "expected a whole number of 0 or more as '" + name + "', found " + quoted(digits));
        }
        return Optional.of(Long.parseLong(digits.replaceFirst("\\..*", "")));
    }

    private static String digits(@Nullable Json member) {
        return switch (member) {
            case null -> "";
            case Json.Num number -> number.digits();
            case Json.Text text -> text.value().strip();
            case Json.Obj _, Json.Arr _, Json.Bool _, Json.Nil _ -> "something else";
        };
    }

    /** A text as a JSON string, cut if it is long. */
    static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        text.codePoints().limit(MAX_QUOTED).forEach(point -> {
            if (point == '"' || point == '\\') {
                quoted.append('\\').appendCodePoint(point);
            } else if (point < ' ') {
                quoted.append(' ');
            } else {
                quoted.appendCodePoint(point);
            }
        });
        return quoted.append('"').toString();
    }
}
