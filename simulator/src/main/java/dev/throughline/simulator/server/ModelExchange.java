package dev.throughline.simulator.server;

import dev.throughline.model.Headers;
import dev.throughline.model.Usage;
import dev.throughline.simulator.answer.Answer;
import dev.throughline.simulator.answer.AnswerPart;
import dev.throughline.simulator.answer.AnswerWriter;
import dev.throughline.simulator.answer.AnsweredRequest;
import dev.throughline.simulator.answer.Delivery;
import dev.throughline.simulator.answer.EventSink;
import dev.throughline.simulator.answer.Provider;
import dev.throughline.simulator.dialect.SimulatedDialect;
import dev.throughline.simulator.json.JsonNodes;
import dev.throughline.simulator.prompt.Prompt;
import dev.throughline.simulator.prompt.PromptCache;
import dev.throughline.simulator.validation.ProviderError;
import dev.throughline.simulator.validation.RequestRefusedException;
import dev.throughline.simulator.validation.RequestValidator;
import dev.throughline.simulator.validation.ValueSigner;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * One request on its way to its answer, in blocking style on a thread of its own: read it, check it as the provider
 * would, charge for it, ask the script, write the answer.
 */
final class ModelExchange {
    private static final String EVENT_STREAM = "text/event-stream; charset=utf-8";
    static final String JSON = "application/json";
    static final double MILLIS = 1000;

    private final ModelOptions options;
    private final ValueSigner signer;
    private final PromptCache cache;
    private final ReceivedRequest received;
    private final Connection line;

    ModelExchange(Shared shared, ReceivedRequest received, Connection line) {
        options = shared.options();
        signer = shared.signer();
        cache = shared.cache();
        this.received = received;
        this.line = line;
    }

    /** What all exchanges of a server share. */
    record Shared(ModelOptions options, ValueSigner signer, PromptCache cache) {}

    void run() {
        Endpoint endpoint = Endpoint.of(received);
        try {
            if (options.strictness() == ModelOptions.Strictness.STRICT) {
                ProviderHabits.checkKey(endpoint.provider(), received.headers());
            }
            switch (endpoint) {
                case RESPONSES -> answer(SimulatedDialect.RESPONSES);
                case CHAT -> answer(SimulatedDialect.CHAT);
                case MESSAGES -> answer(SimulatedDialect.MESSAGES);
                case COMPACT -> compact();
                case INPUT_TOKENS ->
                    document(
                            200,
                            JsonNodes.object()
                                    .put("object", "response.input_tokens")
                                    .put("input_tokens", count(SimulatedDialect.RESPONSES)));
                case COUNT_TOKENS ->
                    document(200, JsonNodes.object().put("input_tokens", count(SimulatedDialect.MESSAGES)));
                case UPGRADE -> document(options.upgradeStatus(), Fixtures.upgrade());
                case OPENAI_MODELS -> document(200, Fixtures.openAiModels(options.models()));
                case ANTHROPIC_MODELS -> document(200, Fixtures.anthropicModels(options.models()));
                case EMBEDDINGS -> document(200, Fixtures.embeddings(read(SimulatedDialect.RESPONSES)));
                case UNKNOWN_OPENAI, UNKNOWN_ANTHROPIC ->
                    throw new RequestRefusedException(ProviderHabits.notFound(endpoint.provider(), received));
            }
        } catch (RequestRefusedException refused) {
            fail(endpoint.provider(), refused.error(), Delivery.PLAIN);
        }
    }

    private void answer(SimulatedDialect dialect) {
        Provider provider = Provider.of(dialect);
        JsonNode body = read(dialect);
        if (options.strictness() == ModelOptions.Strictness.STRICT && received.isReadable()) {
            RequestValidator.of(dialect, signer).check(body, received.headers());
        }
        ProviderHabits.checkModel(provider, JsonNodes.text(body, "model"), options.models());
        ModelRequest asked = new ModelRequest(received, dialect, body);
        Prompt prompt = Prompt.of(dialect, body);
        if (prompt.tokens() > options.window()) {
            overflow(asked, prompt.tokens());
            return;
        }
        deliver(asked, options.script().answer(asked), charge(dialect, body, prompt));
    }

    private Usage charge(SimulatedDialect dialect, JsonNode body, Prompt prompt) {
        String owner = ProviderHabits.owner(received.headers(), JsonNodes.text(body, "model"));
        double now = options.clock().millis() / MILLIS;
        return cache.charge(prompt, PromptCache.Reading.of(dialect), now, owner).usage(dialect);
    }

    private void overflow(ModelRequest asked, long tokens) {
        ProviderError error = ProviderError.overflow(asked.dialect(), tokens, options.window());
        boolean asEvent = asked.streams() && options.overflow() == ModelOptions.Overflow.FAILED_EVENT;
        if (!asEvent) {
            throw new RequestRefusedException(error);
        }
        deliver(asked, Answer.broken(error), Usage.NONE);
    }

    private void deliver(ModelRequest asked, Answer answer, Usage input) {
        AnswerWriter writer = AnswerWriter.of(asked.dialect());
        switch (answer) {
            case Answer.Said said -> {
                AnsweredRequest answered = answered(asked.body(), billed(input, AnswerPart.tokens(said.parts())));
                received.bill(answered.usage());
                if (asked.streams()) {
                    stream(said.delivery(), asked.dialect(), outlet -> writer.stream(said, answered, outlet));
                } else {
                    document(200, writer.whole(said, answered), said.delivery());
                }
            }
            case Answer.Broken broken -> {
                if (asked.streams()) {
                    AnsweredRequest answered = answered(asked.body(), billed(input, AnswerPart.tokens(broken.parts())));
                    received.bill(answered.usage());
                    stream(
                            broken.delivery(),
                            asked.dialect(),
                            outlet -> writer.streamBroken(broken.parts(), broken.error(), answered, outlet));
                } else {
                    fail(Provider.of(asked.dialect()), broken.error(), broken.delivery());
                }
            }
            case Answer.Failed(ProviderError error, Delivery delivery) ->
                fail(Provider.of(asked.dialect()), error, delivery);
            case Answer.Raw raw -> {
                received.answeredWith(raw.status());
                outlet(raw.delivery())
                        .document(
                                raw.status(),
                                Headers.of("content-type", raw.contentType()),
                                raw.body().toArray());
            }
            case Answer.Garbage garbage -> {
                line.garbage(garbage.bytes());
                throw line.cut(Delivery.Manner.CLOSE);
            }
        }
    }

    private static Usage billed(Usage input, long output) {
        return input.plus(new Usage(0, 0, 0, output));
    }

    private void stream(Delivery delivery, SimulatedDialect dialect, Consumer<EventSink> story) {
        received.answeredWith(200);
        Headers headers = ProviderHabits.headers(Provider.of(dialect), seed())
                .and("content-type", EVENT_STREAM)
                .and("cache-control", "no-cache");
        outlet(delivery).stream(headers, story);
    }

    private void compact() {
        JsonNode body = read(SimulatedDialect.RESPONSES);
        if (options.strictness() == ModelOptions.Strictness.STRICT && received.isReadable()) {
            RequestValidator.of(SimulatedDialect.RESPONSES, signer).check(body, received.headers());
        }
        Usage usage = charge(SimulatedDialect.RESPONSES, body, Prompt.of(SimulatedDialect.RESPONSES, body));
        received.bill(usage);
        document(200, AnswerWriter.compacted(answered(body, usage)));
    }

    private long count(SimulatedDialect dialect) {
        JsonNode body = read(dialect);
        if (options.strictness() == ModelOptions.Strictness.STRICT && received.isReadable()) {
            RequestValidator.ofCount(dialect, signer).check(body, received.headers());
        }
        ProviderHabits.checkModel(Provider.of(dialect), JsonNodes.text(body, "model"), options.models());
        return Prompt.of(dialect, body).uncharged().usage(dialect).prompt();
    }

    /** The body as a tree; an empty one if it came in an encoding that is answered unread. */
    private JsonNode read(SimulatedDialect dialect) {
        if (!received.isReadable()) {
            return JsonNodes.object();
        }
        try {
            JsonNode body = received.json();
            if (body.isObject()) {
                return body;
            }
        } catch (JacksonException | IOException unreadable) {
            throw new RequestRefusedException(ProviderHabits.notJson(Provider.of(dialect), unreadable));
        }
        throw new RequestRefusedException(
                ProviderHabits.notJson(Provider.of(dialect), new IOException("expected an object")));
    }

    private void fail(Provider provider, ProviderError error, Delivery delivery) {
        document(error.status(), AnswerWriter.error(provider, error, "req_" + seed()), delivery);
    }

    private void document(int status, JsonNode document) {
        document(status, document, Delivery.PLAIN);
    }

    private void document(int status, JsonNode document, Delivery delivery) {
        received.answeredWith(status);
        Headers headers =
                ProviderHabits.headers(Endpoint.of(received).provider(), seed()).and("content-type", JSON);
        outlet(delivery).document(status, headers, JsonNodes.write(document).getBytes(StandardCharsets.UTF_8));
    }

    private ReplySender outlet(Delivery delivery) {
        boolean takesGzip =
                received.headers().first("accept-encoding").orElse("").contains("gzip");
        return new ReplySender(line, delivery, takesGzip);
    }

    private AnsweredRequest answered(JsonNode body, Usage usage) {
        return AnsweredRequest.of(seed(), body, usage, received.arrived(), signer);
    }

    /**
     * The name from which all ids of this answer are derived. It depends on the body, so that a server that was started
     * again does not repeat the ids of the one before in the same session.
     */
    private String seed() {
        return received.body().hash().toString().replaceAll("[^a-z0-9]", "") + received.number();
    }
}
