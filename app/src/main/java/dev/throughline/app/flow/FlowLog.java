package dev.throughline.app.flow;

import dev.throughline.engine.archive.Recorded;
import dev.throughline.engine.turn.FinishedTurn;
import dev.throughline.engine.turn.Inbound;
import dev.throughline.engine.turn.TurnEvent;
import dev.throughline.engine.turn.TurnListener;
import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import dev.throughline.model.ProxyException;
import dev.throughline.model.Usage;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Writes the data-flow log, one event a line:
 *
 * <pre>
 *
 *   {"event":"incoming_request","time":"…","request":"r1","dialect":"responses","target":"/v1/responses","headers":{…},"body":"…"}
 *   {"event":"upstream_request", …}
 *   {"event":"rewritten_context","session":"…","changed":false,"tokens_before":…,"tokens_after":…}
 *   {"event":"upstream_response","status":200,"body":"…"}
 *   {"event":"round_complete","status":200,"millis":…,"usage":{…}}
 *   {"event":"bypass","reason":"…"}
 * </pre>
 *
 * <p>Prompts are in it on purpose, so the file is readable by its owner only; the values of headers that carry
 * credentials are not. {@code request} counts the requests of this process and ties the lines of one turn together.
 * Lines are written whole, one at a time.
 */
public final class FlowLog implements TurnListener, AutoCloseable {
    private static final Pattern CREDENTIAL = Pattern.compile("key|token|secret|auth|cookie|credential|password");
    private static final Pattern QUERY_VALUE = Pattern.compile("([?&][^=&]*)=[^&]*");

    private final JsonFactory json = new JsonFactory();
    private final Clock clock;
    private final OutputStream out;
    private final Rounds rounds = new Rounds();

    public FlowLog(Path file, Clock clock) throws IOException {
        this.clock = clock;
        if (Files.notExists(file)) {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        }
        this.out = Files.newOutputStream(file, StandardOpenOption.APPEND);
    }

    @Override
    public boolean wantsReplies() {
        return true;
    }

    @Override
    public void on(TurnEvent event) {
        StringWriter line = new StringWriter();
        try (JsonGenerator generator = json.createGenerator(ObjectWriteContext.empty(), line)) {
            generator.writeStartObject();
            generator.writeStringProperty("event", word(event));
            generator.writeStringProperty("time", clock.instant().toString());
            generator.writeStringProperty("request", rounds.name(event));
            fields(generator, event);
            generator.writeEndObject();
        }
        write(line.append('\n').toString());
    }

    private static String word(TurnEvent event) {
        return switch (event) {
            case TurnEvent.Arrived _ -> "incoming_request";
            case TurnEvent.Remembered _ -> "rewritten_context";
            case TurnEvent.WentRound _ -> "bypass";
            case TurnEvent.Sent _ -> "upstream_request";
            case TurnEvent.Answered _ -> "upstream_response";
            case TurnEvent.Finished _ -> "round_complete";
        };
    }

    private static void fields(JsonGenerator out, TurnEvent event) {
        switch (event) {
            case TurnEvent.Arrived arrived -> request(out, arrived.inbound());
            case TurnEvent.Remembered remembered -> remembered(out, remembered.recorded());
            case TurnEvent.WentRound round -> out.writeStringProperty("reason", round.reason());
            case TurnEvent.Sent sent -> {
                out.writeStringProperty("target", masked(sent.request().target()));
                out.writeNumberProperty("bytes", sent.request().body().length());
            }
            case TurnEvent.Answered answered -> {
                out.writeNumberProperty("status", answered.status());
                out.writeStringProperty("body", answered.body().utf8());
            }
            case TurnEvent.Finished finished -> finished(out, finished.turn());
        }
    }

    private static void request(JsonGenerator out, Inbound inbound) {
        out.writeStringProperty("dialect", inbound.dialect().word());
        out.writeStringProperty("method", inbound.method());
        out.writeStringProperty("target", masked(inbound.target()));
        out.writeName("headers");
        out.writeStartObject();
        for (Headers.Header header : inbound.headers().all()) {
            boolean isSecret = isSecret(header.name());
            out.writeStringProperty(header.name(), isSecret ? "[redacted]" : header.value());
        }
        out.writeEndObject();
        body(out, inbound);
    }

    private static void body(JsonGenerator out, Inbound inbound) {
        boolean isEncoded = inbound.headers().has("content-encoding");
        try {
            Bytes body = isEncoded ? inbound.plain().get() : inbound.body();
            out.writeStringProperty("body", body.utf8());
        } catch (ProxyException e) {
            out.writeStringProperty("body_unreadable", e.sentence());
        }
    }

    private static boolean isSecret(String name) {
        return CREDENTIAL.matcher(name.toLowerCase(Locale.ROOT)).find();
    }

    /** A target whose query values are masked where their name sounds like a credential. */
    private static String masked(String target) {
        return QUERY_VALUE
                .matcher(target)
                .replaceAll(query -> isSecret(query.group(1))
                        ? Matcher.quoteReplacement(query.group(1) + "=[redacted]")
                        : Matcher.quoteReplacement(query.group()));
    }

    private static void remembered(JsonGenerator out, Recorded recorded) {
        out.writeStringProperty("session", recorded.card().ref().id().toString());
        out.writeStringProperty("key", recorded.card().key().text());
        out.writeStringProperty("turn", recorded.turn().id().toString());
        out.writeStringProperty("purpose", recorded.turn().purpose().word());
        out.writeBooleanProperty("changed", false);
        out.writeNumberProperty("tokens_before", recorded.tokens());
        out.writeNumberProperty("tokens_after", recorded.tokens());
        out.writeNumberProperty("tokens_prefix", recorded.prefixTokens());
    }

    private static void finished(JsonGenerator out, FinishedTurn turn) {
        turn.recorded()
                .ifPresent(recorded -> out.writeStringProperty(
                        "session", recorded.card().ref().id().toString()));
        out.writeNumberProperty("status", turn.status());
        out.writeStringProperty("outcome", turn.outcome().name().toLowerCase(Locale.ROOT));
        out.writeNumberProperty("millis_to_head", turn.toHead().toMillis());
        out.writeNumberProperty("millis", turn.total().toMillis());
        turn.reply().flatMap(reply -> reply.usage()).ifPresent(usage -> usage(out, usage));
    }

    private static void usage(JsonGenerator out, Usage usage) {
        out.writeName("usage");
        out.writeStartObject();
        out.writeNumberProperty("input", usage.input());
        out.writeNumberProperty("cache_read", usage.cacheRead());
        out.writeNumberProperty("cache_write", usage.cacheWrite());
        out.writeNumberProperty("output", usage.output());
        out.writeEndObject();
    }

    private synchronized void write(String line) {
        try {
            out.write(line.getBytes(StandardCharsets.UTF_8));
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("the flow log cannot be written", e);
        }
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
