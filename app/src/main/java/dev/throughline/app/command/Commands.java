package dev.throughline.app.command;

import dev.throughline.app.bench.MemoryBenchCommand;
import dev.throughline.app.bench.ReplayCommand;
import dev.throughline.app.command.sight.ListCommand;
import dev.throughline.app.command.sight.NoteCommand;
import dev.throughline.app.command.sight.TreeCommand;
import dev.throughline.app.command.sight.WhyCommand;
import dev.throughline.app.config.ConfigException;
import dev.throughline.app.config.Nearest;
import dev.throughline.app.house.Version;
import dev.throughline.app.remember.AddCommand;
import dev.throughline.app.remember.ConsolidateCommand;
import dev.throughline.app.remember.HistoryCommand;
import dev.throughline.app.remember.IndexCommand;
import dev.throughline.app.remember.McpCommand;
import dev.throughline.app.remember.PageCommand;
import dev.throughline.app.remember.PagesCommand;
import dev.throughline.app.remember.ProjectsCommand;
import dev.throughline.app.remember.RemoveCommand;
import dev.throughline.app.remember.SearchCommand;
import dev.throughline.app.remember.UndoCommand;
import dev.throughline.engine.state.Note;
import dev.throughline.model.ProxyException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** All commands, and how they are run. */
public final class Commands {
    /** How picocli calls whole numbers. */
    private static final Pattern NUMBER = Pattern.compile("is not an? (?:int|long)$");

    private Commands() {}

    /** Runs one command line and returns the exit code. */
    public static int run(Desk desk, List<String> arguments) {
        return line(desk).execute(arguments.toArray(String[]::new));
    }

    static CommandLine line(Desk desk) {
        CommandSpec root = CommandSpec.create()
                .name("throughline")
                .version("throughline " + Version.text())
                .mixinStandardHelpOptions(true);
        root.usageMessage()
                .description("A gateway between LLM agents and model APIs that keeps every session, exactly.")
                .footer("", "Start here: throughline run claude   (or codex, pi, or any command)");
        add(root, "serve", new ServeCommand(desk));
        add(root, "run", new RunCommand(desk));
        add(root, "stop", new StopCommand(desk));
        add(root, "status", new StatusCommand(desk));
        add(root, "doctor", new DoctorCommand(desk));
        CommandSpec sessions = add(root, "sessions", new SessionsCommand(desk));
        add(sessions, "list", new SessionsCommand(desk));
        add(sessions, "show", new ShowCommand(desk));
        add(sessions, "export", new ExportCommand(desk));
        add(root, "recall", new RecallCommand(desk));
        CommandSpec sight = CommandSpec.create().mixinStandardHelpOptions(true);
        sight.usageMessage().description("What the model sees of a session, and why.");
        root.addSubcommand("context", sight);
        add(sight, "list", new ListCommand(desk));
        add(sight, "show", new TreeCommand(desk));
        add(sight, "why", new WhyCommand(desk));
        add(root, "todo", new NoteCommand(desk, Note.TODO, "what is to be done in a session", System.in));
        add(root, "pin", new NoteCommand(desk, Note.PINNED, "what always holds in a session", System.in));
        CommandSpec memory = CommandSpec.create().mixinStandardHelpOptions(true);
        memory.usageMessage().description("What outlives sessions: Markdown that people and agents write.");
        root.addSubcommand("memory", memory);
        add(memory, "add", new AddCommand(desk, System.in));
        add(memory, "list", new PagesCommand(desk));
        add(memory, "show", new PageCommand(desk));
        add(memory, "rm", new RemoveCommand(desk));
        add(memory, "undo", new UndoCommand(desk));
        add(memory, "history", new HistoryCommand(desk));
        add(memory, "projects", new ProjectsCommand(desk));
        add(memory, "consolidate", new ConsolidateCommand(desk));
        add(memory, "index", new IndexCommand(desk));
        add(root, "search", new SearchCommand(desk));
        add(root, "mcp", new McpCommand(desk, System.in));
        CommandSpec config = CommandSpec.create().mixinStandardHelpOptions(true);
        config.usageMessage().description("The configuration.");
        root.addSubcommand("config", config);
        add(config, "check", new ConfigCommand(desk));
        CommandSpec bench = CommandSpec.create().mixinStandardHelpOptions(true);
        bench.usageMessage().description("Measurements.");
        root.addSubcommand("bench", bench);
        add(bench, "replay", new ReplayCommand(desk));
        add(bench, "memory", new MemoryBenchCommand(desk));
        add(root, "completion", new CompletionCommand(desk));
        add(root, "train", new TrainCommand(desk)).usageMessage().hidden(true);
        return dressed(new CommandLine(root), desk);
    }

    private static CommandSpec add(CommandSpec parent, String name, Command command) {
        CommandSpec spec = command.spec().mixinStandardHelpOptions(true).version("throughline " + Version.text());
        parent.addSubcommand(name, spec);
        return spec;
    }

    private static CommandLine dressed(CommandLine line, Desk desk) {
        Screen screen = desk.screen();
        return line.setOut(new PrintWriter(screen.out(), /* autoFlush= */ true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(screen.err(), /* autoFlush= */ true, StandardCharsets.UTF_8))
                .setColorScheme(CommandLine.Help.defaultColorScheme(screen.hasColours() ? Ansi.ON : Ansi.OFF))
                .setExecutionStrategy(given -> execute(given, screen))
                .setParameterExceptionHandler((wrong, _) ->
                        wrongUsage(sentence(wrong), wrong.getCommandLine().getCommandSpec(), screen));
    }

    /** What is wrong with a command line. */
    private static String sentence(CommandLine.ParameterException wrong) {
        if (wrong instanceof CommandLine.UnmatchedArgumentException unmatched
                && !unmatched.getUnmatched().isEmpty()) {
            String first = unmatched.getUnmatched().getFirst();
            CommandSpec spec = unmatched.getCommandLine().getCommandSpec();
            boolean isCommand = !first.startsWith("-") && !spec.subcommands().isEmpty();
            Optional<String> near = isCommand ? Nearest.to(first, visible(spec)) : Optional.empty();
            if (near.isPresent()) {
                return "unknown command '" + first + "'; did you mean '" + near.get() + "'?";
            }
            if (isCommand && !spec.subcommands().containsKey("show")) {
                return "unknown command '" + first + "'";
            }
            if (isCommand) {
                return "expected a subcommand, found '" + first + "'; '" + spec.qualifiedName() + " show " + first
                        + "' may be meant";
            }
            return "expected no " + (first.startsWith("-") ? "option" : "argument") + " '" + first + "' here";
        }
        String said = Screen.harmless(String.valueOf(wrong.getMessage()));
        String begun = said.substring(0, 1).toLowerCase(Locale.ROOT) + said.substring(1);
        return NUMBER.matcher(begun).replaceFirst("is not a whole number, or too large");
    }

    private static List<String> visible(CommandSpec spec) {
        return spec.subcommands().entrySet().stream()
                .filter(each -> !each.getValue().getCommandSpec().usageMessage().hidden())
                .map(Map.Entry::getKey)
                .toList();
    }

    private static int wrongUsage(String sentence, CommandSpec spec, Screen screen) {
        screen.say(sentence + (sentence.endsWith("?") ? "" : ".") + " See: " + spec.qualifiedName() + " --help");
        return Command.WRONG_USAGE;
    }

    private static int execute(ParseResult given, Screen screen) {
        Integer helped = CommandLine.executeHelpRequest(given);
        if (helped != null) {
            return helped;
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

    /** What went wrong is a sentence; only what nobody foresaw keeps its stack trace. */
    private static int run(Command command, ParseResult given, Screen screen) {
        try {
            return command.run(given);
        } catch (ConfigException e) {
            e.problems().forEach(screen::say);
            return Command.WRONG_USAGE;
        } catch (ProxyException e) {
            screen.say(e.sentence());
            return Command.FAILED;
        } catch (IllegalArgumentException e) {
            return wrongUsage(String.valueOf(e.getMessage()), given.commandSpec(), screen);
        }
    }
}
