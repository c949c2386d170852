package dev.throughline.cli;

import dev.throughline.engine.helper.HelperModel;
import dev.throughline.memory.index.ConfiguredEmbedder;
import dev.throughline.memory.project.Project;
import dev.throughline.memory.project.ProjectMemory;
import dev.throughline.memory.tool.SearchScopes;
import dev.throughline.model.ProxyException;
import dev.throughline.search.SearchQuery;
import dev.throughline.search.SearchResult;
import dev.throughline.server.config.Config;
import dev.throughline.server.config.Keys;
import dev.throughline.server.config.LogSettings;
import dev.throughline.server.config.MemoryKeys;
import dev.throughline.server.config.SearchKeys;
import dev.throughline.server.json.MemoryViews;
import dev.throughline.server.json.SearchView;
import dev.throughline.server.sessions.GatewayClient;
import dev.throughline.server.wiring.GatewayServer;
import dev.throughline.server.wiring.Homes;
import dev.throughline.server.wiring.Logs;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Opens the memory that a command is about: that of the project it is started in, unless {@code --project} names
 * another.
 */
final class MemoryAccess {
    /** A few pages are embedded in this time; of many, those that are not are found by keywords. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final TypedCommand command;
    private final CommandOption<String> project;

    /** Adds the option {@code --project} to a command. */
    MemoryAccess(TypedCommand command) {
        this.command = command;
        this.project = command.text(
                "--project",
                "DIR",
                "the project whose memory to use; '-' for the shared one (default: the current directory)");
    }

    /** With a quiet log: the command itself reports what goes wrong, and not twice. */
    MemoryAccess quiet() {
        LogSettings logging = command.config().logging();
        boolean isCurious = logging.level().compareTo(LogSettings.Level.DEBUG) <= 0;
        Logs.apply(new LogSettings(isCurious ? logging.level() : LogSettings.Level.ERROR, logging.form()));
        return this;
    }

    <T> T with(Function<ProjectMemory, T> work) {
        quiet();
        try (ConfiguredEmbedder embedding = embedding()) {
            return with(embedding, work);
        }
    }

    /** The same with an embedding model that is kept for the next time. */
    <T> T with(ConfiguredEmbedder embedding, Function<ProjectMemory, T> work) {
        return with(embedding, project(), encodedProject(), work);
    }

    /** The same for every project there is, one after the other. */
    <T> List<T> withAll(Function<ProjectMemory, T> work) {
        quiet();
        List<T> all = new ArrayList<>();
        try (ConfiguredEmbedder embedding = embedding()) {
            for (Project each : MemoryKeys.projects(command.config()).all()) {
                all.add(with(embedding, each, encoded(each.name()), work));
            }
        }
        return all;
    }

    private <T> T with(ConfiguredEmbedder embedding, Project named, String encoded, Function<ProjectMemory, T> work) {
        Config config = command.config();
        Optional<GatewayClient> gateway = gateway();
        try (ProjectMemory opened = ProjectMemory.open(
                named,
                new ProjectMemory.Dependencies(
                        command.environment().clock(),
                        HelperModel.NONE,
                        embedding,
                        MemoryKeys.limits(config),
                        SearchKeys.settings(config),
                        PATIENCE,
                        gateway.map(client -> query -> search(client, encoded, query))))) {
            return work.apply(opened);
        } finally {
            gateway.ifPresent(GatewayClient::close);
        }
    }

    /** The embedding model, as it is set. */
    ConfiguredEmbedder embedding() {
        return new ConfiguredEmbedder(
                SearchKeys.settings(command.config()),
                name -> command.environment().environment().variables().get(name));
    }

    /** Says a sentence or, if JSON is wanted, prints it with what else a program wants to know. */
    void report(boolean isJson, String sentence, Object view) {
        if (isJson) {
            command.printJson(MemoryViews.said(sentence, view));
        } else {
            command.say(sentence);
        }
    }

    /** Works with the gateway that has the home open, or with one that is started for it: only it may read sessions. */
    <T> T withGateway(Function<GatewayClient, T> work) {
        quiet();
        Optional<GatewayClient> running = gateway();
        if (running.isPresent()) {
            try (GatewayClient client = running.get()) {
                return work.apply(client);
            }
        }
        try (GatewayServer server = GatewayServer.open(
                        command.config().with(Keys.PORT, 0),
                        command.environment().clock());
                GatewayClient client = new GatewayClient(server.address())) {
            return work.apply(client);
        }
    }

    /** The gateway that has the home open, if one does: it has the index too. */
    private Optional<GatewayClient> gateway() {
        return command.environment()
                .homes()
                .holder(command.config().home())
                .flatMap(Homes.Holder::address)
                .map(GatewayClient::new);
    }

    private static SearchResult search(GatewayClient gateway, String project, SearchQuery query) {
        String scopes = query.scopes().stream().map(SearchScopes::word).sorted().collect(Collectors.joining(","));
        String least = query.minFit() > 0 ? "" : "&min_score=" + query.minScore();
        String path = "search?q=" + encoded(query.text()) + "&scope=" + scopes + "&limit=" + query.maxResults() + least
                + "&project=" + project;
        return gateway.ask(path, SearchView.class)
                .orElseThrow(MemoryAccess::isOff)
                .answer();
    }

    /** A gateway without memory knows no such path. */
    static ProxyException isOff() {
        return new ProxyException(
                ProxyException.Kind.CALLER,
                "memory_off",
                "the gateway of this home runs without memory; restart it without '--memory none'");
    }

    /** The project for the query of a request; empty for the shared memory. */
    String encodedProject() {
        return project().isShared() ? "" : encoded(word());
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    Project project() {
        try {
            return MemoryKeys.projects(command.config()).find(word());
        } catch (ProxyException e) {
            throw new IllegalArgumentException(e.sentence(), e);
        }
    }

    boolean isProjectGiven() {
        return project.isGiven();
    }

    /** What names the project, to a gateway too: nothing, the path of a folder, or a name. */
    private String word() {
        Path here = command.environment().environment().workingFolder();
        if (!project.isGiven()) {
            return here.toString();
        }
        String word = project.value();
        if (word.equals("-")) {
            return "";
        }
        Path folder = here.resolve(word);
        if (word.isBlank() || (Files.exists(folder) && !Files.isDirectory(folder))) {
            throw new IllegalArgumentException("'" + word
                    + "' is not a project; pass a folder, the name of a project, or '-' for the shared memory");
        }
        return Files.isDirectory(folder) || word.contains("/")
                ? folder.normalize().toString()
                : word;
    }
}
