package dev.throughline.replay.text;

import dev.throughline.model.Bytes;
import dev.throughline.wire.UnreadableException;
import dev.throughline.wire.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Small questions about texts: how long, which spaces, and what a reader sees in the arguments of a tool. */
public final class Texts {
    private Texts() {}

    /** Characters as people count them: code points. */
    public static int length(String text) {
        return text.codePointCount(0, text.length());
    }

    /** Whether this is a space in any script, separators of files and records included. */
    public static boolean isSpace(char c) {
        return c <= ' '
                ? c == ' ' || (c >= '\t' && c <= '\r') || (c >= 0x1c && c <= 0x1f)
                : c >= 0x85 && (Character.isWhitespace(c) || c == 0x85 || c == 0xa0 || c == '\u2007' || c == '\u202f');
    }

    /** A text without spaces at its ends. */
    public static String strip(String text) {
        int start = 0;
        int end = text.length();
        while (start < end && isSpace(text.charAt(start))) {
            start++;
        }
        while (end > start && isSpace(text.charAt(end - 1))) {
            end--;
        }
        return text.substring(start, end);
    }

    public static boolean isBlank(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (!isSpace(text.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    /** The value that a text is, if it is JSON. */
    public static Optional<Json> json(String text) {
        try {
            return Optional.of(Json.parse(Bytes.of(text)));
        } catch (UnreadableException e) {
            return Optional.empty();
        }
    }

    /** The object that a text is, if it is one. */
    public static Optional<Json.Obj> object(String text) {
        int start = 0;
        while (start < text.length() && isSpace(text.charAt(start))) {
            start++;
        }
        // Free text, which is what arguments may be instead, is told apart without the cost of an exception.
        return start < text.length() && text.charAt(start) == '{'
                ? json(text).filter(Json.Obj.class::isInstance).map(Json.Obj.class::cast)
                : Optional.empty();
    }

    /** The texts inside JSON arguments, one per line; nothing when they are not JSON. */
    public static Optional<String> unescaped(String arguments) {
        return json(arguments).map(value -> {
            List<String> lines = new ArrayList<>();
            gather(value, lines);
            return String.join("\n", lines);
        });
    }

    private static void gather(Json value, List<String> lines) {
        switch (value) {
            case Json.Text text -> lines.add(text.value());
            case Json.Num number -> lines.add(Compact.number(number.digits()));
            case Json.Bool bool -> lines.add(bool.value() ? "True" : "False");
            case Json.Nil _ -> {}
            case Json.Arr array -> array.elements().forEach(element -> gather(element, lines));
            case Json.Obj object -> object.members().values().forEach(member -> gather(member, lines));
        }
    }
}
