package dev.throughline.bench.command;

import dev.throughline.cli.Command;
import dev.throughline.cli.CommandEnvironment;
import dev.throughline.memory.conversation.ScaffoldFilter;
import dev.throughline.memory.reference.ReferenceParser;
import dev.throughline.memory.reference.SessionReference;
import dev.throughline.model.text.DisplayText;
import dev.throughline.simulator.recording.RecordedMessage;
import dev.throughline.simulator.recording.RecordingFiles;
import dev.throughline.simulator.recording.Trajectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

/**
 * {@code throughline bench references}: reads the messages of recorded sessions as if they were sent now, and prints
 * the references to sessions in them. Sessions that were recorded without Throughline contain none, so each one is an
 * error of the parser.
 */
public final class ReferencesBenchCommand extends Command {
    private static final int SHOWN_CHARACTERS = 200;

    private final Option<List<String>> files = parameters("1..*", "FILE", "recorded sessions");
    private final Option<Boolean> all =
            flag("--all", "read replies, tool calls and tool results too, as if a person had written them");
    private final Option<Boolean> json = jsonFlag();

    private final ScaffoldFilter scaffoldFilter = ScaffoldFilter.BUILT_IN;
    private int messages;
    private int withSigns;
    private int references;

    public ReferencesBenchCommand(CommandEnvironment environment) {
        super(
                environment,
                List.of(),
                "Counts the references to sessions in recorded messages.",
                "Prints each reference with the line that contains it.");
    }

    /** What was found. */
    private record Counts(int messages, int withSigns, int references) {}

    @Override
    public int run() {
        if (files.value().isEmpty()) {
            throw new IllegalArgumentException("no FILE given; name at least one file of recorded sessions");
        }
        for (String name : files.value()) {
            read(environment().environment().path(name));
        }
        if (json.value()) {
            printJson(new Counts(messages, withSigns, references));
        } else {
            println(DisplayText.quantity(messages, "message") + ", " + withSigns + " with @@, "
                    + DisplayText.quantity(references, "reference"));
        }
        return references == 0 ? OK : FAILED;
    }

    private void read(Path file) {
        if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
            throw new IllegalArgumentException("the file " + file + " cannot be read; name recorded sessions");
        }
        try {
            List<Supplier<Trajectory>> sessions = RecordingFiles.of(file, 0);
            if (sessions.isEmpty()) {
                printMessage(file + " is left out: it contains no recorded sessions");
            }
            sessions.forEach(session -> session.get().messages().forEach(this::read));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void read(RecordedMessage message) {
        if (message.is(RecordedMessage.Role.USER)) {
            count(scaffoldFilter.of(message.content()));
        } else if (all.value() && !message.is(RecordedMessage.Role.SYSTEM)) {
            count(message.content());
            message.calls().forEach(call -> count(call.arguments()));
        }
    }

    private void count(String text) {
        messages++;
        withSigns += text.contains("@@") ? 1 : 0;
        for (SessionReference reference : ReferenceParser.parse(text)) {
            references++;
            int at = text.indexOf("@@" + reference.name());
            int start = Math.max(0, at - SHOWN_CHARACTERS / 2);
            int end = Math.min(text.length(), start + SHOWN_CHARACTERS);
            printMessage(reference.name() + ": "
                    + DisplayText.printable(text.substring(start, end).replace('\n', ' ')));
        }
    }
}
