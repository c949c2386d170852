package dev.throughline.server.wiring;

import dev.throughline.engine.helper.HelperAnswer;
import dev.throughline.engine.turn.TurnEvent;
import dev.throughline.engine.turn.TurnListener;
import dev.throughline.gateway.GatewayListener;
import dev.throughline.gateway.http.RequestReceiver.FinishedReply;
import dev.throughline.memory.metadata.IndexAttempt;
import dev.throughline.model.ProxyException;
import dev.throughline.model.Usage;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.concurrent.atomic.AtomicInteger;

/** Metrics for Prometheus. {@code docs/metrics.md} describes each name, which a test checks. */
final class Metrics implements GatewayListener, TurnListener {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final AtomicInteger open = new AtomicInteger();
    private final Counter copiedNotes;

    Metrics() {
        registry.gauge("throughline.requests.open", open);
        copiedNotes = registry.counter("throughline.copied.notes");
    }

    /** All metrics in the text format of Prometheus. */
    String text() {
        return registry.scrape();
    }

    @Override
    public void started(String route, int nowOpen) {
        open.set(nowOpen);
    }

    @Override
    public void finished(String route, FinishedReply reply, int stillOpen) {
        open.set(stillOpen);
        registry.counter("throughline.requests", "route", route, "status", Integer.toString(reply.status()))
                .increment();
        timer("throughline.request", route).record(reply.duration());
        reply.firstByte()
                .ifPresent(time -> timer("throughline.first.byte", route).record(time));
        registry.counter("throughline.reply.bytes", "route", route).increment((double) reply.bytesOut());
        if (reply.isClientGone()) {
            registry.counter("throughline.clients.gone", "route", route).increment();
        }
    }

    void upstreamFailed(ProxyException failure) {
        registry.counter("throughline.upstream.failures", "code", failure.code())
                .increment();
    }

    void noteCopied() {
        copiedNotes.increment();
    }

    @Override
    public void on(TurnEvent event) {
        switch (event) {
            case TurnEvent.Finished finished -> finished(finished);
            case TurnEvent.Bypassed bypassed ->
                registry.counter("throughline.bypasses", "reason", bypassed.reason())
                        .increment();
            case TurnEvent.Arrived _,
                    TurnEvent.Recorded _,
                    TurnEvent.PromptDecided _,
                    TurnEvent.RequestSent _,
                    TurnEvent.ToolCalled _,
                    TurnEvent.UpstreamReplied _ -> {}
        }
    }

    private void finished(TurnEvent.Finished turn) {
        String memory = turn.recorded().isPresent() ? "kept" : "not_kept";
        registry.counter(
                        "throughline.turns", "dialect", turn.inbound().dialect().name(), "memory", memory)
                .increment();
        turn.reply().flatMap(reply -> reply.usage()).ifPresent(usage -> count("throughline.tokens", usage));
    }

    void questionEnded(String question, HelperAnswer<?> answer) {
        String outcome =
                switch (answer) {
                    case HelperAnswer.Answered<?> _ -> "answered";
                    case HelperAnswer.None<?> none -> none.reason();
                };
        registry.counter("throughline.helper.questions", "question", question, "outcome", outcome)
                .increment();
        count("throughline.helper.tokens", answer.usage());
    }

    void indexed(IndexAttempt attempt) {
        registry.counter(
                        "throughline.session.indexes",
                        "source",
                        attempt.source().word(),
                        "outcome",
                        attempt.error().orElse("written"))
                .increment();
    }

    private void count(String name, Usage usage) {
        registry.counter(name, "class", "input").increment((double) usage.input());
        registry.counter(name, "class", "cache_read").increment((double) usage.cacheRead());
        registry.counter(name, "class", "cache_write").increment((double) usage.cacheWrite());
        registry.counter(name, "class", "output").increment((double) usage.output());
    }

    private Timer timer(String name, String route) {
        return Timer.builder(name)
                .tag("route", route)
                .publishPercentileHistogram()
                .register(registry);
    }
}
