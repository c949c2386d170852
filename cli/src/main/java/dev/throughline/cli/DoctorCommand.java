package dev.throughline.cli;

import dev.throughline.cli.DoctorChecks.Check;
import dev.throughline.cli.terminal.Screen;
import java.util.List;

/** {@code throughline doctor}: checks what Throughline needs, and says what to do. */
final class DoctorCommand extends Command {
    private final Option<Boolean> json = jsonFlag();

    DoctorCommand(CommandEnvironment environment) {
        super(
                environment,
                ConfigOptions.SERVING,
                "Checks what Throughline needs and says what to do. Exits with status 1 if a check fails.");
    }

    @Override
    public int run() {
        List<Check> checks = new DoctorChecks(environment().environment(), config()).all();
        if (json.value()) {
            printJson(checks);
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
        println(screen().coloured(colour, "%-4s".formatted(check.verdict().word())) + "  "
                + "%-10s".formatted(check.subject()) + "  " + check.found()
                + (check.advice().isEmpty() ? "" : "; " + check.advice()));
    }
}
