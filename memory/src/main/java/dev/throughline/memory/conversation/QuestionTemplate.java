package dev.throughline.memory.conversation;

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
import java.util.function.Supplier;

/**
 * A question to the helper model without its input.
 *
 * @param name one word for logs and counters
 * @param timeout for preparing the input and for all attempts together
 */
public record QuestionTemplate(
        HelperModel helper, String name, String instructions, AnswerSchema schema, int outputTokens, Duration timeout) {
    /** A question whose instructions and schema are the files {@code NAME.md} and {@code NAME.schema.json}. */
    public static QuestionTemplate of(
            HelperModel helper, Class<?> owner, String name, int outputTokens, Duration timeout) {
        AnswerSchema schema = new AnswerSchema(Bytes.of(TextResources.text(owner, name + ".schema.json")));
        return new QuestionTemplate(
                helper, name, TextResources.text(owner, name + ".md"), schema, outputTokens, timeout);
    }

    /** Asks the question on behalf of a session, unless the helper model is not available for it. */
    public <T> HelperAnswer<T> ask(SessionRef session, Supplier<String> input, Function<Json, T> reader) {
        if (!helper.isAvailable(session)) {
            return new HelperAnswer.None<>(HelperAnswer.NO_CALLER);
        }
        long start = System.nanoTime();
        String text = input.get();
        Duration left = timeout.minusNanos(System.nanoTime() - start);
        return helper.ask(session, new HelperQuestion<>(name, instructions, text, schema, reader, outputTokens, left));
    }
}
