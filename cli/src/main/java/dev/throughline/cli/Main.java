package dev.throughline.cli;

import dev.throughline.cli.terminal.Screen;
import dev.throughline.cli.terminal.StandardOutput;
import dev.throughline.server.config.Environment;
import dev.throughline.server.wiring.Version;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;

/** The entry point: runs a command line and exits with its exit code. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        // Answered without picocli, whose class files are too old for the start-up cache.
        if (args.length == 1 && args[0].equals("--version")) {
            System.out.println("throughline " + Version.text());
            return;
        }
        Environment environment = Environment.ofProcess();
        // Set by the launcher, because System.console() is slow.
        boolean isTerminal = Boolean.getBoolean("throughline.terminal");
        StandardOutput out = new StandardOutput(new FileOutputStream(FileDescriptor.out));
        Screen screen = new Screen(
                new PrintStream(out, /* autoFlush= */ true, StandardCharsets.UTF_8),
                new PrintStream(System.err, /* autoFlush= */ true, StandardCharsets.UTF_8),
                isTerminal && environment.variable("NO_COLOR").isEmpty());
        int code = Commands.run(new CommandEnvironment(environment, screen, Clock.systemUTC()), List.of(args));
        screen.out().flush();
        out.failure().ifPresent(why -> screen.printMessage("the output is incomplete: " + why));
        System.exit(code == Command.OK && out.failure().isPresent() ? Command.FAILED : code);
    }
}
