package dev.throughline.memory.secret;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

final class UnlabelledKeysTest {
    @Test
    void random_words_are_redacted() {
        String key = "q7Rz2LmXv9TbK4wYc8Hd3NfJ6sPg5Ae1";
        assertEquals(
                "use [redacted:random] there",
                Redaction.of("use " + key + " there").text());
        assertEquals(
                "`[redacted:random]`",
                Redaction.of("`" + key + key.substring(3, 12) + "`").text());
    }

    @Test
    void random_texts_that_are_not_secret_are_not_redacted() {
        for (String text : List.of(
                "commit 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b",
                "id 0198c5a0-0000-7000-8000-000000000002",
                "toolu_01Ab3dE5fG7hJ9kL1mN3pQ5rS7tU9v",
                "sha512-q7Rz2LmXv9TbK4wYc8Hd3NfJ6sPg5Ae1q7Rz2LmXv9TbK4wYc8Hd3NfJ6sPg5Ae1==",
                "https://docs.example/d/q7Rz2LmXv9TbK4wYc8Hd3NfJ6sPg5Ae1/edit",
                "src/main/java/dev/Q7Rz2LmXv9TbK4wYc8Hd3NfJ6sPg5Ae1.java",
                "aVeryLongCamelCaseNameOfSomeMethodInJava8And9",
                "MTIzNDU2Nzg5MA".repeat(30))) {
            assertEquals(text, Redaction.of(text).text());
        }
    }
}
