package dev.throughline.wire.ask;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.wire.RawJson;
import java.util.regex.Pattern;

/**
 * A request of ours without a history: instructions, one message of a user, and a limit for the answer.
 *
 * <p>It always asks for a stream. Some servers take nothing else, and a reply that flows is not taken for dead by what
 * stands in between.
 *
 * @param outputTokens the most that the answer may have; 0 leaves it to the server
 */
public record FreshRequest(String model, String instructions, String input, int outputTokens) {
    /** Messages wants a limit; this is one that every model allows. */
    private static final int USUAL_OUTPUT_TOKENS = 4_096;

    /** Models that know the limit of a chat by its newer name alone. */
    private static final Pattern NEWER_CHAT_MODELS = Pattern.compile("(?:o[0-9]|gpt-[5-9]).*");

    /** Where such a request is sent. */
    public static String target(Dialect dialect) {
        return switch (dialect) {
            case RESPONSES -> "/v1/responses";
            case CHAT -> "/v1/chat/completions";
            case MESSAGES -> "/v1/messages";
        };
    }

    /** The request as bytes. */
    public Bytes body(Dialect dialect) {
        RawJson body = new RawJson().add("{").member("model", RawJson.quoted(model));
        body.member("stream", Bytes.of("true"));
        switch (dialect) {
            case RESPONSES -> responses(body);
            case CHAT -> chat(body);
            case MESSAGES -> messages(body);
        }
        return body.add("}").toBytes();
    }

    private void responses(RawJson body) {
        Bytes content = new RawJson()
                .add("[{\"type\":\"message\",\"role\":\"user\",\"content\":[{\"type\":\"input_text\",\"text\":")
                .add(RawJson.quoted(input))
                .add("}]}]")
                .toBytes();
        body.member("store", Bytes.of("false"));
        body.member("instructions", RawJson.quoted(instructions)).member("input", content);
        if (outputTokens > 0) {
            body.member("max_output_tokens", number(outputTokens));
        }
    }

    private void chat(RawJson body) {
        Bytes messages = new RawJson()
                .add("[{\"role\":\"system\",\"content\":")
                .add(RawJson.quoted(instructions))
                .add("},{\"role\":\"user\",\"content\":")
                .add(RawJson.quoted(input))
                .add("}]")
                .toBytes();
        body.member("stream_options", Bytes.of("{\"include_usage\":true}")).member("messages", messages);
        if (outputTokens > 0) {
            boolean isNewer = NEWER_CHAT_MODELS.matcher(model).matches();
            body.member(isNewer ? "max_completion_tokens" : "max_tokens", number(outputTokens));
        }
    }

    private void messages(RawJson body) {
        Bytes messages = new RawJson()
                .add("[{\"role\":\"user\",\"content\":")
                .add(RawJson.quoted(input))
                .add("}]")
                .toBytes();
        body.member("max_tokens", number(outputTokens > 0 ? outputTokens : USUAL_OUTPUT_TOKENS));
        body.member("system", RawJson.quoted(instructions)).member("messages", messages);
    }

    private static Bytes number(int value) {
        return Bytes.of(Integer.toString(value));
    }
}
