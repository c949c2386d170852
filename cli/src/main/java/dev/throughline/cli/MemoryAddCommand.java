package dev.throughline.cli;

import dev.throughline.memory.admission.AdmissionResult;
import dev.throughline.memory.tool.MemoryTools;
import dev.throughline.server.json.MemoryViews;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** {@code throughline memory add}: adds one line to today's log, without secrets and unless memory says it already. */
final class MemoryAddCommand extends TypedCommand {
    /** Of standard input no more is read: a line has at most a thousand characters. */
    private static final int MOST_INPUT_BYTES = 64 << 10;

    private final CommandOption<List<String>> words =
            words("0..*", "TEXT", "the text to remember; - reads it from standard input");
    private final CommandOption<Boolean> json = jsonFlag();
    private final MemoryAccess memory = new MemoryAccess(this);
    private final InputStream input;

    MemoryAddCommand(CommandEnvironment environment, InputStream input) {
        super(environment, ConfigOptions.HOME, "Adds a line to today's log in memory. Secrets are redacted.");
        this.input = input;
    }

    @Override
    int run() {
        String text = words.value().equals(List.of("-")) ? readInput() : String.join(" ", words.value());
        if (text.isBlank()) {
            throw new IllegalArgumentException(
                    "no text to remember; pass it after the command, or - to read standard input");
        }
        return memory.with(opened -> {
            AdmissionResult admitted = opened.memory().add("cli", text);
            boolean isKnown =
                    admitted.refused().stream().anyMatch(refused -> refused.reason() == AdmissionResult.Reason.KNOWN);
            memory.report(
                    json.value(),
                    MemoryTools.said(admitted),
                    MemoryViews.Added.of(admitted, opened.memory().today()));
            return admitted.lines().isEmpty() && !isKnown ? FAILED : OK;
        });
    }

    private String readInput() {
        try {
            return new String(input.readNBytes(MOST_INPUT_BYTES), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("standard input cannot be read", e);
        }
    }
}
