package dev.throughline.cli;

import dev.throughline.cli.terminal.Screen;
import dev.throughline.engine.state.NoteKind;
import dev.throughline.model.ProxyException;
import dev.throughline.model.text.DisplayText;
import dev.throughline.server.config.ConfigException;
import dev.throughline.server.config.NearestWord;
import dev.throughline.server.wiring.Version;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** Lists all commands, and runs command lines. */
public final class Commands {
    /** The end of picocli's message about an option that is not a whole number. */
    private static final Pattern NOT_A_NUMBER = Pattern.compile("is not an? (?:int|long)$");

    /** The commands for which {@link CommandProvider}s are loaded. Others start faster without them. */
    private static final Set<String> NEED_PROVIDERS = Set.of("bench", "completion");

    private Commands() {}

    /** Runs one command line and returns the exit code. */
    public static int run(CommandEnvironment environment, List<String> arguments) {
        boolean needsProviders = !arguments.isEmpty() && NEED_PROVIDERS.contains(arguments.getFirst());
        CommandLine line = line(environment, needsProviders ? ServiceLoader.load(CommandProvider.class) : List.of());
        return line.execute(arguments.toArray(String[]::new));
    }

    /** The command line with the commands of all providers. */
    static CommandLine line(CommandEnvironment environment) {
        return line(environment, ServiceLoader.load(CommandProvider.class));
    }

    private static CommandLine line(CommandEnvironment environment, Iterable<CommandProvider> providers) {
        CommandSpec root = CommandSpec.create()
                .name("throughline")
                .version("throughline " + Version.text())
                .mixinStandardHelpOptions(true);
        root.usageMessage()
                .description("A gateway between coding agents and model APIs that archives every session exactly.")
                .footer("", "Start here: throughline run claude   (or codex, pi, or any command)");
        add(root, "serve", new ServeCommand(environment));
        add(root, "run", new RunCommand(environment));
        add(root, "stop", new StopCommand(environment));
        add(root, "status", new StatusCommand(environment));
        add(root, "doctor", new DoctorCommand(environment));
        CommandSpec sessions = add(root, "sessions", new SessionsCommand(environment));
        add(sessions, "list", new SessionsCommand(environment));
        add(sessions, "show", new SessionsShowCommand(environment));
        add(sessions, "export", new SessionsExportCommand(environment));
        add(sessions, "import", new ImportCommand(environment));
        add(sessions, "reset", SessionsResetCommand.reset(environment));
        add(sessions, "undo-reset", SessionsResetCommand.undo(environment));
        add(sessions, "delete", new SessionsDeleteCommand(environment, System.in));
        add(sessions, "prune", new SessionsPruneCommand(environment, System.in));
        add(sessions, "compact", new SessionsCompactCommand(environment));
        add(sessions, "rename", new SessionsRenameCommand(environment));
        add(sessions, "index", new SessionsIndexCommand(environment));
        add(root, "import", new ImportCommand(environment));
        add(root, "recall", new RecallCommand(environment));
        CommandSpec context =
                group(root, "context", "Shows what the model sees of a session, and why its prompts were edited.");
        add(context, "list", new ContextListCommand(environment));
        add(context, "show", new ContextShowCommand(environment));
        add(context, "why", new ContextWhyCommand(environment));
        add(root, "todo", new NoteCommand(environment, NoteKind.TODO, "the todo of a session", System.in));
        add(root, "pin", new NoteCommand(environment, NoteKind.PINNED, "the pinned text of a session", System.in));
        CommandSpec memory = group(root, "memory", "Reads and writes memory: Markdown pages that outlive sessions.");
        add(memory, "add", new MemoryAddCommand(environment, System.in));
        add(memory, "list", new MemoryListCommand(environment));
        add(memory, "show", new MemoryShowCommand(environment));
        add(memory, "rm", new MemoryRemoveCommand(environment));
        add(memory, "undo", new MemoryUndoCommand(environment));
        add(memory, "history", new MemoryHistoryCommand(environment));
        add(memory, "projects", new MemoryProjectsCommand(environment));
        add(memory, "consolidate", new MemoryConsolidateCommand(environment));
        add(memory, "index", new MemoryIndexCommand(environment));
        add(root, "search", new SearchCommand(environment));
        add(root, "ask", new AskCommand(environment));
        add(root, "mcp", new McpCommand(environment, System.in));
        CommandSpec config = group(root, "config", "Checks the configuration.");
        add(config, "check", new ConfigCheckCommand(environment));
        CommandSpec bench = group(root, "bench", "Runs measurements.");
        providers.forEach(
                provider -> provider.commands(environment).forEach((name, command) -> add(bench, name, command)));
        add(root, "completion", new CompletionCommand(environment));
        add(root, "train", new TrainCommand(environment)).usageMessage().hidden(true);
        return configured(new CommandLine(root), environment);
    }

    /** Adds a command that only contains other commands. */
    private static CommandSpec group(CommandSpec parent, String name, String description) {
        CommandSpec spec = CommandSpec.create().mixinStandardHelpOptions(true);
        spec.usageMessage().description(description);
        parent.addSubcommand(name, spec);
        return spec;
    }

    private static CommandSpec add(CommandSpec parent, String name, Command command) {
        CommandSpec spec = command.spec().mixinStandardHelpOptions(true).version("throughline " + Version.text());
        parent.addSubcommand(name, spec);
        return spec;
    }

    private static CommandLine configured(CommandLine line, CommandEnvironment environment) {
        Screen screen = environment.screen();
        // An argument such as @@parser-work or @file is a part of a prompt, not a file with more arguments.
        return line.setExpandAtFiles(false)
                .setOut(new PrintWriter(screen.out(), /* autoFlush= */ true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(screen.err(), /* autoFlush= */ true, StandardCharsets.UTF_8))
                .setColorScheme(CommandLine.Help.defaultColorScheme(screen.hasColours() ? Ansi.ON : Ansi.OFF))
                .setExecutionStrategy(given -> execute(given, screen))
                .setParameterExceptionHandler((wrong, _) ->
                        wrongUsage(problem(wrong), wrong.getCommandLine().getCommandSpec(), screen));
    }

    /** The problem with a command line, as a message. */
    private static String problem(CommandLine.ParameterException wrong) {
        if (wrong instanceof CommandLine.UnmatchedArgumentException unmatched
                && !unmatched.getUnmatched().isEmpty()) {
            String first = unmatched.getUnmatched().getFirst();
            CommandSpec spec = unmatched.getCommandLine().getCommandSpec();
            boolean isCommand = !first.startsWith("-") && !spec.subcommands().isEmpty();
            if (isCommand) {
                Optional<String> show = Optional.of(spec.qualifiedName() + " show " + first)
                        .filter(_ -> spec.subcommands().containsKey("show"));
                return "unknown command '" + first + "'"
                        + NearestWord.to(first, visible(spec))
                                .or(() -> show)
                                .map(near -> "; did you mean '" + near + "'?")
                                .orElse("");
            }
            return "unknown " + (first.startsWith("-") ? "option" : "argument") + " '" + first + "'";
        }
        String message = DisplayText.printable(String.valueOf(wrong.getMessage()));
        String decapitalised = message.substring(0, 1).toLowerCase(Locale.ROOT) + message.substring(1);
        return NOT_A_NUMBER.matcher(decapitalised).replaceFirst("is not a whole number, or is too large");
    }

    private static List<String> visible(CommandSpec spec) {
        return spec.subcommands().entrySet().stream()
                .filter(each -> !each.getValue().getCommandSpec().usageMessage().hidden())
                .map(Map.Entry::getKey)
                .toList();
    }

    private static int wrongUsage(String problem, CommandSpec spec, Screen screen) {
        boolean isSentence = problem.endsWith(".") || problem.endsWith("?");
        screen.printMessage(problem + (isSentence ? "" : ".") + " See: " + spec.qualifiedName() + " --help");
        return Command.WRONG_USAGE;
    }

    private static int execute(ParseResult given, Screen screen) {
        Integer helpCode = CommandLine.executeHelpRequest(given);
        if (helpCode != null) {
            return helpCode;
        }
        ParseResult last = given;
        while (last.hasSubcommand()) {
            last = last.subcommand();
        }
        if (last.commandSpec().userObject() instanceof Command command) {
            return run(command, last, screen);
        }
        last.commandSpec().commandLine().usage(last.commandSpec().commandLine().getErr());
        return Command.WRONG_USAGE;
    }

    /** Runs a command. Expected failures are printed as a message; all others keep their stack trace. */
    private static int run(Command command, ParseResult given, Screen screen) {
        try {
            return command.run();
        } catch (ConfigException e) {
            e.problems().forEach(screen::printMessage);
            return Command.WRONG_USAGE;
        } catch (ProxyException e) {
            screen.printMessage(e.sentence());
            return Command.FAILED;
        } catch (IllegalArgumentException e) {
            return wrongUsage(String.valueOf(e.getMessage()), given.commandSpec(), screen);
        }
    }
}
