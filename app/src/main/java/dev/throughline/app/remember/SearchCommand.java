package dev.throughline.app.remember;

import dev.throughline.app.command.Command;
import dev.throughline.app.command.Desk;
import dev.throughline.app.command.Flags;
import dev.throughline.app.command.Screen;
import dev.throughline.app.room.MemoryRoom;
import dev.throughline.search.Answer;
import dev.throughline.search.Hit;
import dev.throughline.search.Limits;
import dev.throughline.search.Query;
import dev.throughline.search.Scope;
import dev.throughline.search.Status;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;
import tools.jackson.core.JsonGenerator;

/** {@code throughline search}: what memory says about something, by word and by meaning. */
public final class SearchCommand implements Command {
    private static final String ALL_PROJECTS = "--all-projects";
    private static final int USUAL = 10;
    private static final int SHORTEST_BOLD = 3;
    private static final int MOST_BOLD = 32;

    private final Desk desk;

    public SearchCommand(Desk desk) {
        this.desk = desk;
    }

    @Override
    public CommandSpec spec() {
        CommandSpec spec = CommandSpec.wrapWithoutInspection(this);
        spec.usageMessage().description("Finds what memory says about something, by word and by meaning.");
        spec.addPositional(PositionalParamSpec.builder()
                .index("0..*")
                .arity("0..*")
                .paramLabel("QUERY")
                .type(List.class)
                .auxiliaryTypes(String.class)
                .description("what to look for")
                .build());
        spec.addOption(OptionSpec.builder("--limit")
                .paramLabel("N")
                .type(int.class)
                .defaultValue(Integer.toString(USUAL))
                .description("how many to print (default: ${DEFAULT-VALUE})")
                .build());
        spec.addOption(OptionSpec.builder("--min-score")
                .paramLabel("SCORE")
                .type(double.class)
                .description("leave out hits below it, from 0 to 1, instead of those that do not fit; 0 shows all")
                .build());
        spec.addOption(OptionSpec.builder(ALL_PROJECTS)
                .description("search the memory of every project, and say from which a hit is")
                .build());
        spec.addOption(OptionSpec.builder("--scope")
                .paramLabel("SCOPE")
                .type(String.class)
                .defaultValue("memory")
                .description("memory, sessions (what was said), archive (what tools answered) or all (default: memory)")
                .build());
        spec.addOption(OptionSpec.builder("--json").description("print JSON").build());
        Rooms.addTo(spec);
        Flags.add(spec, Flags.READING);
        return spec;
    }

    @Override
    public int run(ParseResult given) {
        String text = String.join(" ", given.matchedPositionalValue(0, List.<String>of()));
        if (text.isBlank()) {
            throw new IllegalArgumentException("expected words to look for, found none");
        }
        int limit = Rooms.limit(given, USUAL, Limits.MOST_RESULTS);
        Scope[] scopes = Scopes.ofAll(given.matchedOptionValue("--scope", "memory"));
        double least = Scopes.leastScore(given.matchedOptionValue("--min-score", 0.0));
        Function<MemoryRoom, Part> work = room -> {
            Query query = room.query(text).most(limit).in(scopes);
            Answer answer = room.search(
                    given.hasMatchedOption("--min-score") ? query.fitting(0).atLeast(least) : query);
            room.trouble().ifPresent(desk.screen()::say);
            return new Part(ProjectsCommand.name(room.project()), answer);
        };
        Rooms rooms = new Rooms(desk);
        if (given.hasMatchedOption(ALL_PROJECTS)) {
            if (given.hasMatchedOption("--project")) {
                throw new IllegalArgumentException("--project and " + ALL_PROJECTS + " cannot be combined");
            }
            return tell(rooms.withAll(given, work), limit, text, given);
        }
        return tell(List.of(rooms.with(given, work)), limit, text, given);
    }

    /** What one project answered. */
    private record Part(String project, Answer answer) {}

    /** A hit, and the project it is from. */
    private record Located(String project, Hit hit) {}

    private int tell(List<Part> parts, int limit, String text, ParseResult given) {
        List<Located> hits = parts.stream()
                .flatMap(part -> part.answer.hits().stream().map(hit -> new Located(part.project, hit)))
                .sorted(Comparator.comparingDouble((Located each) -> -each.hit.score()))
                .limit(limit)
                .toList();
        if (given.hasMatchedOption("--json")) {
            desk.print(json -> write(parts, hits, given.hasMatchedOption(ALL_PROJECTS), json));
        } else {
            print(parts, hits, text);
        }
        return parts.stream().allMatch(part -> part.answer.status() instanceof Status.Unavailable) ? FAILED : OK;
    }

    private static void write(List<Part> parts, List<Located> hits, boolean isOfAll, JsonGenerator json) {
        if (!isOfAll) {
            AnswerJson.write(parts.getFirst().answer, json);
            return;
        }
        json.writeStartObject();
        json.writeName("projects");
        json.writeStartArray();
        for (Part part : parts) {
            json.writeStartObject();
            json.writeStringProperty("project", part.project);
            AnswerJson.status(part.answer, json);
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeName("results");
        json.writeStartArray();
        for (Located each : hits) {
            json.writeStartObject();
            json.writeStringProperty("project", each.project);
            AnswerJson.fields(each.hit, json);
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private void print(List<Part> parts, List<Located> hits, String text) {
        Screen screen = desk.screen();
        UnaryOperator<String> bold = bold(text);
        for (Located each : hits) {
            String from = parts.size() == 1 ? "" : ", project " + each.project;
            String head = each.hit.citation() + "  (" + MemoryTools.origin(each.hit) + from + ")";
            screen.out().println(screen.paint(Screen.Colour.HEADING, Screen.harmless(head)));
            each.hit.snippet().lines().map(Screen::harmless).map(bold).forEach(screen.out()::println);
            screen.out().println();
        }
        hits.stream()
                .flatMap(each -> Piece.of(each.hit.path()).stream())
                .findFirst()
                .ifPresent(piece ->
                        screen.say("a hit under sessions/ is opened by its id and handle: " + piece.command()));
        int unfit = parts.stream().mapToInt(part -> part.answer.unfit()).sum();
        if (hits.isEmpty()) {
            screen.say(
                    unfit == 0
                            ? "nothing was found"
                            : "nothing fits; --min-score 0 shows what is nearest (" + unfit
                                    + (unfit == 1 ? " piece)" : " pieces)"));
        }
        for (Part part : parts) {
            String status = MemoryTools.status(part.answer);
            if (!status.equals("ok")) {
                screen.say((parts.size() == 1 ? "" : part.project + ": ") + "status: " + status);
            }
        }
    }

    /** Paints the words that were looked for, where there are colours. */
    private UnaryOperator<String> bold(String text) {
        String words = Stream.of(text.split("[^\\p{L}\\p{N}_]+"))
                .filter(word -> word.length() >= SHORTEST_BOLD)
                .limit(MOST_BOLD)
                .map(Pattern::quote)
                .collect(Collectors.joining("|"));
        if (words.isEmpty() || !desk.screen().hasColours()) {
            return UnaryOperator.identity();
        }
        Pattern pattern = Pattern.compile(words, Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
        return line -> pattern.matcher(line)
                .replaceAll(
                        match -> Matcher.quoteReplacement(desk.screen().paint(Screen.Colour.HEADING, match.group())));
    }
}
