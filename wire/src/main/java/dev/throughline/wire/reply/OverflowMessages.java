package dev.throughline.wire.reply;

import dev.throughline.wire.Overflow;
import dev.throughline.wire.json.RawObject;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The messages with which servers report that a request is too long for a model, and the positions of the numbers.
 *
 * <p>They are one list for all dialects, because servers that imitate a provider's shapes keep their own messages.
 * Messages about rates, such as "too many tokens per minute", are not among them.
 */
public final class OverflowMessages {
    /** The longest part of a message that is searched. */
    private static final int MOST_CHARACTERS = 4_096;

    private static final List<String> PHRASES = List.of(
            "prompt is too long",
            "prompt too long",
            "input is too long",
            "exceed context limit",
            "exceeds the context window",
            "exceed the context window",
            "exceeds the available context size",
            "maximum context length",
            "maximum prompt length",
            "maximum model length",
            "model's context length",
            "greater than the context length",
            "context window exceeds limit",
            "exceeds the maximum number of tokens allowed",
            "exceed the configured limit",
            "exceeded model token limit",
            "context_length_exceeded",
            "exceed_context_size",
            "`inputs` tokens + `max_new_tokens` must be <=",
            "reduce the length of the messages");

    /** The code or type of such errors. */
    private static final Set<String> CODES =
            Set.of("context_length_exceeded", "exceed_context_size_error", "context_window_exceeded");

    private static final String N = "([0-9][0-9,_]{0,18})";

    /** Each with the request's tokens as group {@code t} and the window as group {@code w}, if it contains both. */
    private static final List<Pattern> NUMBERS = List.of(
            pattern("<t> tokens > <w> maximum"),
            pattern("context limit: <t> \\+ [0-9,_]+ > <w>"),
            pattern("maximum (?:context|prompt) length (?:is|of) <w>(?: tokens)?.{0,80}?"
                    + "(?:resulted in|requested(?: about| a total of)?|contains) <t> tokens"),
            pattern("configured limit of <w> tokens.{0,80}?resulted in <t> tokens"),
            pattern("\\(<t> tokens\\).{0,60}?(?:context length|context size) \\(<w>"),
            pattern("length \\(?<t>\\)?.{0,40}?maximum (?:model|context) length (?:of )?\\(?<w>"),
            pattern("token count \\(<t>\\).{0,60}?allowed \\(<w>\\)"),
            pattern("contains <t> tokens.{0,60}?with <w> maximum"),
            pattern("token limit ?: <w> \\(requested: <t>\\)"),
            pattern("must be <= <w>\\. given: <t> `inputs`"),
            pattern("length is <t> while limit is <w>"),
            pattern("maximum (?:context|prompt|model) length (?:is|of) <w>"));

    private OverflowMessages() {}

    /**
     * The overflow that an error object in the shape of OpenAI reports; similar servers omit the code or use another.
     */
    public static Optional<Overflow> in(RawObject error) {
        String message = error.text("message").or(() -> error.text("detail")).orElse("");
        boolean isNamed = CODES.contains(error.text("code").orElse(""))
                || CODES.contains(error.text("type").orElse(""));
        if (!isNamed) {
            boolean isRate = error.text("code").orElse("").startsWith("rate_limit");
            return isRate ? Optional.empty() : in(message);
        }
        Overflow found = numbers(message);
        return Optional.of(new Overflow(
                found.tokens().isPresent() ? found.tokens() : error.number("n_prompt_tokens"),
                found.window().isPresent() ? found.window() : error.number("n_ctx")));
    }

    /** The overflow that this message reports; empty if it is about something else. */
    public static Optional<Overflow> in(String sentence) {
        String text = sentence.substring(0, Math.min(sentence.length(), MOST_CHARACTERS))
                .toLowerCase(Locale.ROOT);
        return PHRASES.stream().anyMatch(text::contains) ? Optional.of(numbers(text)) : Optional.empty();
    }

    /** The numbers in a message that is known to be about an overflow. */
    public static Overflow numbers(String sentence) {
        String text = sentence.substring(0, Math.min(sentence.length(), MOST_CHARACTERS))
                .toLowerCase(Locale.ROOT);
        for (Pattern pattern : NUMBERS) {
            Matcher matcher = pattern.matcher(text);
            if (matcher.find()) {
                return new Overflow(group(matcher, "t"), group(matcher, "w"));
            }
        }
        return new Overflow(OptionalLong.empty(), OptionalLong.empty());
    }

    private static Pattern pattern(String sentence) {
        return Pattern.compile(
                sentence.replace("<t>", "(?<t>" + N + ")").replace("<w>", "(?<w>" + N + ")"), Pattern.DOTALL);
    }

    private static OptionalLong group(Matcher matcher, String name) {
        if (!matcher.namedGroups().containsKey(name) || matcher.group(name) == null) {
            return OptionalLong.empty();
        }
        String digits = matcher.group(name).replace(",", "").replace("_", "");
        return digits.length() > 18 ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(digits));
    }
}
