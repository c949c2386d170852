package dev.throughline.app.remember;

import dev.throughline.app.command.Command;
import dev.throughline.app.command.Desk;
import dev.throughline.app.command.Flags;
import dev.throughline.memory.workspace.Outcome;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** {@code throughline memory rm}: lets a page go; an undo brings it back. */
public final class RemoveCommand implements Command {
    private final Desk desk;

    public RemoveCommand(Desk desk) {
        this.desk = desk;
    }

    @Override
    public CommandSpec spec() {
        CommandSpec spec = CommandSpec.wrapWithoutInspection(this);
        spec.usageMessage().description("Removes a page of memory. 'throughline memory undo' brings it back.");
        spec.addPositional(PositionalParamSpec.builder()
                .index("0")
                .arity("1")
                .paramLabel("PATH")
                .type(String.class)
                .description("its path in the workspace")
                .build());
        spec.addOption(OptionSpec.builder("--json").description("print JSON").build());
        Rooms.addTo(spec);
        Flags.add(spec, Flags.READING);
        return spec;
    }

    @Override
    public int run(ParseResult given) {
        String path = given.matchedPositionalValue(0, "");
        if (path.isBlank()) {
            throw new IllegalArgumentException("expected the path of a page, found none");
        }
        return new Rooms(desk).with(given, room -> {
            Outcome outcome = room.delete("cli", path);
            boolean isGone = outcome.results().stream().anyMatch(result -> result.fate() == Outcome.Fate.DELETED);
            String said = isGone
                    ? "removed " + path + "; 'throughline memory undo' brings it back"
                    : path + " was edited meanwhile and stays";
            new Rooms(desk).say(given, said, json -> {
                json.writeBooleanProperty("removed", isGone);
                json.writeStringProperty("path", path);
                json.writeNumberProperty("operation", outcome.operation());
            });
            return isGone ? OK : FAILED;
        });
    }
}
