package dev.throughline.memory.secret;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.function.Function;

/**
 * Made-up secrets of real shapes, and things that look like secrets and are none, each within words as they stand in
 * transcripts. All of it comes from a seed; nothing here was ever somebody's key.
 */
final class Corpus {
    /** A text, and the part of it that is secret; empty if none is. */
    record Case(String kind, String text, String secret) {}

    private static final String WORD = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    private static final String URL = WORD + "_-";
    private static final String BASE = WORD + "+/";
    private static final String HEX = "0123456789abcdef";
    private static final String UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    private static final String LOWER = "abcdefghijklmnopqrstuvwxyz0123456789";

    /** Where a key with a shape of its own may stand. */
    private static final List<String> ANYWHERE = List.of(
            "I exported %s in my shell and it works",
            "API_KEY=%s npm run deploy",
            "{\"key\":\"%s\",\"region\":\"eu\"}",
            "curl -H 'X-Auth: %s' https://host/api",
            "const client = new Client('%s');",
            "```\n%s\n```",
            "the server said: invalid credential %s (401)",
            "line one\\n%s\\nline two",
            "key: %s",
            "https://host/path?key=%s&page=2");

    /** Where only the word before a value says that it is secret. */
    private static final List<String> ANNOUNCED = List.of(
            "DB_PASSWORD=%s",
            "export SERVICE_SECRET_KEY=\"%s\"",
            "{\"client_secret\": \"%s\"}",
            "{\\\"api_key\\\": \\\"%s\\\"}",
            "  apiKey: '%s',",
            "access_token: %s",
            "<password>%s</password>",
            "Server=db;User Id=sa;Password=%s;",
            "the api key is %s, keep it safe",
            "cli login --token %s --quiet",
            "AZURE_STORAGE_KEY=x; AccountKey=%s;EndpointSuffix=core",
            "aws_secret_access_key = %s");

    private final Random random;
    private final List<Case> cases = new ArrayList<>();

    private Corpus(long seed) {
        this.random = new Random(seed);
    }

    static List<Case> secrets(long seed, int rounds) {
        Corpus corpus = new Corpus(seed);
        for (int i = 0; i < rounds; i++) {
            corpus.vendors();
            corpus.shapes();
            corpus.announced();
            corpus.cases.addAll(PasswordsInProseCorpus.secrets(corpus.random));
        }
        return corpus.cases;
    }

    static List<Case> lookAlikes(long seed, int rounds) {
        Corpus corpus = new Corpus(seed);
        for (int i = 0; i < rounds; i++) {
            corpus.data();
            corpus.placeholders();
            corpus.code();
            corpus.cases.addAll(PasswordsInProseCorpus.lookAlikes());
        }
        return corpus.cases;
    }

    private String some(String letters, int length) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append(letters.charAt(random.nextInt(letters.length())));
        }
        return text.toString();
    }

    private void anywhere(String kind, String secret) {
        String frame = ANYWHERE.get(random.nextInt(ANYWHERE.size()));
        cases.add(new Case(kind, frame.replace("%s", secret), secret));
    }

    private void vendors() {
        anywhere("openai", "sk-" + some(WORD, 20) + "T3BlbkFJ" + some(WORD, 20));
        anywhere("openai", "sk-proj-" + some(URL, 74) + "T3BlbkFJ" + some(URL, 74));
        anywhere("anthropic", "sk-ant-api03-" + some(URL, 93) + "AA");
        anywhere("aws", "AKIA" + some(UPPER, 16));
        anywhere("google", "AIza" + some(URL, 35));
        anywhere("google", "GOCSPX-" + some(URL, 28));
        anywhere("google", "ya29.a0" + some(URL, 120));
        anywhere("azure", some(WORD, 3) + "8Q~" + some(WORD, 34));
        for (String beginning : List.of("ghp_", "gho_", "ghu_", "ghs_", "ghr_")) {
            anywhere("github", beginning + some(WORD, 36));
        }
        anywhere("github", "github_pat_" + some(WORD, 22) + "_" + some(WORD, 59));
        anywhere("gitlab", "glpat-" + some(URL, 20));
        anywhere("slack", "xoxb-" + some("123456789", 12) + "-" + some("123456789", 12) + "-" + some(WORD, 24));
        anywhere(
                "slack",
                "https://hooks.slack.com/services/T" + some(UPPER, 8) + "/B" + some(UPPER, 10) + "/" + some(WORD, 24));
        anywhere("stripe", "sk_live_" + some(WORD, 24));
        anywhere("stripe", "rk_test_" + some(WORD, 99));
        anywhere("twilio", "SK" + some(HEX, 32));
        anywhere("sendgrid", "SG." + some(URL, 22) + "." + some(URL, 43));
        anywhere("npm", "npm_" + some(WORD, 36));
        anywhere("pypi", "pypi-AgEIcHlwaS5vcmc" + some(URL, 150));
        anywhere("huggingface", "hf_" + some(WORD, 34));
        anywhere("databricks", "dapi" + some(HEX, 32));
        anywhere("digitalocean", "dop_v1_" + some(HEX, 64));
        anywhere("telegram", some("123456789", 10) + ":AA" + some(URL, 33));
        anywhere("discord", "M" + some(WORD, 23) + "." + some(WORD, 6) + "." + some(URL, 38));
        anywhere("shopify", "shpat_" + some(HEX, 32));
        anywhere("square", "sq0atp-" + some(URL, 22));
        anywhere("mailgun", "key-" + some(HEX, 32));
        anywhere("groq", "gsk_" + some(WORD, 52));
        anywhere("grafana", "glsa_" + some(WORD, 32) + "_" + some(HEX, 8));
        anywhere("vault", "hvs." + some(URL, 90));
        anywhere("linear", "lin_api_" + some(WORD, 40));
        anywhere("atlassian", "ATATT3xFfGF0" + some(URL, 170));
        anywhere("docker", "dckr_pat_" + some(URL, 27));
        anywhere("newrelic", "NRAK-" + some("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", 27));
        anywhere("supabase", "sbp_" + some(HEX, 40));
        anywhere("replicate", "r8_" + some(WORD, 37));
    }

    private void shapes() {
        String head = encoded("{\"alg\":\"HS256\",\"typ\":\"JWT\"}");
        String body =
                encoded("{\"sub\":\"" + random.nextInt() + "\",\"name\":\"A B\",\"iat\":" + random.nextInt() + "}");
        anywhere("jwt", head + "." + body + "." + some(URL, 43));
        String lines = some(BASE, 64) + "\n" + some(BASE, 64) + "\n" + some(BASE, 40) + "==";
        for (String kind : List.of("RSA ", "EC ", "OPENSSH ", "", "ENCRYPTED ")) {
            String pem =
                    "-----BEGIN " + kind + "PRIVATE KEY-----\n" + lines + "\n-----END " + kind + "PRIVATE KEY-----";
            cases.add(new Case("pem", "cat key:\n" + pem + "\ndone", pem));
        }
        String escaped = "-----BEGIN PRIVATE KEY-----\\n" + some(BASE, 64) + "\\n-----END PRIVATE KEY-----\\n";
        cases.add(new Case("pem", "{\"private_key\": \"" + escaped + "\"}", some(escaped)));
        String bearer = some(URL, 40);
        cases.add(new Case("bearer", "Authorization: Bearer " + bearer, bearer));
        cases.add(new Case("bearer", "-H \"authorization: bearer " + bearer + "\" -X POST", bearer));
        String basic = Base64.getEncoder().encodeToString(("admin:" + some(WORD, 14)).getBytes(StandardCharsets.UTF_8));
        cases.add(new Case("basic", "Authorization: Basic " + basic, basic));
        String password = some(WORD + "!#%^*", 14) + "9z";
        for (String scheme : List.of("postgres", "mysql", "mongodb+srv", "amqp", "https", "redis")) {
            cases.add(new Case(
                    "connection", "DATABASE_URL=" + scheme + "://app:" + password + "@db.host:5432/app", password));
        }
        cases.add(new Case("connection", "redis://:" + password + "@cache:6379/0", password));
        cases.add(new Case("password", "curl -u admin:" + password + " https://host/", password));
        cases.add(new Case("password", "machine host login bob password " + password, password));
    }

    private static String some(String escaped) {
        return escaped.substring(30, 60);
    }

    private static String encoded(String json) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(json.getBytes(StandardCharsets.UTF_8));
    }

    private void announced() {
        List<Function<Corpus, String>> values = List.of(
                c -> c.some(WORD, 32),
                c -> c.some(HEX, 40),
                c -> c.some(BASE, 40),
                c -> c.some(LOWER, 24),
                c -> new UUID(c.random.nextLong(), c.random.nextLong()).toString(),
                c -> c.some(URL, 43));
        for (String frame : ANNOUNCED) {
            String value = values.get(random.nextInt(values.size())).apply(this);
            cases.add(new Case("announced", frame.replace("%s", value), value));
        }
        for (String weak : List.of("hunter2", "S3cret!pw", "correct-horse-7", "tr0ub4dor&3", "qwerty99")) {
            cases.add(new Case("password", "password = \"" + weak + "\"", weak));
            cases.add(new Case("password", "db:\n  user: app\n  password: " + weak + "\n", weak));
            cases.add(new Case("password", "the password is " + weak + ".", weak));
        }
    }

    private void plain(String kind, String text) {
        cases.add(new Case(kind, text, ""));
    }

    private void data() {
        plain("git", "commit " + some(HEX, 40) + "\nAuthor: A <a@b.c>");
        plain("git", "HEAD is now at " + some(HEX, 7) + " fix: token refresh");
        plain("git", "index " + some(HEX, 7) + ".." + some(HEX, 7) + " 100644");
        plain("uuid", "request id " + new UUID(random.nextLong(), random.nextLong()) + " failed");
        plain("uuid", "\"session_id\": \"" + new UUID(random.nextLong(), random.nextLong()) + "\"");
        plain("sri", "integrity=\"sha384-" + some(BASE, 64) + "\"");
        plain("sri", "\"integrity\": \"sha512-" + some(BASE, 86) + "==\"");
        plain("checksum", some(HEX, 64) + "  app-1.2.3.tar.gz");
        plain("checksum", "sha256:" + some(HEX, 64));
        plain("checksum", "md5 = " + some(HEX, 32));
        plain("checksum", "h1:" + some(BASE, 43) + "=");
        plain("image", "data:image/png;base64," + some(BASE, 600));
        plain("image", "<img src=\"data:image/jpeg;base64,/9j/4AAQSkZJRg" + some(BASE, 300) + "\">");
        StringBuilder certificate = new StringBuilder("-----BEGIN CERTIFICATE-----\n");
        for (int i = 0; i < 10; i++) {
            certificate.append(some(BASE, 64)).append('\n');
        }
        plain("certificate", certificate + "-----END CERTIFICATE-----");
        plain("public key", "-----BEGIN PUBLIC KEY-----\n" + some(BASE, 64) + "\n-----END PUBLIC KEY-----");
        plain("public key", "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA" + some(BASE, 43) + " bob@host");
        plain("path", "/home/bob/.config/token/cache/" + some(HEX, 16) + "/settings.json");
        plain("path", "C:\\Users\\bob\\AppData\\Local\\secret\\a" + some(LOWER, 8));
        plain("url", "https://host.example.org/a/b?page=2&sort=asc#" + some(LOWER, 12));
        plain("url", "git@github.com:org/repository.git");
        plain("url", "http://localhost:8080/a@b");
        plain("docker", "image: registry.host/app@sha256:" + some(HEX, 64));
        plain("handle", "== " + some("abcdefghijklmnopqrstuvwxyz234567", 8) + " tool_result Bash ==");
        plain("number", "max_tokens: " + random.nextInt(100_000) + ", total_tokens=" + random.nextInt(100_000));
        plain("class", "dev.throughline.memory.secret.TokenReader" + random.nextInt(9) + ".read(Token.java:42)");
        plain("etag", "ETag: \"" + some(HEX, 32) + "\"");
        plain("color", "--token-color: #" + some(HEX, 6) + ";");
        plain("version", "token-parser-" + random.nextInt(9) + "." + random.nextInt(9) + ".0.jar");
    }

    private void placeholders() {
        for (String made : List.of(
                "<your-key>",
                "sk-xxxxxxxxxxxxxxxxxxxxxxxxxxxx",
                "$TOKEN",
                "${TOKEN}",
                "${{ secrets.DEPLOY_TOKEN }}",
                "{{ api_key }}",
                "YOUR_API_KEY_HERE_1",
                "****************",
                "sk-...",
                "%API_TOKEN%",
                "changeme",
                "AKIAIOSFODNN7EXAMPLE",
                "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
                "null",
                "[redacted:github-token]",
                "process.env.API_KEY",
                "os.environ[\"TOKEN\"]",
                "insert-key-here-123",
                "<API_KEY_2>",
                "None")) {
            String frame = List.of("api_key = %s", "TOKEN=%s", "password: %s", "\"secret\": \"%s\"", "--token %s")
                    .get(random.nextInt(5));
            plain("placeholder", frame.replace("%s", made));
        }
        plain("placeholder", "Authorization: Bearer $TOKEN");
        plain("placeholder", "Authorization: Bearer <your-token-goes-here-123>");
        plain("placeholder", "postgres://user:password@localhost/db");
        plain("placeholder", "postgres://${USER}:${PASSWORD}@localhost/db");
    }

    private void code() {
        plain("code", "String password = reader.readPassword();");
        plain("code", "def login(password: str, token: Optional[str] = None):");
        plain("code", "if (token == expected) return secret.length;");
        plain("code", "const token = await getToken({ audience: 'x' });");
        plain("code", "self.api_key = api_key");
        plain("code", "password: String,");
        plain("code", "private final Token token = Token.of(text);");
        plain("code", "secretName: my-app-tls-2");
        plain("code", "tokens.add(new Token(kind, 12, 40));");
        plain("code", "token_type: bearer");
        plain("code", "password_field = 'login_form_password_2'");
        plain("prose", "The password must be at least 12 characters long.");
        plain("prose", "Password: must contain a digit and a letter");
        plain("prose", "Never log a token: it is a secret.");
        plain("prose", "The secret is to cache the result of the query.");
        plain("prose", "I fixed the token refresh in auth2/session_store.py and the api key check.");
        plain("prose", "Basic authentication and bearer tokens are supported since version 2.");
        plain("prose", "forgot password? We'll send you a reset token within 15 minutes");
        plain("prose", "sk-learn-contrib-project-template-name is a package");
    }
}
