package dev.throughline.app.remember;

import dev.throughline.app.command.Command;
import dev.throughline.app.command.Desk;
import dev.throughline.app.command.Flags;
import dev.throughline.memory.workspace.Outcome;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** {@code throughline memory undo}: takes back the newest change of memory, whoever made it. */
public final class UndoCommand implements Command {
    private final Desk desk;

    public UndoCommand(Desk desk) {
        this.desk = desk;
    }

    @Override
    public CommandSpec spec() {
        CommandSpec spec = CommandSpec.wrapWithoutInspection(this);
        spec.usageMessage().description("Takes back the newest change of memory; again for the one before.");
        spec.addOption(OptionSpec.builder("--redo")
                .description("make it again, if nothing was changed since")
                .build());
        spec.addOption(OptionSpec.builder("--json").description("print JSON").build());
        Rooms.addTo(spec);
        Flags.add(spec, Flags.READING);
        return spec;
    }

    @Override
    public int run(ParseResult given) {
        boolean isRedo = given.hasMatchedOption("--redo");
        return new Rooms(desk).with(given, room -> {
            Optional<Outcome> outcome =
                    isRedo ? room.memory().redo() : room.memory().undo();
            String said =
                    outcome.map(UndoCommand::said).orElseGet(() -> "there is nothing to " + (isRedo ? "redo" : "undo"));
            new Rooms(desk).say(given, said);
            return outcome.isPresent() ? OK : FAILED;
        });
    }

    private static String said(Outcome outcome) {
        return outcome.results().stream()
                .map(result -> result.path() + ": " + result.fate().name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", "));
    }
}
