package dev.throughline.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.simulator.answer.Answer;
import dev.throughline.simulator.server.ModelOptions;
import dev.throughline.simulator.server.ModelServer;
import dev.throughline.simulator.server.Script;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;

final class TeeTest {
    @Test
    void bytes_are_copied_in_both_directions_and_requests_are_recorded() throws IOException, InterruptedException {
        String body = "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}";
        try (ModelServer model = ModelServer.start(ModelOptions.of(Script.inOrder(Answer.text("hello"))));
                Tee tee = Tee.to(model.port());
                HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create(tee.url() + "/v1/chat/completions"))
                    .header("authorization", "Bearer sk-none")
                    .POST(HttpRequest.BodyPublishers.ofString(body))
                    .build();
            HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
            assertEquals(200, response.statusCode());
            assertEquals(body, tee.requests().getFirst().body().utf8());
            assertEquals(
                    model.received().getFirst().body(),
                    tee.requests().getFirst().body());
        }
    }
}
