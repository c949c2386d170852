package dev.throughline.testkit.model;

import dev.throughline.model.Dialect;
import dev.throughline.model.Headers;
import dev.throughline.model.Usage;
import dev.throughline.testkit.model.cache.Prompt;
import dev.throughline.testkit.model.cache.PromptCache;
import dev.throughline.testkit.model.shape.Fault;
import dev.throughline.testkit.model.shape.Json;
import dev.throughline.testkit.model.shape.Objection;
import dev.throughline.testkit.model.shape.Rules;
import dev.throughline.testkit.model.shape.Seal;
import dev.throughline.testkit.model.write.Answer;
import dev.throughline.testkit.model.write.Delivery;
import dev.throughline.testkit.model.write.Events;
import dev.throughline.testkit.model.write.Part;
import dev.throughline.testkit.model.write.Provider;
import dev.throughline.testkit.model.write.Terms;
import dev.throughline.testkit.model.write.Writer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * One request on its way to its answer, in blocking style on a thread of its own: read it, check it as the provider
 * would, charge for it, ask the script, write the answer.
 */
final class Exchange {
    private static final String EVENT_STREAM = "text/event-stream; charset=utf-8";
    static final String JSON = "application/json";

    private final Options options;
    private final Seal seal;
    private final PromptCache cache;
    private final Received received;
    private final Line line;

    Exchange(House house, Received received, Line line) {
        options = house.options();
        seal = house.seal();
        cache = house.cache();
        this.received = received;
        this.line = line;
    }

    /** What all exchanges of a server share. */
    record House(Options options, Seal seal, PromptCache cache) {}

    void run() {
        Endpoint endpoint = Endpoint.of(received);
        try {
            if (options.strictness() == Options.Strictness.STRICT) {
                Manners.checkKey(endpoint.provider(), received.headers());
            }
            switch (endpoint) {
                case RESPONSES -> answer(Dialect.RESPONSES);
                case CHAT -> answer(Dialect.CHAT);
                case MESSAGES -> answer(Dialect.MESSAGES);
                case COMPACT -> compact();
                case INPUT_TOKENS ->
                    document(
                            200,
                            Json.object()
                                    .put("object", "response.input_tokens")
                                    .put("input_tokens", count(Dialect.RESPONSES)));
                case COUNT_TOKENS -> document(200, Json.object().put("input_tokens", count(Dialect.MESSAGES)));
                case UPGRADE -> document(options.upgradeStatus(), Fixtures.upgrade());
                case OPENAI_MODELS -> document(200, Fixtures.openAiModels(options.models()));
                case ANTHROPIC_MODELS -> document(200, Fixtures.anthropicModels(options.models()));
                case EMBEDDINGS -> document(200, Fixtures.embeddings(read(Dialect.RESPONSES)));
                case UNKNOWN_OPENAI, UNKNOWN_ANTHROPIC ->
                    throw new Objection(Manners.notFound(endpoint.provider(), received));
            }
        } catch (Objection objection) {
            fail(endpoint.provider(), objection.fault(), Delivery.PLAIN);
        }
    }

    private void answer(Dialect dialect) {
        Provider provider = Provider.of(dialect);
        JsonNode body = read(dialect);
        if (options.strictness() == Options.Strictness.STRICT && received.isReadable()) {
            Rules.of(dialect, seal).check(body, received.headers());
        }
        Manners.checkModel(provider, Json.text(body, "model"), options.models());
        Asked asked = new Asked(received, dialect, body);
        Prompt prompt = Prompt.of(dialect, body);
        if (prompt.tokens() > options.window()) {
            overflow(asked, prompt.tokens());
            return;
        }
        Usage input = cache.charge(Manners.owner(received.headers(), Json.text(body, "model")), dialect, prompt);
        deliver(asked, options.script().answer(asked), input);
    }

    private void overflow(Asked asked, long tokens) {
        Fault fault = Manners.overflow(asked.dialect(), tokens, options.window());
        boolean asEvent = asked.streams() && options.overflow() == Options.Overflow.FAILED_EVENT;
        if (!asEvent) {
            throw new Objection(fault);
        }
        deliver(asked, Answer.broken(fault), Usage.NONE);
    }

    private void deliver(Asked asked, Answer answer, Usage input) {
        Writer writer = Writer.of(asked.dialect());
        switch (answer) {
            case Answer.Said said -> {
                Terms terms = terms(asked.body(), billed(input, Part.tokens(said.parts())));
                received.bill(terms.usage());
                if (asked.streams()) {
                    stream(said.delivery(), asked.dialect(), outlet -> writer.stream(said, terms, outlet));
                } else {
                    document(200, writer.whole(said, terms), said.delivery());
                }
            }
            case Answer.Broken broken -> {
                if (asked.streams()) {
                    Terms terms = terms(asked.body(), billed(input, Part.tokens(broken.parts())));
                    received.bill(terms.usage());
                    stream(
                            broken.delivery(),
                            asked.dialect(),
                            outlet -> writer.streamBroken(broken.parts(), broken.fault(), terms, outlet));
                } else {
                    fail(Provider.of(asked.dialect()), broken.fault(), broken.delivery());
                }
            }
            case Answer.Failed(Fault fault, Delivery delivery) -> fail(Provider.of(asked.dialect()), fault, delivery);
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

    private void stream(Delivery delivery, Dialect dialect, Consumer<Events> story) {
        received.answeredWith(200);
        Headers headers = Manners.headers(Provider.of(dialect), seed())
                .and("content-type", EVENT_STREAM)
                .and("cache-control", "no-cache");
        outlet(delivery).stream(headers, story);
    }

    private void compact() {
        JsonNode body = read(Dialect.RESPONSES);
        if (options.strictness() == Options.Strictness.STRICT && received.isReadable()) {
            Rules.of(Dialect.RESPONSES, seal).check(body, received.headers());
        }
        Usage usage = cache.charge(
                Manners.owner(received.headers(), Json.text(body, "model")),
                Dialect.RESPONSES,
                Prompt.of(Dialect.RESPONSES, body));
        received.bill(usage);
        document(200, Writer.compacted(terms(body, usage)));
    }

    private long count(Dialect dialect) {
        JsonNode body = read(dialect);
        if (options.strictness() == Options.Strictness.STRICT && received.isReadable()) {
            Rules.ofCount(dialect, seal).check(body, received.headers());
        }
        Manners.checkModel(Provider.of(dialect), Json.text(body, "model"), options.models());
        return Prompt.of(dialect, body).tokens();
    }

    /** The body as a tree; an empty one if it came in an encoding that is answered unread. */
    private JsonNode read(Dialect dialect) {
        if (!received.isReadable()) {
            return Json.object();
        }
        try {
            JsonNode body = received.json();
            if (body.isObject()) {
                return body;
            }
        } catch (JacksonException | IOException unreadable) {
            throw new Objection(Manners.notJson(Provider.of(dialect), unreadable));
        }
        throw new Objection(Manners.notJson(Provider.of(dialect), new IOException("expected an object")));
    }

    private void fail(Provider provider, Fault fault, Delivery delivery) {
        document(fault.status(), Writer.error(provider, fault, "req_" + seed()), delivery);
    }

    private void document(int status, JsonNode document) {
        document(status, document, Delivery.PLAIN);
    }

    private void document(int status, JsonNode document, Delivery delivery) {
        received.answeredWith(status);
        Headers headers =
                Manners.headers(Endpoint.of(received).provider(), seed()).and("content-type", JSON);
        outlet(delivery).document(status, headers, Json.write(document).getBytes(StandardCharsets.UTF_8));
    }

    private Outlet outlet(Delivery delivery) {
        boolean takesGzip =
                received.headers().first("accept-encoding").orElse("").contains("gzip");
        return new Outlet(line, delivery, takesGzip);
    }

    private Terms terms(JsonNode body, Usage usage) {
        return new Terms(seed(), body, usage, received.arrived(), seal);
    }

    /**
     * The name from which all ids of this answer are derived. It depends on the body, so that a server that was started
     * again does not repeat the ids of the one before in the same session.
     */
    private String seed() {
        return received.body().hash().toString().replaceAll("[^a-z0-9]", "") + received.number();
    }
}
