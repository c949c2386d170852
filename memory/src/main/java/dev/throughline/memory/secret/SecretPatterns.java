package dev.throughline.memory.secret;

import dev.throughline.engine.helper.TextResources;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds secrets by regular expressions: tokens of several parts, and credentials in headers, addresses and options of a
 * few programs. {@code secret-patterns.txt} has them, one per line:
 *
 * <pre>
 *   cookie   password   ookie|OOKIE   \b(?:[Ss]et-|SET-)?…     kind, check, marks, expression
 * </pre>
 */
final class SecretPatterns {
    private static final Set<String> EXAMPLE_PASSWORDS =
            Set.of("password", "pass", "pwd", "passwd", "secret", "user", "token", "x-oauth-basic", "postgres");

    /** Whether a value is a secret, and not only an example of one. */
    private static final Map<String, Predicate<String>> CHECKS = Map.of(
            "token", value -> !SecretHeuristics.isExample(value),
            "password",
                    value -> !EXAMPLE_PASSWORDS.contains(value.toLowerCase(Locale.ROOT))
                            && !SecretHeuristics.hasNoValue(value),
            "key", value -> SecretHeuristics.isKey(value, /* isQuoted= */ true));

    private record SecretPattern(String kind, Predicate<String> isSecret, List<String> marks, Pattern pattern) {
        static SecretPattern of(String row) {
            String[] parts = row.split("\\s+", 4);
            return new SecretPattern(
                    parts[0],
                    Objects.requireNonNull(CHECKS.get(parts[1]), parts[1]),
                    List.of(parts[2].split("\\|", -1)),
                    Pattern.compile(parts[3]));
        }
    }

    private static final List<SecretPattern> PATTERNS = TextResources.rows(SecretPatterns.class, "secret-patterns.txt")
            .map(SecretPattern::of)
            .toList();

    private SecretPatterns() {}

    static void find(String text, List<Redaction.Secret> found) {
        for (SecretPattern each : PATTERNS) {
            Matcher matcher = each.pattern().matcher(text);
            int group = matcher.groupCount();
            boolean isPossible = each.marks().stream().anyMatch(text::contains);
            while (isPossible && matcher.find()) {
                if (each.isSecret().test(matcher.group(group))) {
                    found.add(new Redaction.Secret(matcher.start(group), matcher.end(group), each.kind()));
                }
            }
        }
    }
}
