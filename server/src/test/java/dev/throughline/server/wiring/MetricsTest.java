package dev.throughline.server.wiring;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.gateway.http.RequestReceiver;
import dev.throughline.memory.metadata.IndexAttempt;
import dev.throughline.memory.metadata.MetadataSource;
import dev.throughline.model.ProxyException;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import dev.throughline.model.Usage;
import dev.throughline.testkit.store.SampleSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class MetricsTest {
    @Test
    void every_name_is_in_the_documentation() throws IOException {
        Metrics metrics = new Metrics();
        metrics.started("messages", 1);
        metrics.finished(
                "messages",
                new RequestReceiver.FinishedReply(
                        200, Duration.ofMillis(5), Optional.of(Duration.ofMillis(2)), 10, true),
                0);
        metrics.indexed(new IndexAttempt(
                new SessionRef(Tenant.LOCAL, SampleSession.ID),
                MetadataSource.RULES,
                Optional.empty(),
                Instant.EPOCH,
                Usage.NONE,
                Optional.empty()));
        metrics.upstreamFailed(new ProxyException(ProxyException.Kind.UPSTREAM, "upstream_timeout", "late"));
        String page = Files.readString(Path.of("../docs/metrics.md"));
        List<String> missing = Pattern.compile("^# TYPE (\\w+) ", Pattern.MULTILINE)
                .matcher(metrics.text())
                .results()
                .map(match -> match.group(1).replaceFirst("_max$", ""))
                .filter(name -> !page.contains("`" + name + "`"))
                .toList();
        assertEquals(List.of(), missing);
    }
}
