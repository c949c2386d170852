package dev.throughline.cli;

import dev.throughline.memory.admission.AdmissionResult;
import dev.throughline.memory.tool.MemoryTools;
import dev.throughline.server.json.MemoryViews;
import java.io.InputStream;
import java.util.List;

/** {@code throughline memory add}: adds one line to today's log, without secrets, unless memory contains it. */
final class MemoryAddCommand extends MemoryCommand {
    /** The most that is read of standard input. A line has at most a thousand characters. */
    private static final int MAX_INPUT_BYTES = 64 << 10;

    private final Option<List<String>> words =
            parameters("0..*", "TEXT", "the text to remember; - reads it from standard input");
    private final Option<Boolean> json = jsonFlag();
    private final InputStream input;

    MemoryAddCommand(CommandEnvironment environment, InputStream input) {
        super(environment, "Adds a line to today's log in memory. Secrets are redacted.");
        this.input = input;
    }

    @Override
    public int run() {
        String text =
                words.value().equals(List.of("-")) ? readText(input, MAX_INPUT_BYTES) : String.join(" ", words.value());
        if (text.isBlank()) {
            throw new IllegalArgumentException(
                    "no text to remember; pass it after the command, or - to read standard input");
        }
        return withMemory(opened -> {
            AdmissionResult admitted = opened.memory().add("cli", text);
            boolean isKnown = admitted.refused().stream()
                    .anyMatch(refused -> refused.reason() == AdmissionResult.RefusalReason.KNOWN);
            report(
                    json.value(),
                    MemoryTools.describe(admitted),
                    MemoryViews.AddedLine.of(admitted, opened.memory().today()));
            return admitted.lines().isEmpty() && !isKnown ? FAILED : OK;
        });
    }
}
