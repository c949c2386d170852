package dev.throughline.server.learn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.recall.RecallTool;
import dev.throughline.engine.session.KeyScope;
import dev.throughline.memory.tool.OfferedMemoryTools;
import dev.throughline.model.json.JsonFormat;
import dev.throughline.server.learn.IsolationReader.Shown;
import dev.throughline.server.wiring.GatewayServer;
import dev.throughline.simulator.answer.Answer;
import dev.throughline.simulator.server.ModelOptions;
import dev.throughline.simulator.server.ModelServer;
import dev.throughline.wire.LocalTool;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Who gets what one person said, by every way of reading: scopes × readers × paths. The tools and the routes are those
 * that a gateway has. A tool without a row fails the test; a route without a row must refuse every session.
 */
final class IsolationTest extends MemoryFixture {
    private static final String SECRET = "my sister lives in Heidelberg";
    private static final String PLACE = "Heidelberg";
    private static final String QUESTION = "Where does my sister live?";
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private volatile Answer next = Answer.text("Good.");
    private final List<String> wrong = new ArrayList<>();

    /**
     * The session in which ADA spoke.
     *
     * @param source the source that contains what she said
     * @param handle the handle of the message
     * @param page the page of her memory that contains it
     */
    private record AdasSession(String id, String name, String source, String handle, String page) {}

    /** A call of a tool, with the category of its answer. */
    private record ToolRow(String tool, Shown shown, String arguments) {}

    private static String session(String id) {
        return "\"session\":\"" + id + "\"";
    }

    private static List<ToolRow> localRows(AdasSession ada) {
        String question = ",\"question\":\"" + QUESTION + "\"";
        return List.of(
                new ToolRow("memory_search", Shown.MEMORY, "\"query\":\"sister lives\",\"scope\":\"all\""),
                new ToolRow("memory_get", Shown.MEMORY, "\"path\":\"" + ada.page + "\""),
                new ToolRow("query_session", Shown.SESSION, session(ada.id) + question),
                new ToolRow("query_session", Shown.SESSION, session(ada.name) + question),
                new ToolRow(RecallTool.NAME, Shown.OWN_SESSION, "\"query\":\"sister lives\""),
                new ToolRow(RecallTool.NAME, Shown.OWN_SESSION, "\"id\":\"" + ada.handle + "\""));
    }

    private static List<ToolRow> mcpRows(AdasSession ada) {
        String query = "\"query\":\"sister lives\"";
        return List.of(
                new ToolRow("memory_search", Shown.MEMORY, query + ",\"scope\":\"all\""),
                new ToolRow("memory_get", Shown.MEMORY, "\"path\":\"" + ada.page + "\""),
                new ToolRow("session_search", Shown.MEMORY, query + ",\"scope\":\"all\""),
                new ToolRow("query_session", Shown.SESSION, session(ada.id) + ",\"question\":\"" + QUESTION + "\""),
                new ToolRow("recall", Shown.SESSION, session(ada.id) + "," + query),
                new ToolRow("recall", Shown.SESSION, session(ada.id) + ",\"id\":\"" + ada.handle + "\""),
                new ToolRow("memory_save", Shown.NOTHING, "\"text\":\"I like tea.\""),
                new ToolRow("memory_delete", Shown.NOTHING, "\"path\":\"none.md\""));
    }

    /** A target of a route of which a session may use some, with the text that it shows. */
    private record RouteRow(String route, Shown shown, String target, String text) {}

    private static List<RouteRow> sessionRows(AdasSession ada) {
        String session = "sessions/" + ada.id;
        return List.of(
                new RouteRow("GET status", Shown.NOTHING, "status", PLACE),
                new RouteRow("GET sessions", Shown.SESSION, "sessions", ada.id),
                new RouteRow("GET outlines", Shown.SESSION, "outlines", ada.id),
                new RouteRow("GET sessions/*", Shown.SESSION, session, "\"id\":\"" + ada.id),
                new RouteRow("GET sessions/*/entries", Shown.SESSION, session + "/entries", "\"sequence\""),
                new RouteRow("GET sessions/*/sources/*", Shown.SESSION, session + "/sources/" + ada.source, PLACE),
                new RouteRow("GET sessions/*/context", Shown.SESSION, session + "/context", PLACE),
                new RouteRow("GET sessions/*/edits", Shown.SESSION, session + "/edits", "\"bill\""),
                new RouteRow("GET sessions/*/todo", Shown.SESSION, session + "/todo", PLACE),
                new RouteRow("GET sessions/*/pinned", Shown.SESSION, session + "/pinned", PLACE));
    }

    private static List<RouteRow> memoryRows(AdasSession ada) {
        String search = "search?scope=memory,sessions,archive&q=";
        return List.of(
                new RouteRow("GET search", Shown.MEMORY, search + "sister+lives", PLACE),
                new RouteRow("GET search", Shown.NOTHING, search + "sister+lives&all=true", PLACE),
                new RouteRow("GET search", Shown.OWNERS_FILES, search + "zebra", "striped"),
                new RouteRow("GET memory", Shown.MEMORY, "memory?path=" + ada.page, PLACE),
                new RouteRow("GET memory", Shown.MEMORY, "memory", ada.page),
                new RouteRow("GET memory/index", Shown.NOTHING, "memory/index", PLACE),
                new RouteRow("POST memory", Shown.NOTHING, "memory", PLACE),
                new RouteRow("DELETE memory", Shown.NOTHING, "memory?path=none.md", PLACE));
    }

    private Answer answer() {
        Answer now = next;
        next = Answer.text("Good.");
        return now;
    }

    private GatewayServer open(KeyScope scope, String memory) throws Exception {
        Path wiki = Files.createDirectories(user.resolve("wiki"));
        Files.writeString(wiki.resolve("zebra.md"), "The zebra is striped.\n");
        model.close();
        model = ModelServer.start(ModelOptions.of(_ -> answer()));
        return open(
                "--memory",
                memory,
                "--search-paths",
                wiki.toString(),
                "--sessions-scope",
                scope.word(),
                "--sessions-identity-links",
                "ada=discord:a1 telegram:a2, boss=+1 irc:boss",
                "--sessions-owner",
                "boss");
    }

    private static String send(GatewayServer gateway, String method, String path, String body, String... headers)
            throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(gateway.address().resolve(path))
                .header("content-type", path.contains("/v1/sessions/") ? "text/plain" : "application/json")
                .header("accept", "application/json, text/event-stream")
                .header("x-api-key", "sk-test")
                .header("anthropic-version", "2023-06-01")
                .method(method, HttpRequest.BodyPublishers.ofString(body));
        return CLIENT.send(
                        (headers.length == 0 ? request : request.headers(headers)).build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
    }

    /** Sends a message of a new conversation to the model, and returns the last request that the model received. */
    private String ask(GatewayServer gateway, String words, String... headers) throws Exception {
        String system = "You are an assistant. " + "Be kind and answer in one sentence. ".repeat(1_000);
        String body = "{\"model\":\"claude-sonnet-4-5\",\"max_tokens\":1000,\"system\":\"" + system
                + "\",\"tools\":[{\"name\":\"Bash\",\"description\":\"Runs a command\",\"input_schema\":"
                + "{\"type\":\"object\",\"properties\":{\"command\":{\"type\":\"string\"}}}}],"
                + "\"messages\":[{\"role\":\"user\",\"content\":\"" + words + "\"}]}";
        String reply = send(gateway, "POST", "/v1/messages", body, headers);
        assertTrue(reply.contains("\"type\""), reply);
        return sent();
    }

    private void check(KeyScope scope, IsolationReader reader, String path, Shown shown, String answer, String text) {
        boolean expected = reader.gets(scope, shown);
        if (answer.contains(text) != expected) {
            wrong.add(scope + " " + reader + " by " + path + (expected ? " does not get it: " : " gets it: ")
                    + answer.substring(Math.max(0, answer.length() - 300)));
        }
    }

    @ParameterizedTest
    @EnumSource(KeyScope.class)
    void what_one_person_said_is_read_only_by_those_who_may(KeyScope scope) throws Exception {
        try (GatewayServer gateway = open(scope, "all")) {
            ask(gateway, "Please remember that " + SECRET + ".", IsolationReader.ADA.headers());
        }
        Path page = page();
        try (GatewayServer gateway = open(scope, "all")) {
            AdasSession ada =
                    adasSession(gateway, workspace(page).relativize(page).toString());
            bobWritesBeforeAda(gateway);
            List<RouteRow> rows = Stream.concat(sessionRows(ada).stream(), memoryRows(ada).stream())
                    .toList();
            routes(gateway, scope, ada, rows);
            mcpTools(gateway, scope, ada);
            localTools(gateway, scope, ada);
            references(gateway, scope, ada);
            addTopic(page);
            for (IsolationReader reader : IsolationReader.values()) {
                String sent = ask(gateway, "What do you know about the place where my sister is?", reader.headers());
                check(scope, reader, "opening", Shown.MEMORY, sent, PLACE);
                check(scope, reader, "topics", Shown.MEMORY, sent, "The Neckar");
            }
        }
        assertEquals(List.of(), wrong);
    }

    @ParameterizedTest
    @EnumSource(KeyScope.class)
    void without_memory_the_same_sessions_are_read(KeyScope scope) throws Exception {
        try (GatewayServer gateway = open(scope, "all")) {
            bobWritesBeforeAda(gateway);
            ask(gateway, "Please remember that " + SECRET + ".", IsolationReader.ADA.headers());
        }
        try (GatewayServer gateway = open(scope, "none")) {
            AdasSession ada = adasSession(gateway, "none.md");
            routes(gateway, scope, ada, sessionRows(ada));
        }
        assertEquals(List.of(), wrong);
    }

    private void bobWritesBeforeAda(GatewayServer gateway) throws Exception {
        ask(gateway, "Hello, @@nobody.", "x-throughline-session", "room-7", "x-throughline-peer", "b1");
    }

    /** Describes the session of ADA. The sentence is in its notes, too. */
    private static AdasSession adasSession(GatewayServer gateway, String page) throws Exception {
        String id = gateway.sessions().listed(10).getFirst().ref().id().toString();
        String session = "/api/v1/sessions/" + id;
        send(gateway, "PUT", session + "/todo", "- " + SECRET);
        send(gateway, "PUT", session + "/pinned", "- " + SECRET);
        String metadata = send(gateway, "POST", session + "/index?by=rules", "");
        Matcher name = Pattern.compile("\"name\":\"([a-z0-9-]+)\"").matcher(metadata);
        String entries = send(gateway, "GET", session + "/entries?limit=1000", "");
        Matcher nodes = Pattern.compile("\"item\":\"s2:([a-z2-7]{8})[^}]*?\"kind\":\"USER\"", Pattern.CASE_INSENSITIVE)
                .matcher(entries);
        assertTrue(nodes.find(), entries);
        return new AdasSession(
                id, name.find() ? name.group(1) : id, source(gateway, id, entries), nodes.group(1), page);
    }

    /** The source with the sentence. */
    private static String source(GatewayServer gateway, String id, String entries) throws Exception {
        Matcher sources = Pattern.compile("\"source\":\"(s2:[^\"]+)\"").matcher(entries);
        while (sources.find()) {
            if (send(gateway, "GET", "/api/v1/sessions/" + id + "/sources/" + sources.group(1), "")
                    .contains(PLACE)) {
                return sources.group(1);
            }
        }
        throw new AssertionError("No source has the sentence: " + entries);
    }

    /** The topic that was learned from the sentence. */
    private Path page() throws Exception {
        for (Path file : files(user.resolve(".local/share/throughline"))) {
            if (file.toString().endsWith("heidelberg.md")) {
                return file;
            }
        }
        throw new AssertionError("The sentence was not learned.");
    }

    private static Path workspace(Path page) {
        Path folder = page;
        while (!folder.endsWith("workspace")) {
            folder = Objects.requireNonNull(folder.getParent());
        }
        return folder;
    }

    private static void addTopic(Path page) throws Exception {
        Files.writeString(page.resolveSibling("sister.md"), """
            ---
            name: sister
            description: the place where my sister is and what we know about it
            type: user
            ---

            - The Neckar flows through the place of my sister.
            """);
    }

    private void routes(GatewayServer gateway, KeyScope scope, AdasSession ada, List<RouteRow> rows) throws Exception {
        Set<String> routes = allRoutes(gateway);
        Set<String> known = rows.stream().map(RouteRow::route).collect(Collectors.toSet());
        assertTrue(routes.containsAll(known), () -> known + " in " + routes);
        List<RouteRow> all = new ArrayList<>(rows);
        for (String route : routes) {
            if (!known.contains(route)) {
                String path = route.split(" ", 2)[1];
                String target = path.replace("sessions/*", "sessions/" + ada.id).replace("*", ada.id);
                all.add(new RouteRow(route, Shown.NOTHING, target, ""));
            }
        }
        for (RouteRow row : all) {
            String method = row.route().split(" ", 2)[0];
            String body = method.equals("GET") ? "" : "{\"text\":\"I like tea.\"}";
            for (IsolationReader reader : IsolationReader.values()) {
                if (reader == IsolationReader.PROGRAM) {
                    continue; // Without headers, a request comes from the owner of the machine.
                }
                String answer = send(gateway, method, "/api/v1/" + row.target(), body, reader.headers());
                if (known.contains(row.route())) {
                    check(scope, reader, row.route() + " " + row.target(), row.shown(), answer, row.text());
                } else if (!answer.contains("not_permitted")) {
                    wrong.add(scope + " " + reader + " may use " + row.route() + ": " + answer);
                }
            }
        }
    }

    /** The routes of the running gateway. */
    private static Set<String> allRoutes(GatewayServer gateway) throws Exception {
        Set<String> routes = new TreeSet<>();
        JsonFormat.mapper()
                .readTree(send(gateway, "GET", "/api/v1/openapi.json", ""))
                .get("paths")
                .properties()
                .forEach(path -> path.getValue()
                        .properties()
                        .forEach(method -> routes.add(method.getKey().toUpperCase(Locale.ROOT) + " "
                                + path.getKey().substring(1).replaceAll("\\{[^}]+}", "*"))));
        return routes;
    }

    private void mcpTools(GatewayServer gateway, KeyScope scope, AdasSession ada) throws Exception {
        String list = send(gateway, "POST", "/mcp", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}");
        Set<String> names = Pattern.compile("\"name\":\"([a-z_]+)\"")
                .matcher(list)
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        List<ToolRow> rows = mcpRows(ada);
        assertEquals(
                rows.stream().map(ToolRow::tool).collect(Collectors.toCollection(TreeSet::new)),
                names,
                "each tool has a row");
        for (ToolRow row : rows) {
            for (IsolationReader reader : IsolationReader.values()) {
                if (reader != IsolationReader.PROGRAM) {
                    String answer = send(gateway, "POST", "/mcp", call(row.tool(), row.arguments()), reader.headers());
                    check(scope, reader, "MCP " + row, row.shown(), answer, PLACE);
                }
            }
        }
    }

    private void localTools(GatewayServer gateway, KeyScope scope, AdasSession ada) throws Exception {
        Set<String> known = Stream.concat(
                        Stream.of(RecallTool.NAME),
                        OfferedMemoryTools.known().stream().map(LocalTool::name))
                .collect(Collectors.toSet());
        List<ToolRow> rows = localRows(ada);
        assertEquals(known, rows.stream().map(ToolRow::tool).collect(Collectors.toSet()), "each tool has a row");
        for (ToolRow row : rows) {
            for (IsolationReader reader : IsolationReader.values()) {
                // A session keeps the tools that it began with, and Ada's began with recall only.
                if (row.shown() != Shown.OWN_SESSION && reader.gets(scope, Shown.OWN_SESSION)) {
                    continue;
                }
                next = Answer.call(row.tool(), "{" + row.arguments() + "}");
                // A session gets the tool query_session if its first request refers to a session.
                String sent = ask(gateway, "Where, @@nobody?", reader.headers());
                boolean wasCalled = sent.contains("tool_result");
                String answer = wasCalled ? sent.substring(sent.lastIndexOf("tool_result")) : "";
                check(scope, reader, "tool " + row, row.shown(), answer, PLACE);
                // Without memory, the tools of memory are not offered.
                if (!wasCalled && (reader.gets(scope, Shown.MEMORY) || row.shown() != Shown.MEMORY)) {
                    wrong.add(scope + " " + reader + " cannot call " + row);
                }
            }
        }
    }

    private void references(GatewayServer gateway, KeyScope scope, AdasSession ada) throws Exception {
        for (String reference : List.of("@@" + ada.id, "@@" + ada.name, "@@" + ada.id + ": " + QUESTION)) {
            for (IsolationReader reader : IsolationReader.values()) {
                String sent = ask(gateway, "Continue " + reference, reader.headers());
                int start = sent.indexOf("<throughline_references");
                check(
                        scope,
                        reader,
                        reference,
                        Shown.OTHER_SESSION,
                        start < 0 ? "" : sent.substring(start),
                        reference.contains(":") ? PLACE : ada.id + "\\\"");
            }
        }
    }
}
