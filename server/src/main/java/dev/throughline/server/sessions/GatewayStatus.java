package dev.throughline.server.sessions;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.throughline.engine.edit.LearnedWindows;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The state of a running gateway:
 *
 * <pre>{"version":"0.1.0","pid":4711,"home":"/…","address":"http://127.0.0.1:8787","started":"…Z","writable":true,"detail":"",
 *  "started_by":"run","runs":1,"open_requests":0,"exits_at":"…Z","settings":{"openai.url":"s2:…"},
 *  "learned_windows":[{"upstream":"https://…","model":"gpt-9","tokens":272000,"at":"…Z"}]}</pre>
 *
 * @param isWritable whether the store can be written
 * @param detail why it cannot be written; empty if it can
 * @param windows context windows that were learned from errors of providers
 */
public record GatewayStatus(
        String version,
        long pid,
        Path home,
        String address,
        Instant started,
        @JsonProperty("writable") boolean isWritable,
        String detail,
        @JsonUnwrapped GatewayUse use,
        @JsonProperty("learned_windows") List<LearnedWindows.Learned> windows) {
    public GatewayStatus {
        windows = List.copyOf(windows);
    }

    /**
     * Who uses a gateway, and how it was started.
     *
     * @param startedBy the command that started it
     * @param runs runs that are alive
     * @param openRequests requests for models that are in progress
     * @param exitsAt when an unused gateway exits by itself; empty while it is used, or if it does not exit by itself
     * @param settings digests of the settings that are not the default, by key
     */
    public record GatewayUse(
            String startedBy, int runs, int openRequests, Optional<Instant> exitsAt, Map<String, String> settings) {
        public GatewayUse {
            settings = Map.copyOf(settings);
        }
    }
}
