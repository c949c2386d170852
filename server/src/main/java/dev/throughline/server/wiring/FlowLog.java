package dev.throughline.server.wiring;

import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.engine.edit.PromptToSend;
import dev.throughline.engine.helper.HelperAnswer;
import dev.throughline.engine.helper.HelperListener;
import dev.throughline.engine.helper.HelperUpstream;
import dev.throughline.engine.recall.RecallTool;
import dev.throughline.engine.turn.Inbound;
import dev.throughline.engine.turn.TurnEvent;
import dev.throughline.engine.turn.TurnListener;
import dev.throughline.files.PrivateFiles;
import dev.throughline.memory.metadata.IndexAttempt;
import dev.throughline.memory.session.MemoryListener;
import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import dev.throughline.model.ProxyException;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Usage;
import dev.throughline.server.json.ViewJson;
import dev.throughline.workingset.price.PriceTable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes the data-flow log, one event per line:
 *
 * <pre>
 *   {"event":"incoming_request","time":"…","request":"r1","dialect":"responses","target":"/v1/responses","headers":{…},"body":"…"}
 *   {"event":"rewritten_context","changed":true,"tokens_before":…,"tokens_after":…,"before":"…","after":"…"}
 *   {"event":"upstream_loop_iteration","iteration":1}
 *   {"event":"upstream_request","headers":{…},"body":"…"}
 *   {"event":"upstream_response","status":200,"body":"…"}
 *   {"event":"archive_recall","tool":"recall","arguments":"…","answer":"…","error":false}
 *   {"event":"round_complete","status":200,"millis":…,"usage":{…}}
 *   {"event":"bypass","reason":"…"}
 *   {"event":"session-index:index","success":true,"sessionId":"…","model":"…","timestamp":"…","cost":…,"costUsd":null,…}
 * </pre>
 *
 * <p>It contains prompts, so only its owner can read the file. Credentials in headers are redacted. {@code request} is
 * the number of the request in this process; all lines of a turn have the same number. Safe for use by many threads.
 */
public final class FlowLog implements TurnListener, HelperListener, MemoryListener, AutoCloseable {
    private static final Pattern CREDENTIAL = Pattern.compile("key|token|secret|auth|cookie|credential|password");
    private static final Pattern QUERY_VALUE = Pattern.compile("([?&][^=&]*)=[^&]*");

    private final Clock clock;
    private final PriceTable prices;
    private final OutputStream out;
    private final IdentityHashMap<Inbound, RequestName> requests = new IdentityHashMap<>();
    private long count;

    /** The name of a request in progress, {@code r1} for example, and its session, as far as they are known. */
    private record RequestName(Optional<String> name, Optional<String> session) {}

    /** @param prices the prices of the cost of an event */
    public FlowLog(Path file, Clock clock, PriceTable prices) throws IOException {
        this.clock = clock;
        this.prices = prices;
        if (Files.notExists(file)) {
            Files.createFile(file, PrivateFiles.PRIVATE_FILE);
        }
        this.out = Files.newOutputStream(file, StandardOpenOption.APPEND);
    }

    @Override
    public boolean wantsReplies() {
        return true;
    }

    @Override
    public void on(TurnEvent event) {
        RequestName request = name(event);
        switch (event) {
            case TurnEvent.Arrived arrived -> line("incoming_request", request, request(arrived.inbound()));
            case TurnEvent.Recorded _ -> {} // Not a step of the data flow.
            case TurnEvent.PromptDecided edited -> line("rewritten_context", request, edited(edited));
            case TurnEvent.ToolCalled called ->
                line(
                        called.call().name().equals(RecallTool.NAME) ? "archive_recall" : "memory_recall",
                        request,
                        object().put("tool", called.call().name())
                                .put("arguments", called.call().arguments().utf8())
                                .put("answer", called.answer().text())
                                .put("error", called.answer().isError()));
            case TurnEvent.Bypassed bypassed -> line("bypass", request, object().put("reason", bypassed.reason()));
            case TurnEvent.RequestSent sent -> {
                line("upstream_loop_iteration", request, object().put("iteration", sent.number()));
                line("upstream_request", request, sent(sent));
            }
            case TurnEvent.UpstreamReplied replied ->
                line(
                        "upstream_response",
                        request,
                        object().put("status", replied.status())
                                .put("body", replied.body().utf8()));
            case TurnEvent.Finished finished -> line("round_complete", request, finished(finished));
        }
    }

    /** The name of the request of an event. The name of a finished request is removed. */
    private synchronized RequestName name(TurnEvent event) {
        RequestName known = requests.computeIfAbsent(
                event.inbound(), _ -> new RequestName(Optional.of("r" + ++count), Optional.empty()));
        Optional<String> session =
                recorded(event).map(turn -> turn.card().ref().id().toString());
        RequestName name = session.isPresent() ? new RequestName(known.name(), session) : known;
        requests.put(event.inbound(), name);
        if (event instanceof TurnEvent.Finished) {
            requests.remove(event.inbound());
        }
        return name;
    }

    private static Optional<RecordedTurn> recorded(TurnEvent event) {
        return switch (event) {
            case TurnEvent.PromptDecided edited -> Optional.of(edited.recorded());
            case TurnEvent.Finished finished -> finished.recorded();
            default -> Optional.empty();
        };
    }

    @Override
    public void requestSent(SessionRef session, HelperUpstream.HelperRequest request) {
        line(
                "structured_model_request",
                session,
                object().put("dialect", request.dialect().name())
                        .put("target", masked(request.target()))
                        .put("model", request.model())
                        .put("body", request.body().utf8()));
    }

    @Override
    public void replyReceived(SessionRef session, HelperUpstream.HelperReply reply) {
        line(
                "structured_model_response",
                session,
                object().put("status", reply.status()).put("body", reply.body().utf8()));
    }

    @Override
    public void questionEnded(SessionRef session, String question, String model, HelperAnswer<?> answer) {
        if (!answer.usage().equals(Usage.NONE)) {
            line(
                    "structured_model_usage",
                    session,
                    object().put("question", question).put("model", model).set("usage", ViewJson.tree(answer.usage())));
        }
        if (answer instanceof HelperAnswer.None<?> none) {
            line(
                    "structured_model_skipped",
                    session,
                    object().put("question", question).put("reason", none.reason()));
        }
    }

    @Override
    public void loaded(SessionRef session, String block) {
        line("materialized_memory_loaded", session, object().put("block", block));
    }

    @Override
    public void reading(SessionRef session, List<String> pieces) {
        line("memory_update_inputs", session, object().putPOJO("pieces", pieces));
    }

    @Override
    public void updated(SessionRef session, List<String> outcomes, boolean isSaved) {
        line("memory_round_updated", session, object().putPOJO("writers", outcomes));
        if (isSaved) {
            line("memory_state_saved", session, object().putPOJO("writers", outcomes));
        }
    }

    /**
     * {@code cost} is in units as in the ledger: the price of one uncached input token of the model. The provider's
     * prices in dollars are not known, so {@code costUsd} is null.
     */
    @Override
    public void indexed(IndexAttempt attempt) {
        double cost = attempt.model()
                .map(model -> prices.of(model).turnCost(attempt.usage()))
                .orElse(0.0);
        ObjectNode fields = object().put("success", attempt.isSuccess())
                .put("sessionId", attempt.session().id().toString())
                .put("source", attempt.source().word())
                .put("model", attempt.model().orElse(null))
                .put("timestamp", attempt.timestamp().toString())
                .put("cost", cost)
                .putNull("costUsd")
                .put("error", attempt.error().orElse(null));
        fields.set("usage", ViewJson.tree(attempt.usage()));
        line("session-index:index", attempt.session(), fields);
    }

    private static ObjectNode request(Inbound inbound) {
        ObjectNode fields = object().put("dialect", inbound.dialect().name())
                .put("method", inbound.method())
                .put("target", masked(inbound.target()));
        fields.set("headers", headers(inbound.headers()));
        return fields.setAll(body(inbound));
    }

    private static ObjectNode headers(Headers headers) {
        ObjectNode values = object();
        for (Headers.Header header : headers.all()) {
            String value = isSecret(header.name()) ? "[redacted]" : header.value();
            boolean isRepeated = values.has(header.name());
            values.put(header.name(), isRepeated ? values.get(header.name()).asString() + ", " + value : value);
        }
        return values;
    }

    /** The request that was sent. A compressed body is logged as the decoded body of the client. */
    private static ObjectNode sent(TurnEvent.RequestSent sent) {
        ObjectNode fields = object().put("target", masked(sent.request().target()));
        fields.set("headers", headers(sent.request().headers()));
        fields.put("bytes", sent.request().body().length());
        return sent.request().headers().has("content-encoding")
                ? fields.setAll(body(sent.inbound()))
                : fields.put("body", sent.request().body().utf8());
    }

    private static ObjectNode body(Inbound inbound) {
        boolean isEncoded = inbound.headers().has("content-encoding");
        try {
            Bytes body = isEncoded ? inbound.plain().get() : inbound.body();
            return object().put("body", body.utf8());
        } catch (ProxyException e) {
            return object().put("body_unreadable", e.sentence());
        }
    }

    private static boolean isSecret(String name) {
        return CREDENTIAL.matcher(name.toLowerCase(Locale.ROOT)).find();
    }

    /** The target, with the values of query parameters redacted whose names look like credentials. */
    private static String masked(String target) {
        return QUERY_VALUE
                .matcher(target)
                .replaceAll(query -> isSecret(query.group(1))
                        ? Matcher.quoteReplacement(query.group(1) + "=[redacted]")
                        : Matcher.quoteReplacement(query.group()));
    }

    private static ObjectNode edited(TurnEvent.PromptDecided edited) {
        RecordedTurn recorded = edited.recorded();
        Optional<PromptToSend> outgoing = edited.prompt();
        Optional<PromptToSend.Weight> weight = outgoing.map(PromptToSend::weight);
        ObjectNode fields = object().put("key", recorded.card().key().text())
                .put("turn", recorded.turn().id().toString())
                .put("purpose", recorded.turn().purpose().word())
                .put("policy", outgoing.map(PromptToSend::policy).orElse("off"))
                .put("changed", outgoing.map(PromptToSend::isEdited).orElse(false))
                .put("tokens_before", weight.map(PromptToSend.Weight::untouched).orElse(recorded.tokens()))
                .put("tokens_after", weight.map(PromptToSend.Weight::tokens).orElse(recorded.tokens()))
                .put("tokens_prefix", weight.map(PromptToSend.Weight::prefix).orElse(recorded.prefixTokens()));
        outgoing.filter(PromptToSend::isEdited)
                .ifPresent(sent -> fields.put(
                                "before", recorded.turn().request().body().utf8())
                        .put("after", sent.body().utf8()));
        return fields;
    }

    private static ObjectNode finished(TurnEvent.Finished turn) {
        ObjectNode fields = object().put("status", turn.status())
                .put("outcome", turn.outcome().name().toLowerCase(Locale.ROOT))
                .put("millis_to_head", turn.timeToHead().toMillis())
                .put("millis", turn.total().toMillis());
        turn.reply().flatMap(reply -> reply.usage()).ifPresent(usage -> fields.set("usage", ViewJson.tree(usage)));
        return fields;
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    /** Logs an event of a session that does not belong to a request. */
    private void line(String event, SessionRef session, ObjectNode fields) {
        line(event, new RequestName(Optional.empty(), Optional.of(session.id().toString())), fields);
    }

    private void line(String event, RequestName request, ObjectNode fields) {
        ObjectNode line =
                object().put("event", event).put("time", clock.instant().toString());
        request.name().ifPresent(name -> line.put("request", name));
        request.session().ifPresent(session -> line.put("session", session));
        write(ViewJson.write(line.setAll(fields)));
    }

    private synchronized void write(Bytes line) {
        try {
            out.write(line.array(), line.offset(), line.length());
            out.write('\n');
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("the data-flow log cannot be written", e);
        }
    }

    @Override
    public void close() {
        try {
            out.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
