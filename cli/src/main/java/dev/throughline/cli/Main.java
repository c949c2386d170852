package dev.throughline.cli;

import dev.throughline.cli.terminal.Screen;
import dev.throughline.cli.terminal.StandardOutput;
import dev.throughline.server.config.Environment;
import dev.throughline.server.wiring.Homes;
import dev.throughline.server.wiring.Version;
import dev.throughline.wire.dialects.Dialects;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;

/** The program: gives the command line to the commands, and ends with their exit code. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        // The start-up cache cannot hold picocli, whose class files are too old for it; this question needs none of it.
        if (args.length == 1 && args[0].equals("--version")) {
            System.out.println("throughline " + Version.text());
            return;
        }
        Clock clock = Clock.systemUTC();
        Environment environment = Environment.ofProcess();
        // The launcher knows what a terminal is; asking Java loads a whole console for it.
        boolean isTerminal = Boolean.getBoolean("throughline.terminal");
        StandardOutput out = new StandardOutput(new FileOutputStream(FileDescriptor.out));
        Screen screen = new Screen(
                new PrintStream(out, /* autoFlush= */ true, StandardCharsets.UTF_8),
                new PrintStream(System.err, /* autoFlush= */ true, StandardCharsets.UTF_8),
                isTerminal && environment.variable("NO_COLOR").isEmpty());
        CommandEnvironment commandEnvironment =
                new CommandEnvironment(environment, screen, clock, new Homes(clock), Dialects::of);
        int code = Commands.run(commandEnvironment, List.of(args));
        screen.out().flush();
        out.trouble().ifPresent(why -> screen.say("the output is incomplete: " + why));
        System.exit(code == Command.OK && out.trouble().isPresent() ? Command.FAILED : code);
    }
}
