package dev.throughline.engine.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

final class KeyScopeTest {
    @Test
    void the_names_in_settings_have_hyphens() {
        assertEquals("main", KeyScope.MAIN.word());
        assertEquals("per-account-channel-peer", KeyScope.PER_ACCOUNT_CHANNEL_PEER.word());
    }
}
