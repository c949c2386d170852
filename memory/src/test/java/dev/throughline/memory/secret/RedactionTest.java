package dev.throughline.memory.secret;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

final class RedactionTest {
    /** The same corpus in every build, and a fresh one beside it. */
    private static final long SEED = 20_260_405;

    private static final int ROUNDS = 8;
    private static final double CATCH_FLOOR = 0.99;
    private static final double ALARM_CEILING = 0.01;

    @Test
    void only_the_secrets_are_redacted() {
        Redaction redaction = Redaction.of("use ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8 for the push");
        assertEquals("use [redacted:github-token] for the push", redaction.text());
        assertEquals(List.of(new Redaction.Secret(4, 44, "github-token")), redaction.secrets());
        assertEquals(
                "password: [redacted:password]",
                Redaction.of("password: hunter2").text());
        assertEquals(
                "postgres://app:[redacted:password]@db/x",
                Redaction.of("postgres://app:s3cr3tpw@db/x").text());
    }

    @Test
    void a_text_without_secrets_is_not_changed() {
        String text = "We use JUnit 6 and never sleep in tests; see commit 0f3a9bc.";
        assertEquals(new Redaction(text, List.of()), Redaction.of(text));
    }

    @Test
    void redacting_twice_changes_nothing() {
        for (Corpus.Case each : Corpus.secrets(SEED, 1)) {
            String once = Redaction.of(each.text()).text();
            assertEquals(once, Redaction.of(once).text(), each.text());
        }
    }

    @Test
    void nearly_all_secrets_are_found() {
        double fixed = caught(SEED);
        double fresh = caught(new Random().nextLong());
        assertTrue(fixed >= CATCH_FLOOR && fresh >= CATCH_FLOOR - 0.01, "caught " + fixed + " and " + fresh);
    }

    private static double caught(long seed) {
        TreeMap<String, String> missed = new TreeMap<>();
        List<Corpus.Case> cases = Corpus.secrets(seed, ROUNDS);
        int count = 0;
        for (Corpus.Case each : cases) {
            boolean isCaught = !Redaction.of(each.text()).text().contains(each.secret());
            count += isCaught ? 1 : 0;
            if (!isCaught) {
                missed.put(each.kind() + " " + missed.size(), each.text());
            }
        }
        System.out.println("seed " + seed + ": caught " + count + " of " + cases.size() + ", missed " + missed);
        return (double) count / cases.size();
    }

    @Test
    void hardly_any_similar_text_is_redacted() {
        double fixed = alarms(SEED);
        double fresh = alarms(new Random().nextLong());
        assertTrue(fixed <= ALARM_CEILING && fresh <= ALARM_CEILING + 0.01, "alarms " + fixed + " and " + fresh);
    }

    private static double alarms(long seed) {
        TreeMap<String, String> alarms = new TreeMap<>();
        List<Corpus.Case> cases = Corpus.lookAlikes(seed, ROUNDS);
        int count = 0;
        for (Corpus.Case each : cases) {
            Redaction redaction = Redaction.of(each.text());
            count += redaction.secrets().isEmpty() ? 0 : 1;
            if (!redaction.secrets().isEmpty()) {
                alarms.put(each.text(), redaction.text());
            }
        }
        System.out.println("seed " + seed + ": " + count + " false alarms in " + cases.size() + ": " + alarms);
        return (double) count / cases.size();
    }

    /**
     * Each of these makes a careless expression go back and forth; a long text of it must take no more than prose does.
     */
    @Test
    void hostile_texts_take_linear_time() {
        for (String piece : List.of(
                "a",
                "sk-",
                "eyJ.",
                "eyJ",
                "-----BEGIN PRIVATE KEY-----",
                "password=",
                "token: ",
                "://a:",
                "://",
                "Bearer ",
                "AKIA",
                "\"",
                "\\",
                "secret secret ",
                "A1b2",
                "-----END ",
                "M.a.",
                "login a password ",
                "cookie: a=",
                "xoxb-",
                "password is ",
                "password for a ",
                "login is a / ",
                "user a, password ",
                "?k=a&",
                "--token ",
                "<secret>",
                "1234567890:",
                "key-a-us")) {
            String text = piece.repeat(100_000 / piece.length());
            Assertions.assertTimeout(Duration.ofSeconds(5), () -> Redaction.of(text), piece);
        }
    }
}
