package dev.throughline.bench.command;

import dev.throughline.cli.Command;
import dev.throughline.cli.CommandEnvironment;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.session.AgentMarkers;
import dev.throughline.engine.session.PurposeDetector;
import dev.throughline.importer.ImportListener;
import dev.throughline.importer.ImportReport;
import dev.throughline.importer.SessionImporter;
import dev.throughline.model.Ids;
import dev.throughline.model.text.DisplayText;
import dev.throughline.simulator.recording.RecordingFiles;
import dev.throughline.simulator.recording.Trajectory;
import dev.throughline.store.file.FileStore;
import dev.throughline.store.file.FileStoreLimits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * {@code throughline bench import}: writes recorded sessions as session files of Codex, Claude Code and pi, imports
 * them into a temporary home, and imports them again after the home was opened anew. The first import must add each
 * item of the recording, the second none.
 */
public final class ImportBenchCommand extends Command {
    private static final double NANOS = 1e9;

    private final Option<List<String>> files = parameters("1..*", "FILE", "recorded sessions");
    private final Option<String> as = text("--as", "FORM", "codex, claude or pi (default: all)");
    private final Option<Boolean> json = flag("--json", "print one line of JSON for each file and form");

    public ImportBenchCommand(CommandEnvironment environment) {
        super(
                environment,
                List.of(),
                "Imports recorded sessions in the forms of agents, twice, and checks the number of items.",
                "Exits with status 1 if an item is missing or is added twice, or if there is a problem.");
    }

    /**
     * What the imports of one file added.
     *
     * @param expected the number of items in the recording
     * @param again the number of items that the second import added
     */
    record ImportFigures(
            String file,
            String form,
            int sessions,
            long expected,
            long items,
            long problems,
            long again,
            double seconds,
            double secondsAgain) {
        boolean isExact() {
            return items == expected && problems == 0 && again == 0;
        }

        String line() {
            return String.format(
                    Locale.ROOT,
                    "%-24s %-7s %5d sessions %8d of %8d items %3d problems %7.1f s; again %d items %7.1f s",
                    file,
                    form,
                    sessions,
                    items,
                    expected,
                    problems,
                    seconds,
                    again,
                    secondsAgain);
        }
    }

    @Override
    public int run() {
        boolean isExact = true;
        for (String name : files.value()) {
            Path file = environment().environment().path(name);
            if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
                throw new IllegalArgumentException("the file " + file + " cannot be read; name recorded sessions");
            }
            for (NativeSessionForm form : forms()) {
                try {
                    ImportFigures figures = measure(file, form);
                    isExact &= figures.isExact();
                    if (json.value()) {
                        printJson(figures);
                    } else {
                        println(figures.line());
                    }
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }
        return isExact ? OK : FAILED;
    }

    private List<NativeSessionForm> forms() {
        List<NativeSessionForm> all = List.of(NativeSessionForm.values());
        if (!as.isGiven()) {
            return all;
        }
        return List.of(all.stream()
                .filter(form -> word(form).equals(as.value()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("--as is '" + as.value() + "'; it must be one of "
                        + String.join(
                                ", ",
                                Arrays.stream(NativeSessionForm.values())
                                        .map(ImportBenchCommand::word)
                                        .toList()))));
    }

    private static String word(NativeSessionForm form) {
        return form.name().toLowerCase(Locale.ROOT);
    }

    private ImportFigures measure(Path recording, NativeSessionForm form) throws IOException {
        Path folder = Files.createTempDirectory("throughline-import");
        try {
            List<Path> written = new ArrayList<>();
            long expected = 0;
            for (Supplier<Trajectory> session : RecordingFiles.of(recording, 0)) {
                Trajectory trajectory = session.get();
                UUID id = UUID.nameUUIDFromBytes((recording + "#" + written.size()).getBytes(StandardCharsets.UTF_8));
                written.add(Files.writeString(folder.resolve(id + ".jsonl"), form.file(id, trajectory)));
                expected += form.items(trajectory);
            }
            long start = System.nanoTime();
            ImportReport first = importAll(folder.resolve("home"), written);
            long middle = System.nanoTime();
            ImportReport second = importAll(folder.resolve("home"), written);
            long end = System.nanoTime();
            first.problems()
                    .forEach(problem -> printMessage(problem.line() + ": " + DisplayText.printable(problem.reason())));
            return new ImportFigures(
                    String.valueOf(recording.getFileName()),
                    word(form),
                    first.sessions().size(),
                    expected,
                    first.items(),
                    first.problems().size() + first.furtherProblems(),
                    second.items(),
                    (middle - start) / NANOS,
                    (end - middle) / NANOS);
        } finally {
            delete(folder);
        }
    }

    private ImportReport importAll(Path home, List<Path> written) {
        ImportListener none = new ImportListener() {
            @Override
            public void starting() {}

            @Override
            public void imported(SessionCard session) {}
        };
        ImportReport report = ImportReport.NONE;
        try (FileStore store = new FileStore(home, environment().clock(), FileStoreLimits.DEFAULTS)) {
            SessionImporter importer = new SessionImporter(
                    store,
                    new Ids(new SplittableRandom()),
                    new PurposeDetector(AgentMarkers.builtIn())::isScaffold,
                    none);
            for (Path file : written) {
                report = report.and(importer.importFile(file, /* isDryRun= */ false));
            }
        }
        return report;
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
