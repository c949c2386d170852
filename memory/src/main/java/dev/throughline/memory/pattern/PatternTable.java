package dev.throughline.memory.pattern;

import dev.throughline.engine.helper.TextResources;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Regular expressions with many words of several languages, in a resource file next to the class that uses them. Each
 * line has a name and an expression:
 *
 * <pre>
 *   thing      ([\p{L}\p{N}]+(?: [\p{L}\p{N}]+){0,4}?)
 *   rejected   \bnot {thing}(?=,? but\b)
 *   rejected   \bnicht {thing}(?=,? sondern\b)
 * </pre>
 *
 * <p>Lines with the same name are alternatives. A name in braces stands for the expression of that name above it.
 */
public final class PatternTable {
    private final Map<String, String> expressions = new LinkedHashMap<>();

    public PatternTable(Class<?> owner, String file) {
        TextResources.rows(owner, file).forEach(row -> {
            String[] parts = row.split("\\s+", 2);
            expressions.merge(parts[0], expanded(parts[1]), (before, next) -> before + "|" + next);
        });
    }

    private String expanded(String expression) {
        String expanded = expression;
        for (Map.Entry<String, String> named : expressions.entrySet()) {
            expanded = expanded.replace("{" + named.getKey() + "}", "(?:" + named.getValue() + ")");
        }
        return expanded;
    }

    /** The pattern with a name. Case is ignored. */
    public Pattern pattern(String name) {
        return compiled(name, Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
    }

    /** The pattern with a name. Case counts, because capital letters show names. */
    public Pattern caseSensitive(String name) {
        return compiled(name, 0);
    }

    private Pattern compiled(String name, int flags) {
        String expression = expressions.get(name);
        if (expression == null) {
            throw new IllegalArgumentException("expected the name of a pattern, found '" + name + "'");
        }
        return Pattern.compile(expression, flags);
    }
}
