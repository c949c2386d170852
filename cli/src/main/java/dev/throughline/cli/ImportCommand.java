package dev.throughline.cli;

import dev.throughline.importer.ImportFiles;
import dev.throughline.importer.ImportReport;
import dev.throughline.importer.ImportedProgram;
import dev.throughline.model.Cause;
import dev.throughline.model.ProxyException;
import dev.throughline.model.text.DisplayText;
import dev.throughline.server.sessions.GatewayClient;
import dev.throughline.server.sessions.ImportRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** {@code throughline import}: adds the sessions that other programs wrote to files. */
final class ImportCommand extends Command {
    private static final int MAX_PRINTED_PROBLEMS = 20;

    private final Option<List<String>> sources = parameters(
            "0..*",
            "codex|claude|pi|openclaw|PATH",
            "programs whose sessions are imported, or files and folders (default: all programs that are found)");
    private final Option<Boolean> dryRun = flag("--dry-run", "only count what would be imported");
    private final Option<Boolean> json = jsonFlag();

    ImportCommand(CommandEnvironment environment) {
        super(
                environment,
                "Imports the existing sessions of Codex, Claude Code, pi and OpenClaw, and exported sessions.",
                "Sessions keep their times and are searched and learnt from like others. What was imported or recorded"
                        + " already is not added again, so the command can be repeated. Exits with status 1 if"
                        + " something could not be imported.");
    }

    @Override
    public int run() {
        ImportFiles.FoundFiles found = files();
        if (found.files().isEmpty() && found.problems().isEmpty()) {
            printMessage("there is nothing to import; pass a file or a folder");
            return FAILED;
        }
        ImportReport report =
                withGateway(gateway -> importAll(gateway, found.files())).and(ImportReport.problems(found.problems()));
        if (json.value()) {
            printJson(report);
        } else {
            print(report);
        }
        return report.problems().isEmpty() ? OK : FAILED;
    }

    private ImportReport importAll(GatewayClient gateway, List<Path> files) {
        ImportReport report = ImportReport.NONE;
        int done = 0;
        try {
            for (Path file : files) {
                screen().showProgress(done++, files.size());
                ImportRequest request = new ImportRequest(file.toString(), dryRun.value());
                report = report.and(importFile(gateway, request));
            }
        } finally {
            screen().clearProgress();
        }
        return report;
    }

    /** A failure of one file does not end the import of the others. */
    private static ImportReport importFile(GatewayClient gateway, ImportRequest request) {
        try {
            return gateway.post("import", request, ImportReport.class);
        } catch (ProxyException e) {
            return ImportReport.problem(request.path(), e.sentence());
        }
    }

    private ImportFiles.FoundFiles files() {
        List<Path> files = new ArrayList<>();
        List<ImportReport.Problem> problems = new ArrayList<>();
        for (Path folder : sources.value().isEmpty() ? found() : given()) {
            try {
                ImportFiles.FoundFiles found = ImportFiles.under(folder);
                files.addAll(found.files());
                problems.addAll(found.problems());
            } catch (IOException e) {
                problems.add(new ImportReport.Problem(folder.toString(), 0, Cause.words(e)));
            }
        }
        return new ImportFiles.FoundFiles(files.stream().distinct().toList(), problems);
    }

    private List<Path> found() {
        return Arrays.stream(ImportedProgram.values())
                .map(this::folder)
                .filter(Files::isDirectory)
                .toList();
    }

    private List<Path> given() {
        return sources.value().stream().map(this::path).toList();
    }

    private Path path(String given) {
        Optional<ImportedProgram> program = Arrays.stream(ImportedProgram.values())
                .filter(each -> each.word().equals(given))
                .findFirst();
        Path path = program.map(this::folder)
                .orElseGet(() -> environment().environment().path(given));
        if (Files.exists(path)) {
            return path;
        }
        String words = Arrays.stream(ImportedProgram.values())
                .map(ImportedProgram::word)
                .collect(Collectors.joining(", "));
        throw new IllegalArgumentException(
                program.isPresent()
                        ? "there are no sessions of " + given + ": " + path + " does not exist"
                        : "'" + given + "' does not exist; pass one of " + words + ", or a file or folder");
    }

    private Path folder(ImportedProgram program) {
        return program.folder(
                environment().environment().userHome(), environment().environment()::variable);
    }

    private void print(ImportReport report) {
        report.problems().stream()
                .limit(MAX_PRINTED_PROBLEMS)
                .forEach(
                        problem -> printMessage(problem.file() + (problem.line() == 0 ? "" : ", line " + problem.line())
                                + ": " + DisplayText.printable(problem.reason())));
        long unlisted = report.furtherProblems() + Math.max(0, report.problems().size() - MAX_PRINTED_PROBLEMS);
        if (unlisted > 0) {
            printMessage("and " + DisplayText.quantity(unlisted, "more problem"));
        }
        String memory =
                report.memory() == 0 ? "" : " and " + DisplayText.quantity(report.memory(), "line") + " of memory";
        printMessage((dryRun.value() ? "would import " : "imported ")
                + DisplayText.quantity(report.items(), "item") + " of "
                + DisplayText.quantity(report.sessions().size(), "session") + memory + " from "
                + DisplayText.quantity(report.files(), "file")
                + (report.items() == 0 && report.memory() == 0 ? "; nothing is new" : ""));
    }
}
