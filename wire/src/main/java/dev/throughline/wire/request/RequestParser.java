package dev.throughline.wire.request;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.model.Span;
import dev.throughline.wire.Hints;
import dev.throughline.wire.Request;
import dev.throughline.wire.UnreadableException;
import dev.throughline.wire.json.JsonCursor;
import dev.throughline.wire.json.Utf8;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import tools.jackson.core.JsonToken;

/**
 * Finds the parts of a request in one pass over its body, without reading the elements of the history.
 *
 * <p>The dialects share their outline, one object with a history, tools and scalars, and differ in names only; so a
 * parser is those names. A later member of the same name replaces an earlier one; null is the same as nothing.
 *
 * @param history the member that holds the history
 * @param historyMayBeText whether the history may be one text
 * @param system the member that holds system text outside the history, or an empty text
 * @param limits the members that limit the output; where a request has several, the first one named here counts
 */
public record RequestParser(
        Dialect dialect, String history, boolean historyMayBeText, String system, List<String> limits) {
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

    /**
     * Finds the parts of this body.
     *
     * @throws UnreadableException if it is not UTF-8, not one JSON object, or a part is of a type that no provider
     *     accepts
     */
    public Request parse(Bytes body) {
        requireText(body);
        return JsonCursor.read(body, new Span(0, body.length()), cursor -> {
            JsonToken first = cursor.need();
            if (first != JsonToken.START_OBJECT) {
                throw new UnreadableException("expected a JSON object, found " + first);
            }
            Outline outline = new Outline(this, cursor);
            while (cursor.need() == JsonToken.PROPERTY_NAME) {
                outline.take(cursor.name(), cursor.need());
            }
            if (cursor.next() != null) {
                throw new UnreadableException("expected one JSON object, found more behind it");
            }
            return outline.request(body);
        });
    }

    /**
     * A byte order mark makes a body unreadable for us: RFC 8259 forbids senders to write one, providers differ in how
     * they handle it, and what cannot be read is forwarded unchanged.
     */
    private static void requireText(Bytes body) {
        if (body.length() >= BYTE_ORDER_MARK.length
                && body.slice(new Span(0, BYTE_ORDER_MARK.length)).equals(Bytes.of(BYTE_ORDER_MARK))) {
            throw new UnreadableException("expected JSON, found a byte order mark before it");
        }
        if (!Utf8.isValid(body)) {
            throw new UnreadableException("expected UTF-8, found bytes that are none");
        }
    }

    /** A request while its members are read. */
    private static final class Outline {
        private final RequestParser names;
        private final JsonCursor cursor;
        private String model = "";
        private boolean isStreaming;
        private boolean isPrewarm;
        private boolean isNotStored;
        private boolean wantsSeveral;
        private final Map<String, Long> limits = new HashMap<>();
        private final Map<String, String> hints = new HashMap<>();
        private List<Span> system = List.of();
        private List<Span> tools = List.of();
        private List<Span> history = List.of();
        private Optional<Span> historyValue = Optional.empty();

        Outline(RequestParser names, JsonCursor cursor) {
            this.names = names;
            this.cursor = cursor;
        }

        /** Reads the member of this name, whose value starts with this token. */
        void take(String name, JsonToken token) {
            if (name.equals(names.history())) {
                int start = cursor.start();
                history = spans(name, token, names.historyMayBeText());
                historyValue =
                        token == JsonToken.VALUE_NULL ? Optional.empty() : Optional.of(new Span(start, cursor.end()));
            } else if (name.equals(names.system())) {
                system = spans(name, token, /* mayBeText= */ true);
            } else if (names.limits().contains(name)) {
                limit(name, token);
            } else {
                takeCommon(name, token);
            }
        }

        private void takeCommon(String name, JsonToken token) {
            switch (name) {
                case "model" -> model = token == JsonToken.VALUE_NULL ? "" : text(name, token);
                case "stream" -> isStreaming = token != JsonToken.VALUE_NULL && flag(name, token);
                case "tools" -> tools = spans(name, token, /* mayBeText= */ false);
                case "generate" -> isPrewarm = isFalse(token);
                case "store" -> isNotStored = isFalse(token);
                case "n" -> wantsSeveral = isSeveral(token);
                case "prompt_cache_key", "prompt_cache_retention", "session_id", "previous_response_id" ->
                    hint(name, token);
                case "conversation" -> nested(name, token, List.of("id"));
                case "metadata" -> nested(name, token, List.of("user_id", "session_id"));
                default -> cursor.ignore();
            }
        }

        Request request(Bytes body) {
            OptionalLong limit = names.limits().stream()
                    .filter(limits::containsKey)
                    .mapToLong(limits::get)
                    .findFirst();
            return new Request(
                    names.dialect(), body, model, isStreaming, limit, hints(), system, tools, history, historyValue);
        }

        private Hints hints() {
            return new Hints(
                    Optional.ofNullable(hints.get("prompt_cache_key")),
                    Optional.ofNullable(hints.get("metadata.user_id")),
                    Optional.ofNullable(hints.getOrDefault("metadata.session_id", hints.get("session_id"))),
                    Optional.ofNullable(hints.getOrDefault("conversation", hints.get("conversation.id"))),
                    Optional.ofNullable(hints.get("previous_response_id")),
                    Optional.ofNullable(hints.get("prompt_cache_retention")),
                    isPrewarm,
                    isNotStored,
                    wantsSeveral);
        }

        /** The positions of an array's elements, or of the one text in its place. */
        private List<Span> spans(String name, JsonToken token, boolean mayBeText) {
            if (token == JsonToken.VALUE_NULL) {
                return List.of();
            }
            if (token == JsonToken.VALUE_STRING && mayBeText) {
                return List.of(cursor.skip());
            }
            if (token != JsonToken.START_ARRAY) {
                throw wrong(name, mayBeText ? "a list or a text" : "a list", token);
            }
            List<Span> found = new ArrayList<>();
            while (cursor.need() != JsonToken.END_ARRAY) {
                found.add(cursor.skip());
            }
            return found;
        }

        private void limit(String name, JsonToken token) {
            if (token == JsonToken.VALUE_NULL) {
                limits.remove(name);
            } else if (token == JsonToken.VALUE_NUMBER_INT) {
                limits.put(name, cursor.wholeNumber());
            } else {
                throw wrong(name, "a whole number", token);
            }
        }

        private boolean isFalse(JsonToken token) {
            cursor.ignore();
            return token == JsonToken.VALUE_FALSE;
        }

        /** Whether a value is a whole number above 1; the provider refuses others. */
        private boolean isSeveral(JsonToken token) {
            String number = token == JsonToken.VALUE_NUMBER_INT ? cursor.text() : "0";
            cursor.ignore();
            return !number.startsWith("-") && !number.equals("0") && !number.equals("1");
        }

        private String text(String name, JsonToken token) {
            if (token != JsonToken.VALUE_STRING) {
                throw wrong(name, "a text", token);
            }
            return cursor.text();
        }

        private static boolean flag(String name, JsonToken token) {
            if (!token.isBoolean()) {
                throw wrong(name, "true or false", token);
            }
            return token == JsonToken.VALUE_TRUE;
        }

        /** A hint of an unexpected type is ignored; the provider may refuse it. */
        private void hint(String name, JsonToken token) {
            if (token == JsonToken.VALUE_STRING) {
                hints.put(name, cursor.text());
            } else {
                hints.remove(name);
                cursor.ignore();
            }
        }

        /** Hints inside an object, noted as {@code name.inner}; a string is noted under the name itself. */
        private void nested(String name, JsonToken token, List<String> wanted) {
            wanted.forEach(inner -> hints.remove(name + "." + inner));
            if (token != JsonToken.START_OBJECT) {
                hint(name, token);
                return;
            }
            hints.remove(name);
            while (cursor.need() == JsonToken.PROPERTY_NAME) {
                String inner = cursor.name();
                JsonToken value = cursor.need();
                if (wanted.contains(inner)) {
                    hint(name + "." + inner, value);
                } else {
                    cursor.ignore();
                }
            }
        }

        private static UnreadableException wrong(String name, String expected, JsonToken found) {
            return new UnreadableException("expected " + name + " to be " + expected + ", found " + found);
        }
    }
}
