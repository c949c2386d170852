package dev.throughline.memory.project;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

final class SessionOriginTest {
    private static void all(SessionOrigin origin, String... keys) {
        for (String key : keys) {
            assertEquals(origin, SessionOrigin.of(key), key);
        }
    }

    @Test
    void the_documented_keys_say_who_takes_part() {
        all(SessionOrigin.OWNER, "agent:a:main", "agent:a:thread");
        all(SessionOrigin.PEER, "agent:a:dm:ada", "agent:a:telegram:dm:ada", "agent:a:telegram:work:dm:+1555");
        all(SessionOrigin.PEER, "agent:a:dm:discord:123", "Agent:a:DM:Ada");
        all(SessionOrigin.GROUP, "agent:a:telegram:group:7", "agent:a:telegram:group:7:topic:3");
        all(
                SessionOrigin.GROUP,
                "agent:a:telegram:group:dm:topic:5",
                "agent:a:group:dm:7",
                "agent:a:discord:channel:dm:9");
        all(SessionOrigin.SUBAGENT, "agent:a:subagent:0198c5a0");
    }

    @Test
    void words_in_other_keys_are_not_interpreted() {
        for (String key : List.of(
                "thread-pool-refactor",
                "topic-model",
                "my_group_chat",
                "room/5",
                "team:group:1",
                "claude:0198c5a0",
                "shared:agent:a:telegram:group:7",
                "agent::group:7",
                "agents:a:b:group:7",
                "cron:nightly",
                "node-7")) {
            assertEquals(SessionOrigin.OWNER, SessionOrigin.of(key), key);
        }
    }

    @Test
    void an_unknown_kind_of_chat_is_treated_as_a_group() {
        all(SessionOrigin.GROUP, "agent:a:discord:channel:9", "agent:a:matrix:room:5", "agent:a:slack:dm");
    }
}
