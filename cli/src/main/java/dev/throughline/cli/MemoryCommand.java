package dev.throughline.cli;

import dev.throughline.engine.helper.HelperModel;
import dev.throughline.memory.index.ConfiguredEmbedder;
import dev.throughline.memory.project.Project;
import dev.throughline.memory.project.ProjectMemory;
import dev.throughline.memory.tool.SearchScopes;
import dev.throughline.model.ProxyException;
import dev.throughline.search.SearchQuery;
import dev.throughline.search.SearchResult;
import dev.throughline.server.config.MemoryKeys;
import dev.throughline.server.config.SearchKeys;
import dev.throughline.server.json.MemoryViews;
import dev.throughline.server.json.SearchView;
import dev.throughline.server.sessions.GatewayClient;
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
 * A command that uses the memory of one project: the project of the current directory, unless {@code --project} names
 * another.
 */
abstract class MemoryCommand extends Command {
    /** Enough to embed a few pages. Pages that are not embedded in this time are found by keywords. */
    private static final Duration EMBEDDING_TIME = Duration.ofSeconds(2);

    private final Option<String> project = text(
            "--project",
            "PROJECT",
            "a folder or the name of a project whose memory is used; - means the shared memory (default: the project"
                    + " of the current folder)");

    MemoryCommand(CommandEnvironment environment, String... description) {
        super(environment, description);
    }

    final <T> T withMemory(Function<ProjectMemory, T> work) {
        logErrorsOnly();
        try (ConfiguredEmbedder embedder = embedder()) {
            return withMemory(embedder, work);
        }
    }

    /** Opens the memory of the project, with an embedder that stays open. */
    final <T> T withMemory(ConfiguredEmbedder embedder, Function<ProjectMemory, T> work) {
        return withMemory(embedder, project(), projectParameter(), work);
    }

    /** Opens the memory of every project, one after the other. */
    final <T> List<T> withAllProjects(Function<ProjectMemory, T> work) {
        logErrorsOnly();
        List<T> all = new ArrayList<>();
        try (ConfiguredEmbedder embedder = embedder()) {
            for (Project each : MemoryKeys.projects(config()).all()) {
                all.add(withMemory(embedder, each, encoded(each.name()), work));
            }
        }
        return all;
    }

    private <T> T withMemory(
            ConfiguredEmbedder embedder, Project opened, String parameter, Function<ProjectMemory, T> work) {
        Optional<GatewayClient> gateway = gateway();
        try (ProjectMemory memory = ProjectMemory.open(
                opened,
                new ProjectMemory.OpenOptions(
                        environment().clock(),
                        HelperModel.NONE,
                        embedder,
                        MemoryKeys.limits(config()),
                        SearchKeys.settings(config()),
                        EMBEDDING_TIME,
                        gateway.map(client -> query -> search(client, parameter, query))))) {
            return work.apply(memory);
        } finally {
            gateway.ifPresent(GatewayClient::close);
        }
    }

    final ConfiguredEmbedder embedder() {
        return new ConfiguredEmbedder(
                SearchKeys.settings(config()),
                name -> environment().environment().variables().get(name));
    }

    /** Prints a sentence, or the sentence and a view as JSON. */
    final void report(boolean isJson, String sentence, Object view) {
        if (isJson) {
            printJson(MemoryViews.withSentence(sentence, view));
        } else {
            printMessage(sentence);
        }
    }

    private static SearchResult search(GatewayClient gateway, String project, SearchQuery query) {
        String scopes = query.scopes().stream().map(SearchScopes::word).sorted().collect(Collectors.joining(","));
        String minScore = query.minFit() > 0 ? "" : "&min_score=" + query.minScore();
        String path = "search?q=" + encoded(query.text()) + "&scope=" + scopes + "&limit=" + query.maxResults()
                + minScore + "&project=" + project;
        return gateway.fetch(path, SearchView.class)
                .orElseThrow(MemoryCommand::memoryIsOff)
                .result();
    }

    /** The project as the encoded value of a query parameter; empty for the shared memory. */
    final String projectParameter() {
        return project().isShared() ? "" : encoded(projectName());
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    final Project project() {
        try {
            return MemoryKeys.projects(config()).find(projectName());
        } catch (ProxyException e) {
            throw new IllegalArgumentException(e.sentence(), e);
        }
    }

    final boolean isProjectGiven() {
        return project.isGiven();
    }

    /** The absolute path of a folder, the name of a project, or an empty text for the shared memory. */
    private String projectName() {
        Path current = environment().environment().workingFolder();
        String given = project.isGiven() ? project.value() : current.toString();
        if (given.equals("-")) {
            return "";
        }
        Path folder = current.resolve(given);
        if (given.isBlank() || (Files.exists(folder) && !Files.isDirectory(folder))) {
            throw new IllegalArgumentException("'" + given
                    + "' is not a project; pass a folder, the name of a project, or '-' for the shared memory");
        }
        return Files.isDirectory(folder) || given.contains("/")
                ? folder.normalize().toString()
                : given;
    }
}
