package dev.throughline.gateway.upstream;

import dev.throughline.wire.dialects.Dialects;
import java.util.List;
import java.util.Optional;

/** A table in which all providers are at one URL and have no keys. */
public final class TestProviders {
    private TestProviders() {}

    public static ProviderTable at(String url) {
        return new ProviderTable(
                Dialects.all(),
                api -> Provider.of(api, url, Optional.empty()),
                Provider.chatgpt("https://chatgpt.com/backend-api/codex"),
                List.of());
    }
}
