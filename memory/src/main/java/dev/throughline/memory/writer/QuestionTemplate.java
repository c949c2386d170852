package dev.throughline.memory.writer;

import dev.throughline.engine.helper.AnswerSchema;
import dev.throughline.engine.helper.HelperAnswer;
import dev.throughline.engine.helper.HelperModel;
import dev.throughline.engine.helper.HelperQuestion;
import dev.throughline.engine.helper.TextResources;
import dev.throughline.model.Bytes;
import dev.throughline.model.SessionRef;
import dev.throughline.wire.json.Json;
import java.time.Duration;
import java.util.function.Function;

/**
 * A question to the helper model without its input.
 *
 * @param name one word for logs and counters
 * @param timeout for all attempts together
 */
public record QuestionTemplate(
        String name, String instructions, AnswerSchema schema, int outputTokens, Duration timeout) {
    /** A template whose instructions and schema are the files {@code FILE.md} and {@code FILE.schema.json}. */
    public static QuestionTemplate of(Class<?> owner, String file, String name, int outputTokens, Duration timeout) {
        return new QuestionTemplate(
                name,
                TextResources.text(owner, file + ".md"),
                new AnswerSchema(Bytes.of(TextResources.text(owner, file + ".schema.json"))),
                outputTokens,
                timeout);
    }

    /** Asks the question on behalf of a session. */
    public <T> HelperAnswer<T> ask(HelperModel helper, SessionRef session, String input, Function<Json, T> reader) {
        return helper.ask(
                session, new HelperQuestion<>(name, instructions, input, schema, reader, outputTokens, timeout));
    }
}
