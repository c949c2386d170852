package dev.throughline.server.learn;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;

/** An agent that speaks Messages and resends its whole history, as agents do. */
public final class Agent {
    private final HttpClient client = HttpClient.newHttpClient();
    private final URI gateway;
    private final String session;
    private final String folder;
    private final int systemLines;
    private final List<String> messages = new ArrayList<>();
    private String credential = "x-api-key: sk-test";

    /** @param systemLines the length of the system prompt; real ones have thousands of tokens */
    Agent(URI gateway, String session, String folder, int systemLines) {
        this.gateway = gateway;
        this.session = session;
        this.folder = folder;
        this.systemLines = systemLines;
    }

    /** The same agent with the login of a subscription in place of a key. */
    Agent loggedIn() {
        credential = "authorization: Bearer sk-ant-oat01-test";
        return this;
    }

    /** Sends a message of the user; returns the reply of the model. */
    public String ask(String words) {
        messages.add("{\"role\":\"user\",\"content\":\"" + words + "\"}");
        String reply = post(body());
        String said = reply.replaceFirst("(?s).*?\"text\" ?: ?\"(.*?)\".*", "$1");
        messages.add("{\"role\":\"assistant\",\"content\":\"" + said + "\"}");
        return said;
    }

    /** The same session in another folder or with another gateway. */
    Agent movedTo(URI other, String place) {
        Agent moved = new Agent(other, session, place, systemLines);
        moved.messages.addAll(messages);
        return moved;
    }

    private String body() {
        String system = "You are an agent.\\n" + "Do it well, and say what you did.\\n".repeat(systemLines)
                + " - Primary working directory: " + folder + "\\nGo.";
        return "{\"model\":\"claude-sonnet-4-5\",\"max_tokens\":1000,\"system\":\"" + system
                + "\",\"tools\":[{\"name\":\"Bash\",\"description\":\"Runs a"
                + " command\",\"input_schema\":{\"type\":\"object\","
                + "\"properties\":{\"command\":{\"type\":\"string\"}}}}],\"messages\":["
                + String.join(",", messages) + "]}";
    }

    private String post(String body) {
        HttpRequest request = HttpRequest.newBuilder(gateway.resolve("/v1/messages"))
                .header("content-type", "application/json")
                .header(credential.replaceFirst(": .*", ""), credential.replaceFirst(".*?: ", ""))
                .header("anthropic-version", "2023-06-01")
                .header("x-throughline-session", session)
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        try {
            HttpResponse<String> reply = client.send(request, HttpResponse.BodyHandlers.ofString());
            if (reply.statusCode() != 200) {
                throw new IllegalStateException(reply.statusCode() + ": " + reply.body());
            }
            return reply.body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
