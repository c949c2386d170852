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
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** {@code throughline search}: what memory says about something, by word and by meaning. */
public final class SearchCommand implements Command {
    private static final int USUAL = 10;

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
                print(answer);
            }
            return answer.status() instanceof Status.Unavailable ? FAILED : OK;
        });
    }

    private void print(Answer answer) {
        Screen screen = desk.screen();
        for (Hit hit : answer.hits()) {
            screen.out().println(screen.paint(Screen.Colour.HEADING, Screen.harmless(hit.citation())));
            hit.snippet().lines().map(Screen::harmless).forEach(screen.out()::println);
            screen.out().println();
        }
        screen.say((answer.hits().isEmpty() ? "nothing was found; " : "") + "status: " + MemoryTools.status(answer));
    }
}
