package dev.throughline.app.flow;

import dev.throughline.app.learn.MemoryListener;
import dev.throughline.engine.archive.Recorded;
import dev.throughline.engine.edit.Outgoing;
import dev.throughline.engine.helper.Asked;
import dev.throughline.engine.helper.HelperListener;
import dev.throughline.engine.helper.HelperUpstream;
import dev.throughline.engine.recall.RecallTool;
import dev.throughline.engine.turn.FinishedTurn;
import dev.throughline.engine.turn.Inbound;
import dev.throughline.engine.turn.TurnEvent;
import dev.throughline.engine.turn.TurnListener;
import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import dev.throughline.model.ProxyException;
import dev.throughline.model.SessionRef;
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
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
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
 *   {"event":"rewritten_context","changed":true,"tokens_before":…,"tokens_after":…,"before":"…","after":"…"}
 *   {"event":"upstream_loop_iteration","iteration":1}
 *   {"event":"upstream_request","headers":{…},"body":"…"}
 *   {"event":"upstream_response","status":200,"body":"…"}
 *   {"event":"archive_recall","tool":"recall","arguments":"…","answer":"…","error":false}
 *   {"event":"round_complete","status":200,"millis":…,"usage":{…}}
 *   {"event":"bypass","reason":"…"}
 * </pre>
 *
 * <p>Prompts are in it on purpose, so the file is readable by its owner only; the values of headers that carry
 * credentials are not. {@code request} counts the requests of this process and ties the lines of one turn together.
 * Lines are written whole, one at a time.
 */
public final class FlowLog implements TurnListener, HelperListener, MemoryListener, AutoCloseable {
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
        if (event instanceof TurnEvent.Remembered) {
            return; // What is sent for it was told, and that it was kept is no step of its own.
        }
        Rounds.Round round = rounds.of(event);
        if (event instanceof TurnEvent.Sent sent) {
            line("upstream_loop_iteration", round, out -> out.writeNumberProperty("iteration", sent.call()));
        }
        line(word(event), round, out -> fields(out, event));
    }

    private void line(String word, Rounds.Round round, Consumer<JsonGenerator> fields) {
        StringWriter line = new StringWriter();
        try (JsonGenerator generator = json.createGenerator(ObjectWriteContext.empty(), line)) {
            generator.writeStartObject();
            generator.writeStringProperty("event", word);
            generator.writeStringProperty("time", clock.instant().toString());
            round.name().ifPresent(name -> generator.writeStringProperty("request", name));
            round.session().ifPresent(session -> generator.writeStringProperty("session", session));
            fields.accept(generator);
            generator.writeEndObject();
        }
        write(line.append('\n').toString());
    }

    @Override
    public void sent(SessionRef session, HelperUpstream.Request request) {
        line("structured_model_request", Rounds.beside(session), out -> {
            out.writeStringProperty("dialect", request.dialect().word());
            out.writeStringProperty("target", masked(request.target()));
            out.writeStringProperty("model", request.model());
            out.writeStringProperty("body", request.body().utf8());
        });
    }

    @Override
    public void said(SessionRef session, HelperUpstream.Said said) {
        line("structured_model_response", Rounds.beside(session), out -> {
            out.writeNumberProperty("status", said.status());
            out.writeStringProperty("body", said.body().utf8());
        });
    }

    @Override
    public void asked(SessionRef session, String question, String model, Asked<?> asked) {
        if (!asked.usage().equals(Usage.NONE)) {
            line("structured_model_usage", Rounds.beside(session), out -> {
                out.writeStringProperty("question", question);
                out.writeStringProperty("model", model);
                usage(out, asked.usage());
            });
        }
        if (asked instanceof Asked.None<?> none) {
            line("structured_model_skipped", Rounds.beside(session), out -> {
                out.writeStringProperty("question", question);
                out.writeStringProperty("reason", none.reason());
            });
        }
    }

    @Override
    public void loaded(SessionRef session, String block) {
        line("materialized_memory_loaded", Rounds.beside(session), out -> out.writeStringProperty("block", block));
    }

    @Override
    public void reading(SessionRef session, List<String> pieces) {
        line("memory_update_inputs", Rounds.beside(session), out -> texts(out, "pieces", pieces));
    }

    @Override
    public void updated(SessionRef session, List<String> outcomes, boolean isSaved) {
        line("memory_round_updated", Rounds.beside(session), out -> texts(out, "writers", outcomes));
        if (isSaved) {
            line("memory_state_saved", Rounds.beside(session), out -> texts(out, "writers", outcomes));
        }
    }

    private static void texts(JsonGenerator out, String name, List<String> texts) {
        out.writeName(name);
        out.writeStartArray();
        texts.forEach(out::writeString);
        out.writeEndArray();
    }

    private static String word(TurnEvent event) {
        return switch (event) {
            case TurnEvent.Arrived _ -> "incoming_request";
            case TurnEvent.Remembered _ -> "remembered";
            case TurnEvent.Edited _ -> "rewritten_context";
            case TurnEvent.Called called ->
                called.call().name().equals(RecallTool.NAME) ? "archive_recall" : "memory_recall";
            case TurnEvent.WentRound _ -> "bypass";
            case TurnEvent.Sent _ -> "upstream_request";
            case TurnEvent.Answered _ -> "upstream_response";
            case TurnEvent.Finished _ -> "round_complete";
        };
    }

    private static void fields(JsonGenerator out, TurnEvent event) {
        switch (event) {
            case TurnEvent.Arrived arrived -> request(out, arrived.inbound());
            case TurnEvent.Remembered _ -> {}
            case TurnEvent.Edited edited -> edited(out, edited);
            case TurnEvent.Called called -> {
                out.writeStringProperty("tool", called.call().name());
                out.writeStringProperty("arguments", called.call().arguments().utf8());
                out.writeStringProperty("answer", called.said().text());
                out.writeBooleanProperty("error", called.said().isError());
            }
            case TurnEvent.WentRound round -> out.writeStringProperty("reason", round.reason());
            case TurnEvent.Sent sent -> {
                out.writeStringProperty("target", masked(sent.request().target()));
                headers(out, sent.request().headers());
                out.writeNumberProperty("bytes", sent.request().body().length());
                sent(out, sent);
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
        headers(out, inbound.headers());
        body(out, inbound);
    }

    private static void headers(JsonGenerator out, Headers headers) {
        out.writeName("headers");
        out.writeStartObject();
        for (Headers.Header header : headers.all()) {
            boolean isSecret = isSecret(header.name());
            out.writeStringProperty(header.name(), isSecret ? "[redacted]" : header.value());
        }
        out.writeEndObject();
    }

    /** What went on: the client's own body where it went as it came, which may be compressed. */
    private static void sent(JsonGenerator out, TurnEvent.Sent sent) {
        if (sent.request().headers().has("content-encoding")) {
            body(out, sent.inbound());
        } else {
            out.writeStringProperty("body", sent.request().body().utf8());
        }
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

    private static void edited(JsonGenerator out, TurnEvent.Edited edited) {
        Recorded recorded = edited.recorded();
        Optional<Outgoing> outgoing = edited.outgoing();
        out.writeStringProperty("key", recorded.card().key().text());
        out.writeStringProperty("turn", recorded.turn().id().toString());
        out.writeStringProperty("purpose", recorded.turn().purpose().word());
        out.writeStringProperty("policy", outgoing.map(Outgoing::policy).orElse("off"));
        out.writeBooleanProperty("changed", outgoing.map(Outgoing::isEdited).orElse(false));
        Optional<Outgoing.Weight> weight = outgoing.map(Outgoing::weight);
        out.writeNumberProperty(
                "tokens_before", weight.map(Outgoing.Weight::untouched).orElse(recorded.tokens()));
        out.writeNumberProperty(
                "tokens_after", weight.map(Outgoing.Weight::tokens).orElse(recorded.tokens()));
        out.writeNumberProperty(
                "tokens_prefix", weight.map(Outgoing.Weight::prefix).orElse(recorded.prefixTokens()));
        outgoing.filter(Outgoing::isEdited).ifPresent(sent -> {
            out.writeStringProperty("before", recorded.turn().request().body().utf8());
            out.writeStringProperty("after", sent.body().utf8());
        });
    }

    private static void finished(JsonGenerator out, FinishedTurn turn) {
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
