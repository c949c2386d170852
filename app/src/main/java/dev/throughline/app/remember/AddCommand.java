package dev.throughline.app.remember;

import dev.throughline.app.command.Command;
import dev.throughline.app.command.Desk;
import dev.throughline.app.command.Flags;
import dev.throughline.memory.admission.Admitted;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** {@code throughline memory add}: one line for today's log, past the gate that keeps secrets and doubles out. */
public final class AddCommand implements Command {
    private final Desk desk;

    public AddCommand(Desk desk) {
        this.desk = desk;
    }

    @Override
    public CommandSpec spec() {
        CommandSpec spec = CommandSpec.wrapWithoutInspection(this);
        spec.usageMessage().description("Remembers something: a line in today's page, dated, without secrets.");
        spec.addPositional(PositionalParamSpec.builder()
                .index("0..*")
                .arity("1..*")
                .paramLabel("TEXT")
                .type(List.class)
                .auxiliaryTypes(String.class)
                .description("what to remember")
                .build());
        spec.addOption(OptionSpec.builder("--json").description("print JSON").build());
        Rooms.addTo(spec);
        Flags.add(spec, Flags.READING);
        return spec;
    }

    @Override
    public int run(ParseResult given) {
        List<String> words = given.matchedPositionalValue(0, List.of());
        Admitted admitted = new Rooms(desk).with(given, room -> room.memory().add("cli", String.join(" ", words)));
        new Rooms(desk).say(given, MemoryTools.said(admitted));
        return admitted.lines().isEmpty() ? FAILED : OK;
    }
}
