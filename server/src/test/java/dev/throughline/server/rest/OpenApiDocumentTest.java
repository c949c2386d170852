package dev.throughline.server.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.throughline.server.learn.MemoryFixture;
import dev.throughline.server.wiring.GatewayServer;
import io.swagger.v3.parser.OpenAPIV3Parser;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The document that a running gateway serves, and whether its routes do what the document says. */
final class OpenApiDocumentTest extends MemoryFixture {
    private static final JsonMapper JSON = new JsonMapper();
    private static final SchemaRegistry SCHEMAS = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

    /** The headers of a program that passes on the messages of someone else. */
    private static final String[] STRANGER = {"x-throughline-session", "agent:main:telegram:group:strangers"};

    /** The values of the parameters in paths, by name. */
    private final Map<String, String> places = new HashMap<>();

    /**
     * A request that succeeds.
     *
     * @param route the method and the path in the document
     */
    private record Example(String route, String query, String body) {
        static Example of(String route) {
            return new Example(route, "", "");
        }

        static Example query(String route, String query) {
            return new Example(route, "?" + query, "");
        }

        static Example body(String route, String body) {
            return new Example(route, "", body);
        }
    }

    private List<Example> examples() {
        return List.of(
                Example.of("GET /status"),
                Example.of("GET /config"),
                Example.of("GET /openapi.json"),
                Example.query("GET /sessions", "limit=5&beside=true"),
                Example.query("GET /outlines", "limit=5&since=2026-01-01T00:00:00Z&project=parser"),
                Example.query("GET /find", "session={session}"),
                Example.of("GET /sessions/{session}"),
                Example.query("GET /sessions/{session}/entries", "after=0&limit=9"),
                Example.of("GET /sessions/{session}/sources/{source}"),
                Example.of("GET /sessions/{session}/context"),
                Example.of("GET /sessions/{session}/edits"),
                Example.body("PUT /sessions/{session}/todo", "- one"),
                Example.of("GET /sessions/{session}/todo"),
                Example.body("PUT /sessions/{session}/pinned", "- two"),
                Example.of("GET /sessions/{session}/pinned"),
                Example.query("POST /sessions/{session}/index", "by=rules"),
                Example.body("PUT /sessions/{session}/name", "Zebra work"),
                Example.of("GET /sessions/{session}/metadata"),
                Example.body("POST /sessions/{session}/compact", "{\"keep\":\"the zebra\"}"),
                Example.body("POST /sessions/{session}/questions", "{\"question\":\"What needs paint?\"}"),
                Example.of("GET /runs/{run}"),
                Example.query("GET /keys", "key=one"),
                Example.query("GET /origin", "type=group&channel=telegram&group=g1"),
                Example.body("POST /memory", "{\"text\":\"I use tabs.\"}"),
                Example.of("GET /memory"),
                Example.query("GET /memory", "path={page}&from=1&lines=2"),
                Example.query("GET /search", "q=tabs&limit=3&min_score=0"),
                Example.query("GET /search", "q=zebra&scope=sessions&all=true"),
                Example.of("POST /memory/undo"),
                Example.of("POST /memory/undo"),
                Example.of("POST /memory/redo"),
                Example.of("GET /memory/index"),
                Example.of("POST /memory/index"),
                Example.of("POST /memory/consolidate"),
                Example.query("DELETE /memory", "path={page}"),
                Example.body("POST /import", "{\"path\":\"" + user.resolve("parser") + "\",\"dry_run\":true}"),
                Example.of("POST /sessions/{session}/reset"),
                Example.of("POST /sessions/{session}/undo-reset"),
                Example.query("POST /sessions/prune", "keep=100&dry_run=true"),
                Example.of("DELETE /sessions/{session}"));
    }

    private record HttpAnswer(int status, String type, String body) {}

    private static HttpAnswer exchange(
            GatewayServer gateway, String method, String target, String body, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(gateway.address() + "/api/v1" + target))
                .method(method, HttpRequest.BodyPublishers.ofString(body));
        String type = body.startsWith("{") || body.startsWith("[") ? "application/json" : "text/plain";
        request.headers(Stream.concat(Stream.of("content-type", type), Stream.of(headers))
                .toArray(String[]::new));
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> answer = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
            return new HttpAnswer(
                    answer.statusCode(),
                    answer.headers().firstValue("content-type").orElse("none"),
                    answer.body());
        }
    }

    private HttpAnswer send(GatewayServer gateway, String route, String query, String body, String... headers)
            throws Exception {
        String[] parts = (route + query).split(" ", 2);
        String target = parts[1];
        for (Map.Entry<String, String> place : places.entrySet()) {
            target = target.replace("{" + place.getKey() + "}", place.getValue());
        }
        return exchange(gateway, parts[0], target, body, headers);
    }

    private static JsonNode document(GatewayServer gateway) throws Exception {
        return JSON.readTree(exchange(gateway, "GET", "/openapi.json", "").body());
    }

    /** The operations of a document, by method and path. */
    private static Map<String, JsonNode> operations(JsonNode document) {
        Map<String, JsonNode> operations = new TreeMap<>();
        document.get("paths")
                .properties()
                .forEach(path -> path.getValue()
                        .properties()
                        .forEach(operation -> operations.put(
                                operation.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey(),
                                operation.getValue())));
        return operations;
    }

    private void prepare(GatewayServer gateway) throws Exception {
        agent(gateway, "one", "parser").ask("The zebra crossing needs paint.");
        String id = gateway.sessions().listed(1).getFirst().ref().id().toString();
        String entries = get(gateway, "/api/v1/sessions/" + id + "/entries");
        places.put("session", id);
        places.put("source", entries.replaceFirst("(?s).*?\"source\":\"([^\"]+)\".*", "$1"));
        places.put("run", "0198c5a0-0000-7000-8000-00000000dead");
    }

    /** Asserts that an answer has a status and a body that the document describes. */
    private static void assertDescribed(JsonNode document, String route, HttpAnswer answer) {
        String what = route + ": " + answer;
        JsonNode response = operations(document)
                .getOrDefault(route, document)
                .path("responses")
                .path("" + answer.status());
        if (response.has("$ref")) {
            response = document.at(response.get("$ref").stringValue().substring(1));
        }
        JsonNode content = response.path("content").path(answer.type());
        assertTrue(content.isObject(), what);
        if (content.has("schema")) {
            var problems = SCHEMAS.getSchema(content.get("schema")).validate(JSON.readTree(answer.body()));
            assertEquals(List.of(), problems, what);
        }
    }

    @Test
    void a_star_is_a_parameter_with_the_name_of_the_place_before_it() {
        JsonNode document = OpenApiDocument.of(
                Map.of("sessions/*/sources/*", Map.of("GET", RouteContract.answers("The exact bytes."))), "1");
        JsonNode get = document.at("/paths")
                .get("/sessions/{session}/sources/{source}")
                .get("get");
        assertEquals("session", get.at("/parameters/0/name").asString());
        assertEquals("source", get.at("/parameters/1/name").asString());
        assertEquals("1", document.at("/info/version").asString());
    }

    @Test
    void the_document_is_valid() throws Exception {
        try (GatewayServer gateway = open()) {
            String text = exchange(gateway, "GET", "/openapi.json", "").body();
            assertEquals(List.of(), new OpenAPIV3Parser().readContents(text).getMessages());
            Map<String, JsonNode> operations = operations(JSON.readTree(text));
            Set<String> ids = operations.values().stream()
                    .map(each -> each.get("operationId").stringValue())
                    .collect(Collectors.toSet());
            assertEquals(operations.size(), ids.size(), ids.toString());
        }
    }

    @Test
    void the_routes_and_their_parameters_are_those_of_the_documentation() throws Exception {
        Map<String, Set<String>> documented = new TreeMap<>();
        Pattern route = Pattern.compile("`([A-Z]+) /api/v1(/[^?` ]*)\\??([^` ]*)`");
        Files.readString(Path.of("../docs/commands.md"))
                .lines()
                .filter(line -> line.startsWith("| `"))
                .flatMap(line -> route.matcher(line.split(" \\| ", 2)[0]).results())
                .forEach(found -> documented
                        .computeIfAbsent(found.group(1) + " " + withoutNames(found.group(2)), _ -> new TreeSet<>())
                        .addAll(Stream.of(found.group(3).split("=&?", -1))
                                .filter(name -> !name.isEmpty())
                                .toList()));
        try (GatewayServer gateway = open()) {
            Map<String, Set<String>> served = new TreeMap<>();
            operations(document(gateway))
                    .forEach((name, operation) -> served.put(withoutNames(name), queryParameters(operation)));
            assertEquals(served, documented);
        }
    }

    /** A path without the names of its parameters. */
    private static String withoutNames(String path) {
        return path.replaceAll("\\{[^}]*}", "*");
    }

    private static Set<String> queryParameters(JsonNode operation) {
        return operation
                .get("parameters")
                .valueStream()
                .filter(each -> each.get("in").stringValue().equals("query"))
                .map(each -> each.get("name").stringValue())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void every_route_answers_as_the_document_says() throws Exception {
        try (GatewayServer gateway = open("--sessions-index-messages", "0")) {
            prepare(gateway);
            JsonNode document = document(gateway);
            Set<String> answered = new TreeSet<>();
            for (Example example : examples()) {
                HttpAnswer answer = send(gateway, example.route(), example.query(), example.body());
                assertEquals(200, answer.status(), example + " " + answer);
                assertDescribed(document, example.route(), answer);
                answered.add(example.route());
                switch (example.route()) {
                    case "POST /memory" ->
                        places.put(
                                "page", JSON.readTree(answer.body()).get("path").stringValue());
                    case "POST /sessions/{session}/reset" ->
                        places.put(
                                "session",
                                JSON.readTree(answer.body()).get("id").stringValue());
                    default -> {}
                }
            }
            assertEquals(operations(document).keySet(), answered);
        }
    }

    @Test
    void a_malformed_request_is_refused_on_every_route() throws Exception {
        try (GatewayServer gateway = open()) {
            prepare(gateway);
            JsonNode document = document(gateway);
            for (Map.Entry<String, JsonNode> operation : operations(document).entrySet()) {
                String route = operation.getKey();
                JsonNode described = operation.getValue();
                List<HttpAnswer> refused = new ArrayList<>();
                refused.add(send(gateway, route, "?nonsense=1", ""));
                for (JsonNode parameter : described.get("parameters")) {
                    String type = parameter.at("/schema/type").stringValue();
                    if (parameter.get("in").stringValue().equals("query") && !type.equals("string")) {
                        String query = "?q=a&path=a.md&" + parameter.get("name").stringValue() + "=x";
                        refused.add(send(gateway, route, query, ""));
                    }
                    if (parameter.get("in").stringValue().equals("query")
                            && parameter.get("required").booleanValue()) {
                        refused.add(send(gateway, route, "", ""));
                    }
                }
                JsonNode body = described.path("requestBody");
                if (body.path("required").asBoolean(false)) {
                    refused.add(send(gateway, route, "", ""));
                }
                if (body.at("/content").has("application/json")) {
                    refused.add(send(gateway, route, "", "[1]"));
                }
                for (HttpAnswer answer : refused) {
                    assertEquals(400, answer.status(), route + ": " + answer);
                    assertDescribed(document, route, answer);
                }
            }
        }
    }

    @Test
    void a_request_of_a_stranger_gets_a_documented_answer_on_every_route() throws Exception {
        try (GatewayServer gateway = open()) {
            prepare(gateway);
            places.put("page", "MEMORY.md");
            JsonNode document = document(gateway);
            Set<String> refused = new HashSet<>();
            for (Example example : examples()) {
                HttpAnswer answer = send(gateway, example.route(), example.query(), example.body(), STRANGER);
                assertDescribed(document, example.route(), answer);
                if (example.route().contains("{session}")) {
                    assertNotEquals(200, answer.status(), example + " " + answer);
                }
                if (answer.status() == 403) {
                    refused.add(example.route());
                }
            }
            assertTrue(
                    refused.containsAll(
                            Set.of("GET /config", "POST /import", "GET /keys", "POST /sessions/{session}/reset")),
                    refused.toString());
        }
    }
}
