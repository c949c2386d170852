package dev.throughline.app.remember;

import dev.throughline.app.command.Command;
import dev.throughline.app.command.Desk;
import dev.throughline.app.command.Flags;
import dev.throughline.app.command.Screen;
import dev.throughline.search.Answer;
import dev.throughline.search.Hit;
import dev.throughline.search.Limits;
import dev.throughline.search.Scope;
import dev.throughline.search.Status;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** {@code throughline search}: what memory says about something, by word and by meaning. */
public final class SearchCommand implements Command {
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
                .defaultValue("0")
                .description("leave out hits below it, from 0 to 1 (default: ${DEFAULT-VALUE})")
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
        double least = Scopes.leastScore(given.matchedOptionValue("--min-score", 0.0));
        Scope[] scopes = Scopes.ofAll(given.matchedOptionValue("--scope", "memory"));
        return new Rooms(desk).with(given, room -> {
            Answer answer =
                    room.search(room.query(text).most(limit).atLeast(least).in(scopes));
            room.trouble().ifPresent(desk.screen()::say);
            if (given.hasMatchedOption("--json")) {
                desk.print(json -> AnswerJson.write(answer, json));
            } else {
                print(answer, text);
            }
            return answer.status() instanceof Status.Unavailable ? FAILED : OK;
        });
    }

    private void print(Answer answer, String text) {
        Screen screen = desk.screen();
        UnaryOperator<String> bold = bold(text);
        for (Hit hit : answer.hits()) {
            screen.out().println(screen.paint(Screen.Colour.HEADING, Screen.harmless(hit.citation())));
            hit.snippet().lines().map(Screen::harmless).map(bold).forEach(screen.out()::println);
            screen.out().println();
        }
        answer.hits().stream()
                .flatMap(hit -> Piece.of(hit.path()).stream())
                .findFirst()
                .ifPresent(piece ->
                        screen.say("a hit under sessions/ is opened by its id and handle: " + piece.command()));
        screen.say((answer.hits().isEmpty() ? "nothing was found; " : "") + "status: " + MemoryTools.status(answer));
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
