package dev.throughline.cli;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.throughline.cli.terminal.Screen;
import dev.throughline.memory.project.ProjectMemory;
import dev.throughline.memory.tool.MemoryTools;
import dev.throughline.memory.tool.SearchScopes;
import dev.throughline.model.text.DisplayText;
import dev.throughline.search.SearchHit;
import dev.throughline.search.SearchLimits;
import dev.throughline.search.SearchQuery;
import dev.throughline.search.SearchResult;
import dev.throughline.search.SearchScope;
import dev.throughline.search.SearchStatus;
import dev.throughline.server.json.SearchView;
import dev.throughline.server.json.SessionSearchView;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.OptionSpec;

/** {@code throughline search}: keyword and semantic search over memory, conversations and tool results. */
final class SearchCommand extends MemoryCommand {
    private static final int MIN_HIGHLIGHTED_LENGTH = 3;
    private static final int MAX_HIGHLIGHTED_WORDS = 32;

    private final Option<List<String>> words = parameters("0..*", "QUERY", "the words to search for");
    private final Option<Integer> limit = option("--limit", "N", 10, "how many results to print");
    private final Option<Double> minScore = add(
            OptionSpec.builder("--min-score")
                    .paramLabel("SCORE")
                    .type(Double.class)
                    .description("print all results with at least this score (0 to 1), including less relevant ones"),
            0.0);
    private final Option<Boolean> allProjects =
            flag("--all-projects", "search the memory of every project; each result names its project");
    private final Option<String> scope =
            option("--scope", "SCOPE", "memory", "memory, sessions (messages), archive (tool results) or all");
    private final Option<Boolean> sessions = flag(
            "--sessions",
            "search the messages and tool results of all sessions of all agents and projects; each result names its"
                    + " session");
    private final Option<Boolean> json = jsonFlag();

    SearchCommand(CommandEnvironment environment) {
        super(
                environment,
                "Searches memory, and with --scope also conversations and tool results, with keyword and semantic"
                        + " search.");
    }

    @Override
    public int run() {
        String text = String.join(" ", words.value());
        if (text.isBlank()) {
            throw new IllegalArgumentException("no words to search for; pass them after the command");
        }
        int max = requireLimit(limit, SearchLimits.MAX_RESULTS);
        SearchScope[] scopes = SearchScopes.ofAll(scope.value());
        double score = SearchScopes.minScore(minScore.value());
        if (sessions.value()) {
            return searchSessions(text, max);
        }
        Function<ProjectMemory, ProjectSearch> work = opened -> {
            SearchQuery query = opened.query(text).most(max).in(scopes);
            SearchResult result =
                    opened.search(minScore.isGiven() ? query.fitting(0).atLeast(score) : query);
            opened.trouble().ifPresent(this::printMessage);
            return new ProjectSearch(MemoryProjectsCommand.name(opened.project()), result);
        };
        if (allProjects.value() && isProjectGiven()) {
            throw new IllegalArgumentException("--project and --all-projects cannot be combined");
        }
        return report(allProjects.value() ? withAllProjects(work) : List.of(withMemory(work)), max, text);
    }

    private int searchSessions(String text, int max) {
        if (allProjects.value() || isProjectGiven()) {
            throw new IllegalArgumentException(
                    "--sessions searches all projects; pass it without --project and" + " --all-projects");
        }
        String scopes = scope.isGiven() ? scope.value() : "sessions,archive";
        String path = "search?q=" + encoded(text) + "&all=true&limit=" + max + "&scope=" + encoded(scopes)
                + (minScore.isGiven() ? "&min_score=" + minScore.value() : "");
        SessionSearchView found = withGateway(
                gateway -> gateway.fetch(path, SessionSearchView.class).orElseThrow(MemoryCommand::memoryIsOff));
        List<FoundHit> hits = found.results().stream()
                .map(hit -> new FoundHit(hit.hit(), ", session " + hit.session().description()))
                .toList();
        if (json.value()) {
            printJson(found);
        } else {
            print(List.of(new ProjectSearch("", found.result())), hits, text);
        }
        return found.result().status() instanceof SearchStatus.Unavailable ? FAILED : OK;
    }

    /** A hit and where it is from, for the line above it. */
    private record FoundHit(SearchHit hit, String from) {}

    private record ProjectSearch(String project, SearchResult result) {}

    private record ProjectHit(String project, @JsonUnwrapped SearchHit hit) {}

    private int report(List<ProjectSearch> searches, int max, String text) {
        List<ProjectHit> hits = searches.stream()
                .flatMap(search -> search.result.hits().stream().map(hit -> new ProjectHit(search.project, hit)))
                .sorted(Comparator.comparingDouble((ProjectHit each) -> -each.hit.score()))
                .limit(max)
                .toList();
        if (!json.value()) {
            List<FoundHit> found = hits.stream()
                    .map(hit -> new FoundHit(hit.hit, searches.size() == 1 ? "" : ", project " + hit.project))
                    .toList();
            print(searches, found, text);
        } else if (allProjects.value()) {
            printJson(new AllProjects(searches.stream().map(ProjectState::of).toList(), hits));
        } else {
            printJson(SearchView.of(searches.getFirst().result));
        }
        return searches.stream().allMatch(search -> search.result.status() instanceof SearchStatus.Unavailable)
                ? FAILED
                : OK;
    }

    private record AllProjects(List<ProjectState> projects, List<ProjectHit> results) {}

    private record ProjectState(
            String project, @JsonUnwrapped SearchView.StatusView status, int waiting, int unfit) {
        static ProjectState of(ProjectSearch search) {
            return new ProjectState(
                    search.project,
                    SearchView.StatusView.of(search.result.status()),
                    search.result.waiting(),
                    search.result.unfit());
        }
    }

    private void print(List<ProjectSearch> searches, List<FoundHit> hits, String text) {
        Screen screen = screen();
        UnaryOperator<String> bold = bold(text);
        for (FoundHit each : hits) {
            String head = each.hit.citation() + "  (" + MemoryTools.origin(each.hit) + each.from + ")";
            screen.out().println(screen.coloured(Screen.Colour.HEADING, DisplayText.printable(head)));
            each.hit.snippet().lines().map(DisplayText::printable).map(bold).forEach(screen.out()::println);
            screen.out().println();
        }
        hits.stream()
                .flatMap(each -> SessionPiecePath.of(each.hit.path()).stream())
                .findFirst()
                .ifPresent(piece ->
                        screen.printMessage("to read a result under sessions/ in full, run: " + piece.command()));
        int unfit = searches.stream().mapToInt(search -> search.result.unfit()).sum();
        if (hits.isEmpty()) {
            screen.printMessage(
                    unfit == 0
                            ? "no results"
                            : "no result is relevant enough; --min-score 0 shows the nearest ("
                                    + DisplayText.quantity(unfit, "result") + ")");
        }
        for (ProjectSearch search : searches) {
            String status = MemoryTools.status(search.result);
            if (!status.equals("ok")) {
                screen.printMessage((searches.size() == 1 ? "" : search.project + ": ") + "status: " + status);
            }
        }
    }

    /** Highlights the words of the query, if the output has colours. */
    private UnaryOperator<String> bold(String text) {
        String words = Stream.of(text.split("[^\\p{L}\\p{N}_]+"))
                .filter(word -> word.length() >= MIN_HIGHLIGHTED_LENGTH)
                .limit(MAX_HIGHLIGHTED_WORDS)
                .map(Pattern::quote)
                .collect(Collectors.joining("|"));
        if (words.isEmpty() || !screen().hasColours()) {
            return UnaryOperator.identity();
        }
        Pattern pattern = Pattern.compile(words, Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
        return line -> pattern.matcher(line)
                .replaceAll(match -> Matcher.quoteReplacement(screen().coloured(Screen.Colour.HEADING, match.group())));
    }
}
