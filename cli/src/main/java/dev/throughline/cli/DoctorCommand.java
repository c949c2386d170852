package dev.throughline.cli;

import dev.throughline.cli.DoctorChecks.Check;
import dev.throughline.cli.terminal.Screen;
import java.util.List;
import java.util.Locale;

/** {@code throughline doctor}: what is needed, whether it is there, and what to do if not. */
final class DoctorCommand extends TypedCommand {
    private final CommandOption<Boolean> json = jsonFlag();

    DoctorCommand(CommandEnvironment environment) {
        super(
                environment,
                ConfigOptions.SERVING,
                "Checks what Throughline needs and says what to do. Exits with status 1 if a check fails.");
    }

    private record View(String verdict, String subject, String found, String advice) {}

    @Override
    int run() {
        List<Check> checks =
                new DoctorChecks(environment().environment(), environment().homes()).of(config());
        if (json.value()) {
            printJson(checks.stream()
                    .map(check -> new View(word(check), check.subject(), check.found(), check.advice()))
                    .toList());
        } else {
            checks.forEach(this::print);
        }
        return checks.stream().anyMatch(check -> check.verdict() == DoctorChecks.Verdict.FAIL) ? FAILED : OK;
    }

    private void print(Check check) {
        Screen.Colour colour =
                switch (check.verdict()) {
                    case OK -> Screen.Colour.GOOD;
                    case WARN -> Screen.Colour.DOUBTFUL;
                    case FAIL -> Screen.Colour.BAD;
                };
        println(screen().paint(colour, "%-4s".formatted(word(check))) + "  " + "%-10s".formatted(check.subject()) + "  "
                + check.found() + (check.advice().isEmpty() ? "" : "; " + check.advice()));
    }

    private static String word(Check check) {
        return check.verdict().name().toLowerCase(Locale.ROOT);
    }
}
