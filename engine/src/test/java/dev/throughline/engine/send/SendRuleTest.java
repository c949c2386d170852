package dev.throughline.engine.send;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.throughline.model.ChatOrigin;
import dev.throughline.model.ChatType;
import dev.throughline.model.OriginField;
import dev.throughline.model.SessionKey;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SendRuleTest {
    private static final SessionKey KEY = new SessionKey("agent:main:discord:group:5");
    private static final Optional<ChatOrigin> GROUP =
            Optional.of(new ChatOrigin(ChatType.GROUP, Map.of(OriginField.CHANNEL, "Discord")));

    @ParameterizedTest
    @CsvSource({
        "type=group,true",
        "type=dm,false",
        "channel=discord,true",
        "channel=DISCORD,true",
        "channel=slack,false",
        "key=agent:main:discord:,true",
        "key=cron:,false",
        "type=group channel=discord key=agent:,true",
        "type=group channel=slack,false"
    })
    void a_rule_denies_if_all_its_conditions_hold(String rule, boolean denies) {
        assertEquals(denies, SendRule.parse(rule).denies(KEY, GROUP));
    }

    @Test
    void without_an_origin_only_the_key_counts() {
        assertEquals(true, SendRule.parse("key=agent:").denies(KEY, Optional.empty()));
        assertEquals(false, SendRule.parse("type=group").denies(KEY, Optional.empty()));
        assertEquals(false, SendRule.parse("channel=discord").denies(KEY, Optional.empty()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "group", "type=crowd", "type=", "colour=red", "type=group discord"})
    void a_text_that_is_no_rule_is_refused(String text) {
        assertThrows(IllegalArgumentException.class, () -> SendRule.parse(text));
    }

    @Test
    void a_rule_is_written_as_it_is_read() {
        SendRule rule = SendRule.parse("key=cron: type=hook channel=irc");
        assertEquals("type=hook channel=irc key=cron:", rule.toString());
        assertEquals(rule, SendRule.parse(rule.toString()));
    }
}
