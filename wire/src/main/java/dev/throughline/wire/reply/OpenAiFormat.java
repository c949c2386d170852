package dev.throughline.wire.reply;

import dev.throughline.model.Bytes;
import dev.throughline.model.Usage;
import dev.throughline.wire.json.JsonBuilder;
import dev.throughline.wire.json.RawObject;
import java.util.Optional;

/** The objects that both dialects of OpenAI have in common: errors and usage. */
public final class OpenAiFormat {
    private OpenAiFormat() {}

    /**
     * The body of an error.
     *
     * <pre>
     * {"error":{"message":"…","type":"invalid_request_error","param":null,"code":"…"}}
     * </pre>
     */
    public static Bytes error(int status, String code, String message) {
        Bytes none = Bytes.of("null");
        return JsonBuilder.object(
                "error",
                JsonBuilder.object("message", message, "type", errorType(status), "param", none, "code", code));
    }

    private static String errorType(int status) {
        if (status >= 500) {
            return "server_error";
        }
        return status == 429 ? "rate_limit_error" : "invalid_request_error";
    }

    /**
     * Writes a {@code usage}. {@code prompt} and {@code output} are the names under which a dialect counts them.
     *
     * <pre>
     * {"prompt_tokens":6,"prompt_tokens_details":{"cached_tokens":0},"completion_tokens":0,…,"total_tokens":6}
     * </pre>
     */
    public static Bytes usage(Usage usage, String prompt, String output) {
        return JsonBuilder.object(
                prompt,
                usage.prompt(),
                prompt + "_details",
                JsonBuilder.object("cached_tokens", usage.cacheRead()),
                output,
                usage.output(),
                output + "_details",
                JsonBuilder.object("reasoning_tokens", 0),
                "total_tokens",
                usage.prompt() + usage.output());
    }

    /**
     * Reads a {@code usage}, which counts what was read from the cache and written to it as prompt; in a {@link Usage}
     * the classes do not overlap. {@code prompt} and {@code output} are the names under which a dialect counts them.
     */
    public static Usage usage(RawObject usage, String prompt, String output) {
        Optional<RawObject> details = usage.object(prompt + "_details");
        long cached = details.map(found -> found.tokens("cached_tokens")).orElse(0L);
        long written = details.map(found -> found.tokens("cache_write_tokens")).orElse(0L);
        long input = Math.max(0, usage.tokens(prompt) - cached - written);
        return new Usage(input, cached, written, usage.tokens(output));
    }
}
