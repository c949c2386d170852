package dev.throughline.app.remember;

import dev.throughline.app.command.Command;
import dev.throughline.app.command.Desk;
import dev.throughline.app.command.Flags;
import java.util.Optional;
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
            Optional<Undone> undone = isRedo ? Undone.redo(room.memory()) : Undone.undo(room.memory());
            String said = undone.map(Undone::said)
                    .orElseGet(() -> isRedo ? "there is nothing to make again" : "there is nothing to take back");
            new Rooms(desk).say(given, said, json -> undone.ifPresent(each -> each.write(json)));
            return undone.isPresent() ? OK : FAILED;
        });
    }
}
