package dev.throughline.bench.command;

import dev.throughline.cli.Command;
import dev.throughline.cli.CommandEnvironment;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.turn.TurnHandler;
import dev.throughline.model.Bytes;
import dev.throughline.model.Cause;
import dev.throughline.model.Ids;
import dev.throughline.model.text.DisplayText;
import dev.throughline.server.config.Config;
import dev.throughline.server.config.Environment;
import dev.throughline.server.config.Keys;
import dev.throughline.server.config.MemoryKeys;
import dev.throughline.server.config.SearchKeys;
import dev.throughline.server.config.WorkingSetKeys;
import dev.throughline.server.wiring.HomeAccess;
import dev.throughline.server.wiring.TemporaryFolders;
import dev.throughline.server.wiring.TurnHandlerFactory;
import dev.throughline.server.wiring.TurnHandling;
import dev.throughline.simulator.dialect.SimulatedDialect;
import dev.throughline.simulator.prompt.CachePrices;
import dev.throughline.simulator.recording.RecordingFiles;
import dev.throughline.simulator.recording.Trajectory;
import dev.throughline.simulator.replay.Replay;
import dev.throughline.simulator.report.ReplaySummary;
import dev.throughline.simulator.report.ReportFigure;
import dev.throughline.simulator.report.ReportFiles;
import dev.throughline.simulator.report.ReportTable;
import dev.throughline.simulator.session.ReplaySettings;
import dev.throughline.simulator.session.SessionResult;
import dev.throughline.simulator.session.Violation;
import dev.throughline.wire.Wire;
import dev.throughline.wire.dialects.Dialects;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/**
 * {@code throughline bench replay}: recorded sessions over the real handler, with a real store and memory in a
 * temporary folder and a played model, to see what a policy costs and what it loses.
 *
 * <p>The user's own configuration is left aside, so that a figure means the same everywhere; {@code --config} and
 * {@code --set} say what differs from the defaults.
 */
public final class ReplayCommand extends Command {
    private static final int SEED = 7;
    private static final int USUAL_JOBS = Math.max(1, Runtime.getRuntime().availableProcessors());

    public ReplayCommand(CommandEnvironment environment) {
        super(
                environment,
                List.of(),
                "Replays recorded sessions and prints their cost, coverage and failures.",
                "The sessions are handled as a gateway would handle them, and share one memory.",
                "Reads trajectories (.jsonl, .jsonl.gz), transcripts of Claude Code and rollouts of Codex.");
        CommandSpec spec = spec();
        spec.addPositional(PositionalParamSpec.builder()
                .index("0..*")
                .arity("1..*")
                .paramLabel("FILE")
                .type(List.class)
                .auxiliaryTypes(String.class)
                .description("recorded sessions")
                .build());
        add(spec, "--protocol", "WORD", "messages", "messages, responses or chat");
        spec.addOption(OptionSpec.builder("--policy")
                .paramLabel("VALUE")
                .type(String.class)
                .description(WorkingSetKeys.POLICY.about())
                .build());
        add(spec, "--limit", "N", "0", "the number of sessions per file; 0 means all");
        add(spec, "--system-tokens", "N", "0", "tokens of tools and system prompt together");
        add(spec, "--ttl", "SECONDS", "300", "how long a cached prefix lasts after its last use; 0 means forever");
        add(spec, "--window", "N", "200000", "refuse prompts of more than N tokens; 0 means no limit");
        add(spec, "--read-price", "X", "0.1", "price of a token read from the cache, relative to uncached input");
        add(spec, "--write-price", "X", "1.25", "price of a token written to the cache");
        add(spec, "--jobs", "N", Integer.toString(USUAL_JOBS), "how many sessions are replayed in parallel");
        spec.addOption(OptionSpec.builder("--set")
                .paramLabel("KEY=VALUE")
                .type(List.class)
                .auxiliaryTypes(String.class)
                .arity("1")
                .description("a configuration key and its value; may be given several times")
                .build());
        spec.addOption(OptionSpec.builder("--without-memory")
                .description("use neither memory nor a helper model")
                .build());
        spec.addOption(file("--config", "the configuration file"));
        spec.addOption(file("--json", "write all figures to this file"));
        spec.addOption(file("--csv", "write one row per session to this file"));
        spec.addOption(OptionSpec.builder("--quiet")
                .description("print the total only")
                .build());
    }

    private static void add(CommandSpec spec, String name, String label, String usual, String about) {
        spec.addOption(OptionSpec.builder(name)
                .paramLabel(label)
                .type(String.class)
                .defaultValue(usual)
                .description(about + " (default: ${DEFAULT-VALUE})")
                .build());
    }

    private static OptionSpec file(String name, String about) {
        return OptionSpec.builder(name)
                .paramLabel("FILE")
                .type(String.class)
                .description(about)
                .build();
    }

    /** What is wrong with the command line is found before anything is read or replayed. */
    @Override
    public int run() {
        ParseResult given = spec().commandLine().getParseResult();
        ReplaySettings terms = terms(given);
        int jobs = number(given, "--jobs", 1);
        int limit = number(given, "--limit");
        Optional<Path> json = output(given, "--json");
        Optional<Path> csv = output(given, "--csv");
        try {
            Path home = Files.createTempDirectory("throughline-replay");
            try {
                Config config = config(given, home);
                List<Supplier<Trajectory>> sessions = sessions(given, limit);
                ReplaySummary summary = replay(given, config, terms, sessions, jobs);
                if (summary.sessions().stream().allMatch(result -> ReportFigure.TURNS.of(result.totals()) == 0)) {
                    printMessage("the files contain no sessions with requests to a model");
                    return FAILED;
                }
                show(given, summary);
                write(json, ReportFiles.json(summary));
                write(csv, ReportFiles.csv(summary));
            } finally {
                TemporaryFolders.delete(home);
            }
            return OK;
        } catch (IOException e) {
            printMessage("a file cannot be read or written: " + Cause.words(e));
            return FAILED;
        }
    }

    private ReplaySummary replay(
            ParseResult given, Config config, ReplaySettings terms, List<Supplier<Trajectory>> sessions, int jobs) {
        long began = System.nanoTime();
        Replay replay = new Replay(terms, this::productRules);
        List<SessionResult> result;
        try (Store store = HomeAccess.open(config.home(), environment().clock())) {
            TurnHandlerFactory factory = new TurnHandlerFactory(
                    config, store, new Ids(new Random(SEED)), environment().clock());
            if (given.hasMatchedOption("--without-memory")) {
                TurnHandler handler = factory.create(replay.upstream(), List.of());
                result = replay.run(handler::handle, sessions, jobs, this::progress);
            } else {
                try (TurnHandling turns = turns(factory, replay)) {
                    result = replay.run(turns::handle, sessions, jobs, this::progress);
                }
            }
        }
        return ReplaySummary.of(
                settings(given, config), result, replay.unmatched(), Duration.ofNanos(System.nanoTime() - began));
    }

    /** Turns as in {@code serve}, with the played model as provider and helper; no variable names another. */
    private static TurnHandling turns(TurnHandlerFactory factory, Replay replay) {
        return new TurnHandling(
                        factory,
                        new TurnHandling.Connections(replay.upstream(), replay::helper, _ -> null),
                        TurnHandling.HandlingListeners.NONE)
                .start();
    }

    /** What the product's own rules find in a body. */
    private List<Violation> productRules(SimulatedDialect dialect, Bytes body) {
        Wire wire = Dialects.of(dialect.dialect());
        return wire.validate(wire.decode(body)).stream()
                .map(found -> new Violation("wire_" + found.rule().name().toLowerCase(Locale.ROOT), found.where()))
                .toList();
    }

    private void progress(int done, int of) {
        if (screen().hasColours()) {
            String end = done == of ? "\r\033[K" : "";
            screen().err().print("\r" + done + " of " + of + " sessions" + end);
        }
    }

    private void show(ParseResult given, ReplaySummary summary) {
        List<String> lines =
                given.hasMatchedOption("--quiet") ? ReportTable.brief(summary) : ReportTable.whole(summary);
        lines.forEach(line -> screen().out().println(DisplayText.printable(line)));
    }

    /** Where an option wants something written. */
    private Optional<Path> output(ParseResult given, String option) {
        if (!given.hasMatchedOption(option)) {
            return Optional.empty();
        }
        Path path = environment().environment().path(given.matchedOptionValue(option, ""));
        Path folder = path.toAbsolutePath().getParent();
        if (Files.isDirectory(path)) {
            throw new IllegalArgumentException(option + " is the directory " + path + "; name a file");
        }
        if (folder == null || !Files.isDirectory(folder)) {
            throw new IllegalArgumentException(option + " cannot write " + path + ": there is no directory " + folder);
        }
        if (!Files.isWritable(Files.exists(path) ? path : folder)) {
            throw new IllegalArgumentException(
                    option + " cannot write " + path + ": you have no permission to write there");
        }
        return Optional.of(path);
    }

    private static void write(Optional<Path> file, String text) throws IOException {
        if (file.isPresent()) {
            try {
                Files.writeString(file.get(), text);
            } catch (IOException e) {
                throw new IOException(file.get() + ": " + Cause.words(e), e);
            }
        }
    }

    private List<Supplier<Trajectory>> sessions(ParseResult given, int limit) throws IOException {
        List<String> files = given.matchedPositionalValue(0, List.of());
        if (files.isEmpty()) {
            throw new IllegalArgumentException("no FILE given; name at least one file of recorded sessions");
        }
        List<Path> paths = files.stream().map(environment().environment()::path).toList();
        paths.forEach(ReplayCommand::checkReadable);
        List<Supplier<Trajectory>> sessions = new ArrayList<>();
        for (Path path : paths) {
            List<Supplier<Trajectory>> own = RecordingFiles.of(path, limit);
            if (own.isEmpty()) {
                printMessage(path + " is left out: it contains no trajectories, no transcript of Claude Code and no"
                        + " rollout of Codex");
            }
            sessions.addAll(own);
        }
        return sessions;
    }

    private static void checkReadable(Path path) {
        if (!Files.exists(path)) {
            throw new IllegalArgumentException("there is no file " + path);
        }
        if (Files.isDirectory(path)) {
            throw new IllegalArgumentException(path + " is a directory; name a file of recorded sessions");
        }
        if (!Files.isReadable(path)) {
            throw new IllegalArgumentException("you have no permission to read the file " + path);
        }
    }

    private static ReplaySettings terms(ParseResult given) {
        String protocol = text(given, "--protocol");
        SimulatedDialect dialect = Arrays.stream(SimulatedDialect.values())
                .filter(each -> each.word().equals(protocol))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "--protocol is '" + protocol + "'; it must be messages, responses or chat"));
        double ttl = decimal(given, "--ttl");
        if (!(ttl >= 0)) {
            throw new IllegalArgumentException(
                    "--ttl is '" + text(given, "--ttl") + "'; it must be a number of seconds, 0 or more");
        }
        return new ReplaySettings(
                dialect,
                number(given, "--system-tokens"),
                ttl == 0 ? Double.POSITIVE_INFINITY : ttl,
                number(given, "--window"),
                new CachePrices(decimal(given, "--read-price"), decimal(given, "--write-price")));
    }

    private Config config(ParseResult given, Path home) {
        Map<String, String> flags = new LinkedHashMap<>();
        flags.put(Keys.REPLAY_CLOCK.flag(), "true");
        if (!given.hasMatchedOption("--config")) {
            // Comparing meaning changed no figure of 60 sessions and took as long as all the rest.
            flags.put(Config.SET + SearchKeys.EMBEDDINGS.name(), "none");
        }
        List<String> pairs = given.matchedOptionValue("--set", List.of());
        for (String pair : pairs) {
            int equals = pair.indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException("--set is '" + pair + "'; it must be KEY=VALUE");
            }
            String name = pair.substring(0, equals);
            if (Keys.ALL.stream().noneMatch(key -> key.name().equals(name))) {
                throw new IllegalArgumentException("--set: " + Keys.unknown(name));
            }
            flags.put(Config.SET + name, pair.substring(equals + 1));
        }
        // Whatever is set: no session of a replay may get into a home or a memory that somebody uses.
        flags.put(Config.SET + Keys.HOME.name(), home.toString());
        flags.put(Config.SET + MemoryKeys.WORKSPACE.name(), "project");
        for (String name : List.of("--policy", "--config")) {
            if (given.hasMatchedOption(name)) {
                flags.put(name, given.matchedOptionValue(name, ""));
            }
        }
        Environment quiet =
                new Environment(Map.of(), home, environment().environment().workingFolder());
        return Config.load(quiet, flags);
    }

    private static Map<String, Object> settings(ParseResult given, Config config) {
        Map<String, Object> settings = new LinkedHashMap<>();
        for (String name : List.of(
                "--protocol",
                "--limit",
                "--system-tokens",
                "--ttl",
                "--window",
                "--read-price",
                "--write-price",
                "--jobs")) {
            settings.put(name.substring(2).replace('-', '_'), text(given, name));
        }
        settings.put("policy", config.value(WorkingSetKeys.POLICY).name().toLowerCase(Locale.ROOT));
        settings.put("without_memory", given.hasMatchedOption("--without-memory"));
        settings.put("set", given.matchedOptionValue("--set", List.of()));
        settings.put("files", given.matchedPositionalValue(0, List.of()));
        return settings;
    }

    private static String text(ParseResult given, String name) {
        OptionSpec option = given.commandSpec().findOption(name);
        return given.matchedOptionValue(name, option.defaultValue());
    }

    private static int number(ParseResult given, String name) {
        return number(given, name, 0);
    }

    private static int number(ParseResult given, String name, int least) {
        double value = decimal(given, name);
        if (value != Math.rint(value) || value < least || value > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    name + " is '" + text(given, name) + "'; it must be a whole number, " + least + " or more");
        }
        return (int) value;
    }

    private static double decimal(ParseResult given, String name) {
        try {
            return Double.parseDouble(text(given, name));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + " is '" + text(given, name) + "'; it must be a number", e);
        }
    }
}
