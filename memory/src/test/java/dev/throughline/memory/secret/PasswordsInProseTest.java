package dev.throughline.memory.secret;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

final class PasswordsInProseTest {
    private static String of(String text) {
        return Redaction.of(text).text();
    }

    @Test
    void only_the_password_is_redacted() {
        assertEquals(
                "the password for the demo account: [redacted:password]. it resets every monday",
                of("the password for the demo account: Tr0mbone&7. it resets every monday"));
        assertEquals("das Passwort lautet [redacted:password], danke", of("das Passwort lautet Gartenzaun, danke"));
        assertEquals("login is ines / [redacted:password]", of("login is ines / regenbogen"));
        assertEquals("测试库的密码是[redacted:password]，别外传", of("测试库的密码是wanxiang88，别外传"));
    }

    @Test
    void a_quoted_passphrase_is_redacted_as_a_whole() {
        assertEquals(
                "the password is \"[redacted:password]\" for now",
                of("the password is \"purple monkey dishwasher\" for now"));
        assertEquals("das Passwort lautet „[redacted:password]“.", of("das Passwort lautet „rote Ziegel Wand“."));
        assertEquals("pw: \"[redacted:password] it is", of("pw: \"Tr0mbone&7 it is"));
    }

    @Test
    void remarks_about_passwords_are_not_redacted() {
        for (String remark : new String[] {
            "the password is required", "the login is broken", "pass is done", "das Passwort ist falsch", "密码是必填的"
        }) {
            assertEquals(remark, of(remark));
        }
    }

    @Test
    void a_key_in_the_query_of_an_address_is_redacted() {
        assertEquals(
                "https://tiles.example/v1?k=[redacted:key]&zoom=3",
                of("https://tiles.example/v1?k=aB93kWpQn41tRx6v&zoom=3"));
        assertEquals("https://tiles.example/v1?key=name&zoom=3", of("https://tiles.example/v1?key=name&zoom=3"));
    }
}
