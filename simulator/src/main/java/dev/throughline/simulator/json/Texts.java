package dev.throughline.simulator.json;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Length and spaces of texts as the figures count them, and what a reader sees in the arguments of a tool. */
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

    /** The texts inside JSON arguments, one per line; nothing when they are not JSON. */
    public static Optional<String> unescaped(String arguments) {
        return JsonNodes.parse(arguments).map(value -> {
            List<String> lines = new ArrayList<>();
            gather(value, lines);
            return String.join("\n", lines);
        });
    }

    private static void gather(JsonNode value, List<String> lines) {
        if (value.isString()) {
            lines.add(value.stringValue());
        } else if (value.isNumber()) {
            lines.add(JsonNodes.write(value));
        } else if (value.isBoolean()) {
            lines.add(value.booleanValue() ? "True" : "False");
        } else {
            value.values().forEach(element -> gather(element, lines));
        }
    }
}
