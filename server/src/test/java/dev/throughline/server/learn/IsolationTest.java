package dev.throughline.server.learn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.MemoryStore;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.recall.RecallTool;
import dev.throughline.engine.session.ChatKeys;
import dev.throughline.engine.session.KeyScope;
import dev.throughline.memory.MemoryService;
import dev.throughline.memory.tool.OfferedMemoryTools;
import dev.throughline.server.rest.RestApi;
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
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
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
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    /** Who reads. ADA said the sentence. */
    private enum Reader {
        OWNER("channel", "signal", "account", "bot", "peer", "+1"),
        LINKED_OWNER("channel", "irc", "account", "bot", "peer", "boss"),
        ADA("channel", "discord", "account", "bot", "peer", "a1"),
        LINKED_ADA("channel", "telegram", "account", "bot", "peer", "a2"),
        BOB("channel", "discord", "account", "bot", "peer", "b1"),
        GROUP("channel", "discord", "group", "g1", "peer", "a1"),
        HOOK("hook", "h1"),
        CRON("job", "nightly"),
        OTHER_AGENT("agent", "other", "channel", "discord", "account", "bot", "peer", "a1"),
        OTHER_OWNER("agent", "other", "channel", "signal", "account", "bot", "peer", "+1");

        private final String headers;

        Reader(String... fields) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < fields.length; i += 2) {
                text.append("x-throughline-")
                        .append(fields[i])
                        .append(' ')
                        .append(fields[i + 1])
                        .append(' ');
            }
            headers = text.toString();
        }

        private String[] headers() {
            return headers.strip().split(" ", -1);
        }
    }

    /** What a path shows. */
    private enum Shown {
        /** The memory of the reader, and what is found in it. */
        MEMORY,
        /** A session that the request names. */
        SESSION,
        /** The session of the reader. */
        OWN_SESSION,
        /** Nothing that anybody said. */
        NOTHING
    }

    private boolean gets(KeyScope scope, Reader reader, Shown shown) {
        boolean isAda = reader == Reader.ADA || reader == Reader.LINKED_ADA;
        boolean isOwner = reader == Reader.OWNER || reader == Reader.LINKED_OWNER || reader == Reader.CRON;
        boolean sharesMain = scope == KeyScope.MAIN && (isAda || isOwner || reader == Reader.BOB);
        return switch (shown) {
            case MEMORY -> isAda || sharesMain;
            case SESSION -> isAda || isOwner || sharesMain;
            case OWN_SESSION ->
                switch (scope) {
                    case MAIN -> sharesMain && reader != Reader.CRON;
                    case PER_PEER -> isAda;
                    case PER_CHANNEL_PEER, PER_ACCOUNT_CHANNEL_PEER -> reader == Reader.ADA;
                };
            case NOTHING -> false;
        };
    }

    /** The calls of a tool, with the category of its answer. */
    private record ToolRow(Shown shown, String arguments) {}

    private Map<String, ToolRow> localRows(String id, String page) {
        return Map.of(
                "memory_search",
                new ToolRow(Shown.MEMORY, "{\"query\":\"sister lives\",\"scope\":\"all\"}"),
                "memory_get",
                new ToolRow(Shown.MEMORY, "{\"path\":\"" + page + "\"}"),
                "query_session",
                new ToolRow(Shown.SESSION, "{\"session\":\"" + id + "\",\"question\":\"Where does my sister live?\"}"),
                RecallTool.NAME,
                new ToolRow(Shown.OWN_SESSION, "{\"query\":\"sister lives\"}"));
    }

    private Map<String, ToolRow> mcpRows(String id, String page) {
        String session = "\"session\":\"" + id + "\"";
        return Map.of(
                "memory_search", new ToolRow(Shown.MEMORY, "{\"query\":\"sister lives\",\"scope\":\"all\"}"),
                "memory_get", new ToolRow(Shown.MEMORY, "{\"path\":\"" + page + "\"}"),
                "session_search", new ToolRow(Shown.MEMORY, "{\"query\":\"sister lives\",\"scope\":\"all\"}"),
                "query_session",
                        new ToolRow(Shown.SESSION, "{" + session + ",\"question\":\"Where does my sister live?\"}"),
                "recall", new ToolRow(Shown.SESSION, "{" + session + ",\"query\":\"sister lives\"}"),
                "memory_save", new ToolRow(Shown.NOTHING, "{}"),
                "memory_delete", new ToolRow(Shown.NOTHING, "{}"));
    }

    /** The targets of routes of which a session may use some, with the text that they show. */
    private record RouteRow(Shown shown, String target, String text) {}

    private static Map<String, RouteRow> routeRows(String id, String page, String source) {
        String session = "sessions/" + id;
        Map<String, RouteRow> rows = new LinkedHashMap<>();
        rows.put("GET status", new RouteRow(Shown.NOTHING, "status", PLACE));
        rows.put("GET sessions", new RouteRow(Shown.SESSION, "sessions", id));
        rows.put("GET outlines", new RouteRow(Shown.SESSION, "outlines", id));
        rows.put(
                "GET search", new RouteRow(Shown.MEMORY, "search?q=sister+lives&scope=memory,sessions,archive", PLACE));
        rows.put("GET memory", new RouteRow(Shown.MEMORY, "memory?path=" + page, PLACE));
        rows.put("GET memory/index", new RouteRow(Shown.NOTHING, "memory/index", PLACE));
        rows.put("POST memory", new RouteRow(Shown.NOTHING, "memory", PLACE));
        rows.put("DELETE memory", new RouteRow(Shown.NOTHING, "memory?path=none.md", PLACE));
        rows.put("GET sessions/*", new RouteRow(Shown.SESSION, session, "\"id\":\"" + id));
        rows.put("GET sessions/*/entries", new RouteRow(Shown.SESSION, session + "/entries", "\"sequence\""));
        rows.put("GET sessions/*/sources/*", new RouteRow(Shown.SESSION, session + "/sources/" + source, PLACE));
        rows.put("GET sessions/*/context", new RouteRow(Shown.SESSION, session + "/context", PLACE));
        rows.put("GET sessions/*/edits", new RouteRow(Shown.NOTHING, session + "/edits", PLACE));
        rows.put("GET sessions/*/todo", new RouteRow(Shown.NOTHING, session + "/todo", PLACE));
        rows.put("GET sessions/*/pinned", new RouteRow(Shown.NOTHING, session + "/pinned", PLACE));
        return rows;
    }

    private volatile Answer next = Answer.text("Good.");
    private final List<String> wrong = new ArrayList<>();

    private Answer answer() {
        Answer now = next;
        next = Answer.text("Good.");
        return now;
    }

    private GatewayServer open(KeyScope scope) {
        model.close();
        model = ModelServer.start(ModelOptions.of(_ -> answer()));
        return open(
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
                .header("content-type", "application/json")
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
    private String ask(GatewayServer gateway, Reader reader, String words) throws Exception {
        String system = "You are an assistant. " + "Be kind and answer in one sentence. ".repeat(1_000);
        String body = "{\"model\":\"claude-sonnet-4-5\",\"max_tokens\":1000,\"system\":\"" + system
                + "\",\"tools\":[{\"name\":\"Bash\",\"description\":\"Runs a command\",\"input_schema\":"
                + "{\"type\":\"object\",\"properties\":{\"command\":{\"type\":\"string\"}}}}],"
                + "\"messages\":[{\"role\":\"user\",\"content\":\"" + words + "\"}]}";
        String reply = send(gateway, "POST", "/v1/messages", body, reader.headers());
        assertTrue(reply.contains("\"type\""), reply);
        return sent();
    }

    private void check(KeyScope scope, Reader reader, String path, Shown shown, String answer, String text) {
        boolean expected = gets(scope, reader, shown);
        if (answer.contains(text) != expected) {
            wrong.add(scope + " " + reader + " by " + path + (expected ? " does not get it: " : " gets it: ")
                    + answer.substring(Math.max(0, answer.length() - 300)));
        }
    }

    @ParameterizedTest
    @EnumSource(KeyScope.class)
    void what_one_person_said_is_read_only_by_those_who_may(KeyScope scope) throws Exception {
        try (GatewayServer gateway = open(scope)) {
            ask(gateway, Reader.ADA, "Please remember that " + SECRET + ".");
        }
        String id;
        try (GatewayServer gateway = open(scope)) {
            SessionCard card = gateway.sessions().listed(10).getFirst();
            id = card.ref().id().toString();
            Path file = page();
            String page = workspace(file).relativize(file).toString();
            routes(gateway, scope, id, page);
            mcpTools(gateway, scope, id, page);
            localTools(gateway, scope, id, page);
            topics(file);
            for (Reader reader : Reader.values()) {
                String sent = ask(gateway, reader, "What do you know about the place where my sister is?");
                check(scope, reader, "opening", Shown.MEMORY, sent, PLACE);
                check(scope, reader, "topics", Shown.MEMORY, sent, "The Neckar");
            }
        }
        assertEquals(List.of(), wrong);
    }

    private Path page() throws Exception {
        Path home = user.resolve(".local/share/throughline");
        for (Path file : files(home)) {
            if (file.toString().endsWith(".md") && Files.readString(file).contains(PLACE)) {
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

    private static void topics(Path page) throws Exception {
        Path topics = Files.createDirectories(workspace(page).resolve("topics"));
        Files.writeString(topics.resolve("sister.md"), """
            ---
            name: sister
            description: the place where my sister is and what we know about it
            type: user
            ---

            - The Neckar flows through the place of my sister.
            """);
    }

    private void routes(GatewayServer gateway, KeyScope scope, String id, String page) throws Exception {
        String entries = send(gateway, "GET", "/api/v1/sessions/" + id + "/entries?limit=1000", "");
        Map<String, RouteRow> rows = routeRows(id, page, source(gateway, id, entries));
        for (String route : allRoutes()) {
            String[] parts = route.split(" ", 2);
            RouteRow row = rows.get(route);
            String target = row == null
                    ? parts[1].replace("sessions/*", "sessions/" + id).replace("*", id)
                    : row.target();
            for (Reader reader : Reader.values()) {
                String answer = send(
                        gateway,
                        parts[0],
                        "/api/v1/" + target,
                        parts[0].equals("GET") ? "" : "{\"text\":\"I like tea.\"}",
                        reader.headers());
                if (row == null) {
                    check(scope, reader, route, Shown.NOTHING, answer.contains("not_permitted") ? "" : PLACE, PLACE);
                } else {
                    check(scope, reader, route, row.shown(), answer, row.text());
                }
            }
        }
        assertTrue(allRoutes().containsAll(rows.keySet()), () -> rows.keySet() + " in " + scope);
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

    private Set<String> allRoutes() {
        MemoryStore store = new MemoryStore();
        try (MemoryService memory = TestMemory.of(config(flags()), store, Clock.systemUTC());
                GatewayServer gateway = open("--home", user.resolve("empty").toString())) {
            return new TreeSet<>(new RestApi(
                            gateway.sessions(),
                            () -> {
                                throw new AssertionError("not called");
                            },
                            Optional.of(memory))
                    .withSessions(_ -> Optional.empty(), ChatKeys.DEFAULT)
                    .routes());
        }
    }

    private void mcpTools(GatewayServer gateway, KeyScope scope, String id, String page) throws Exception {
        String list = send(gateway, "POST", "/mcp", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}");
        Set<String> names = Pattern.compile("\"name\":\"([a-z_]+)\"")
                .matcher(list)
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        Map<String, ToolRow> rows = mcpRows(id, page);
        assertEquals(new TreeSet<>(rows.keySet()), names, "each tool has a row");
        for (Map.Entry<String, ToolRow> row : rows.entrySet()) {
            String arguments = row.getValue().arguments();
            for (Reader reader : Reader.values()) {
                String answer = send(
                        gateway,
                        "POST",
                        "/mcp",
                        call(row.getKey(), arguments.substring(1, arguments.length() - 1)),
                        reader.headers());
                check(scope, reader, "MCP " + row.getKey(), row.getValue().shown(), answer, PLACE);
            }
        }
    }

    private void localTools(GatewayServer gateway, KeyScope scope, String id, String page) throws Exception {
        Map<String, ToolRow> rows = localRows(id, page);
        Set<String> known = Stream.concat(
                        Stream.of(RecallTool.NAME),
                        OfferedMemoryTools.known().stream().map(LocalTool::name))
                .collect(Collectors.toSet());
        assertTrue(rows.keySet().containsAll(known), () -> "each tool has a row: " + known);
        for (String tool : known) {
            ToolRow row = rows.get(tool);
            for (Reader reader : Reader.values()) {
                next = Answer.call(tool, row == null ? "{}" : row.arguments());
                String sent = ask(gateway, reader, tool.equals("query_session") ? "Where, @@nobody?" : "Where?");
                String answer = sent.contains("tool_result") ? sent.substring(sent.lastIndexOf("tool_result")) : "";
                Shown shown = row == null ? Shown.NOTHING : row.shown();
                // A session keeps the tools that it began with, and Ada's began with recall only.
                if (shown == Shown.OWN_SESSION || !gets(scope, reader, Shown.OWN_SESSION)) {
                    check(scope, reader, "tool " + tool, shown, answer, PLACE);
                }
            }
        }
    }
}
