import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A chat bot in three channels whose memory is Throughline. It keeps no history itself: for each message it sends only
 * that message, and says in headers who wrote it and where. Throughline finds the session, and puts the earlier
 * messages of the session before the new one.
 *
 * <pre>
 *   java ChatGateway.java http://127.0.0.1:8787 MODEL &lt; conversation.txt
 * </pre>
 *
 * The channels are simulated: a line of standard input is a message that arrives, and an answer is printed.
 */
public final class ChatGateway {
    private static final String AGENT = "concierge";
    private static final String INSTRUCTIONS =
            "You are a friendly concierge in a chat. Answer in one or two sentences.";

    /**
     * A message from a person.
     *
     * @param channel the service that it came through
     * @param sender the id of the person in that channel
     * @param group the group that it was written in; empty for a direct chat
     */
    record Message(String channel, String sender, Optional<String> group, String text) {
        private static final Pattern LINE = Pattern.compile("(\\w+) (\\S+?)(?: in (\\S+))?: (.*)");

        /** Reads {@code telegram 1001: Hello} or {@code discord ada#77 in party: Hello}. */
        static Message parse(String line) {
            Matcher parts = LINE.matcher(line);
            if (!parts.matches()) {
                throw new IllegalArgumentException("expected 'CHANNEL SENDER: TEXT', found '" + line + "'");
            }
            return new Message(parts.group(1), parts.group(2), Optional.ofNullable(parts.group(3)), parts.group(4));
        }

        /** In a group, the model has to know who speaks. A command stays as it is, so that it is recognised. */
        String textForModel() {
            return group.isPresent() && !text.startsWith("/") ? sender + ": " + text : text;
        }
    }

    /** A service that delivers answers. A real one would call the API of Telegram or Discord. */
    interface Channel {
        void deliver(Message answered, String text, String session);
    }

    /** The answer to a message. Its text is empty if the bot must not say anything here. */
    record Answer(String text, String session) {}

    /** How long a person may wait for an answer. */
    private static final Duration ANSWER_TIMEOUT = Duration.ofMinutes(2);

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();
    private final URI endpoint;
    private final String model;
    private final String apiKey;
    private final Map<String, Channel> channels =
            Map.of("telegram", printer("telegram"), "discord", printer("discord"), "irc", printer("irc"));

    ChatGateway(String throughline, String model, String apiKey) {
        this.endpoint = URI.create(throughline + "/v1/chat/completions");
        this.model = model;
        this.apiKey = apiKey;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        if (args.length != 2) {
            System.err.println("usage: java ChatGateway.java THROUGHLINE_URL MODEL < conversation.txt");
            System.exit(2);
        }
        String key = System.getenv().getOrDefault("OPENAI_API_KEY", "none");
        ChatGateway gateway = new ChatGateway(args[0], args[1], key);
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.isBlank() && !line.startsWith("#")) {
                    gateway.receive(Message.parse(line));
                }
            }
        } catch (ConnectException | HttpConnectTimeoutException e) {
            System.err.println("Throughline does not answer at " + args[0] + "; start it with 'throughline serve'");
            System.exit(1);
        }
    }

    /** Handles one message. A real gateway would do this on a thread for each chat. */
    void receive(Message message) throws IOException, InterruptedException {
        Channel channel = channels.get(message.channel());
        if (channel == null) {
            throw new IllegalArgumentException("there is no channel '" + message.channel() + "'");
        }
        Answer answer = ask(message);
        if (!answer.text().isEmpty()) {
            channel.deliver(message, answer.text(), answer.session());
        }
    }

    /** Sends one message through Throughline to the model. This is all that a chat gateway needs. */
    Answer ask(Message message) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(endpoint)
                .timeout(ANSWER_TIMEOUT)
                .header("Content-Type", "application/json")
                .header("Authorization", "Bearer " + apiKey)
                .header("X-Throughline-History", "gateway") // only the new message is sent
                .header("X-Throughline-Agent", AGENT)
                .header("X-Throughline-Channel", header(message.channel()))
                .header("X-Throughline-Sender", header(message.sender()));
        if (message.group().isPresent()) {
            request.header("X-Throughline-Group", header(message.group().get()));
        } else {
            request.header("X-Throughline-Peer", header(message.sender()));
        }
        String body = "{\"model\":" + quoted(model) + ",\"messages\":[{\"role\":\"system\",\"content\":"
                + quoted(INSTRUCTIONS) + "},{\"role\":\"user\",\"content\":" + quoted(message.textForModel()) + "}]}";
        HttpResponse<String> reply = http.send(
                request.POST(HttpRequest.BodyPublishers.ofString(body)).build(),
                HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
        if (reply.statusCode() != 200) {
            throw new IOException(reply.statusCode() + " from " + endpoint + ": " + reply.body());
        }
        return new Answer(
                content(reply.body()),
                reply.headers().firstValue("x-throughline-session").orElse("none"));
    }

    private static Channel printer(String name) {
        return (answered, text, session) ->
                System.out.println("[" + name + "] to " + answered.group().orElse(answered.sender()) + " (session "
                        + session.substring(Math.max(0, session.length() - 4)) + "): " + text);
    }

    /** The value of a header: anything but plain ASCII is percent-encoded. */
    private static String header(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
    }

    // The JDK has no JSON library. A real program would use one instead of what follows.

    private static final Pattern CONTENT = Pattern.compile("\"content\"\\s*:\\s*\"((?:[^\"\\\\]|\\\\.)*)\"");
    private static final Pattern ESCAPE = Pattern.compile("\\\\(u([0-9a-fA-F]{4})|.)");

    /** The text of the answer in a reply. */
    static String content(String json) {
        Matcher content = CONTENT.matcher(json);
        return content.find()
                ? ESCAPE.matcher(content.group(1)).replaceAll(escape -> Matcher.quoteReplacement(unescaped(escape)))
                : "";
    }

    private static String unescaped(MatchResult escape) {
        if (escape.group(2) != null) {
            return String.valueOf((char) Integer.parseInt(escape.group(2), 16));
        }
        return switch (escape.group(1)) {
            case "n" -> "\n";
            case "t" -> "\t";
            case "r" -> "\r";
            case "b" -> "\b";
            case "f" -> "\f";
            default -> escape.group(1);
        };
    }

    private static String quoted(String text) {
        StringBuilder json = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            if (c < ' ') {
                json.append(String.format("\\u%04x", (int) c));
            } else {
                json.append(c == '"' || c == '\\' ? "\\" : "").append(c);
            }
        }
        return json.append('"').toString();
    }
}
