package dev.throughline.app.remember;

import dev.throughline.app.command.Command;
import dev.throughline.app.command.Desk;
import dev.throughline.app.command.Flags;
import dev.throughline.memory.admission.Admitted;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** {@code throughline memory add}: one line for today's log, past the gate that keeps secrets and doubles out. */
public final class AddCommand implements Command {
    /** Of standard input no more is read: a line has at most a thousand characters. */
    private static final int MOST_INPUT_BYTES = 64 << 10;

    private final Desk desk;
    private final InputStream input;

    public AddCommand(Desk desk, InputStream input) {
        this.desk = desk;
        this.input = input;
    }

    @Override
    public CommandSpec spec() {
        CommandSpec spec = CommandSpec.wrapWithoutInspection(this);
        spec.usageMessage().description("Remembers something: a line in today's page, dated, without secrets.");
        spec.addPositional(PositionalParamSpec.builder()
                .index("0..*")
                .arity("0..*")
                .paramLabel("TEXT")
                .type(List.class)
                .auxiliaryTypes(String.class)
                .description("what to remember; - reads it from standard input")
                .build());
        spec.addOption(OptionSpec.builder("--json").description("print JSON").build());
        Rooms.addTo(spec);
        Flags.add(spec, Flags.READING);
        return spec;
    }

    @Override
    public int run(ParseResult given) {
        String text = text(given.matchedPositionalValue(0, List.of()));
        return new Rooms(desk).with(given, room -> {
            Admitted admitted = room.memory().add("cli", text);
            new Rooms(desk)
                    .say(
                            given,
                            MemoryTools.said(admitted),
                            json -> Told.kept(admitted, room.memory().today(), json));
            return admitted.lines().isEmpty() && !Told.isKnown(admitted) ? FAILED : OK;
        });
    }

    private String text(List<String> words) {
        String text = words.equals(List.of("-")) ? read() : String.join(" ", words);
        if (text.isBlank()) {
            throw new IllegalArgumentException("expected a text to remember, found none");
        }
        return text;
    }

    private String read() {
        try {
            return new String(input.readNBytes(MOST_INPUT_BYTES), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("standard input cannot be read", e);
        }
    }
}
