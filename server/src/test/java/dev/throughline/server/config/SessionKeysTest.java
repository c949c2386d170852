package dev.throughline.server.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.throughline.engine.session.ChatKeys;
import dev.throughline.engine.session.IdentityLinks;
import dev.throughline.engine.session.KeyScope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SessionKeysTest {
    @TempDir
    private Path folder;

    private Config load(String yaml) throws IOException {
        Path file = folder.resolve("throughline.yaml");
        Files.writeString(file, yaml);
        return Config.load(new Environment(Map.of(), folder, folder), Map.of("--config", file.toString()));
    }

    private List<String> problems(String yaml) {
        return assertThrows(ConfigException.class, () -> load(yaml)).problems().stream()
                .map(problem -> problem.replace(folder + "/throughline.yaml:", ""))
                .toList();
    }

    @Test
    void direct_chats_share_a_session_by_default() throws IOException {
        assertEquals(ChatKeys.DEFAULT, SessionKeys.chatKeys(load("port: 9\n")));
    }

    @Test
    void people_are_a_mapping_to_one_or_several_ids() throws IOException {
        Config config = load("""
            sessions:
              scope: per-channel-peer
              main_key: hall
              identity_links: {ada: ["+15550100", "discord:1"], bob: telegram:2}
              owner: [ada, "slack:3"]
            """);
        assertEquals(
                new ChatKeys(
                        KeyScope.PER_CHANNEL_PEER,
                        "hall",
                        IdentityLinks.of(
                                Map.of("ada", List.of("+15550100", "discord:1"), "bob", List.of("telegram:2")),
                                List.of("ada", "slack:3"))),
                SessionKeys.chatKeys(config));
    }

    @Test
    void errors_say_what_is_expected() {
        assertEquals(
                List.of("2: invalid value 'peer' for 'sessions.scope'; expected one of main, per-peer,"
                        + " per-channel-peer, per-account-channel-peer"),
                problems("sessions:\n  scope: peer\n"));
        assertEquals(
                List.of("1: 'sessions.identity_links': the id 'a:1' is linked to 'ada' and to 'bob'; link it to one"
                        + " person"),
                problems("sessions.identity_links: {ada: 'a:1', bob: 'a:1'}\n"));
        assertEquals(
                List.of("1: invalid value (a mapping) for 'sessions.identity_links'; expected people with their ids"
                        + " like 'ada=+15550100 discord:123, bob=telegram:5'"),
                problems("sessions.identity_links: {ada: ['Ada Lovelace']}\n"));
    }
}
