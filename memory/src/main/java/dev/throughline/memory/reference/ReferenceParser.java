package dev.throughline.memory.reference;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the references to sessions in a message.
 *
 * <pre>
 *   Continue @@parser-work.                 the session with this name
 *   Continue @@"parser work", please        a name with spaces
 *   Continue @@parser-work~2                and its two ancestors
 *   Ask @@parser-work: which lexer did we take?   a question, until the end of the line
 * </pre>
 *
 * <p>Only the person's own words count, see {@link OwnWords}. A reference stands alone: a letter, a path or an operator
 * directly before or after it means that it is something else, such as a mail address or a variable.
 */
public final class ReferenceParser {
    /** The most references of one message that are read. */
    static final int MAX_READ = 32;

    private static final Pattern REFERENCE = Pattern.compile(
            // Not within a word, a path or a chain of @.
            "(?<![^\\s(\\[\\u2014\\u2013])"
                    + "@@(?:\"([^\"\\n\\u0000]{1," + SessionReference.MAX_NAME_CHARACTERS + "})\""
                    + "|([\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}_-]{0,98}[\\p{L}\\p{M}\\p{N}])?+))"
                    + "(?:~([0-9]))?"
                    // A question, or the end of the word.
                    + "(?:(:)(?=[ \\t]+\\S)|(?=[.,;:!?)\\]\\u2026]*(?:\\s|$))|(?='s\\s)|(?=[\\u2014\\u2013]))");

    /** What follows a variable in code. */
    private static final Pattern OPERATOR = Pattern.compile("^[ \\t]*(?:=|[-+*/|&^%]{1,2}=|<<|!=|<=|>=|<>)");

    private ReferenceParser() {}

    /** The references of a message in order. */
    public static List<SessionReference> parse(String message) {
        if (!message.contains("@@")) {
            return List.of();
        }
        String words = OwnWords.of(message);
        Matcher matcher = REFERENCE.matcher(words);
        List<SessionReference> found = new ArrayList<>();
        int from = 0;
        while (found.size() < MAX_READ && from <= words.length() && matcher.find(from)) {
            from = matcher.end();
            String name = matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
            if (!name.isBlank()
                    && !OPERATOR.matcher(words.substring(from, lineEnd(words, from)))
                            .find()) {
                int ancestors = matcher.group(3) == null ? 0 : Integer.parseInt(matcher.group(3));
                Optional<String> question =
                        matcher.group(4) == null ? Optional.empty() : question(message, words, from);
                found.add(new SessionReference(name.strip(), ancestors, question));
            }
        }
        return List.copyOf(found);
    }

    /** The rest of the line, until the next reference. */
    private static Optional<String> question(String message, String words, int from) {
        int end = lineEnd(words, from);
        Matcher next = REFERENCE.matcher(words);
        if (next.find(from)) {
            end = Math.min(end, next.start());
        }
        String question = message.substring(from, end).strip();
        boolean hasWord = question.codePoints().anyMatch(Character::isLetterOrDigit);
        int most = Math.min(question.length(), SessionReference.MAX_QUESTION_CHARACTERS);
        return hasWord ? Optional.of(question.substring(0, most)) : Optional.empty();
    }

    private static int lineEnd(String text, int from) {
        int end = text.indexOf('\n', from);
        return end < 0 ? text.length() : end;
    }
}
