package dev.throughline.app.command;

import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** {@code throughline doctor}: what is needed, whether it is there, and what to do if not. */
final class DoctorCommand implements Command {
    private final Desk desk;

    DoctorCommand(Desk desk) {
        this.desk = desk;
    }

    @Override
    public CommandSpec spec() {
        CommandSpec spec = CommandSpec.wrapWithoutInspection(this);
        spec.usageMessage()
                .description(
                        "Checks what Throughline needs and says what to do. Exits with status 1 if a check fails.");
        spec.addOption(OptionSpec.builder("--json").description("print JSON").build());
        Flags.add(spec, Flags.SERVING);
        return spec;
    }

    @Override
    public int run(ParseResult given) {
        List<Check> checks = new Checkup(desk.environment(), desk.homes()).of(desk.settings(given));
        if (given.hasMatchedOption("--json")) {
            desk.print(json -> {
                json.writeStartArray();
                checks.forEach(check -> {
                    json.writeStartObject();
                    json.writeStringProperty("verdict", check.verdict().name().toLowerCase(Locale.ROOT));
                    json.writeStringProperty("subject", check.subject());
                    json.writeStringProperty("found", check.found());
                    json.writeStringProperty("advice", check.advice());
                    json.writeEndObject();
                });
                json.writeEndArray();
            });
        } else {
            checks.forEach(this::print);
        }
        return checks.stream().anyMatch(check -> check.verdict() == Check.Verdict.FAIL) ? FAILED : OK;
    }

    private void print(Check check) {
        Screen screen = desk.screen();
        String verdict = "%-4s".formatted(check.verdict().name().toLowerCase(Locale.ROOT));
        screen.out()
                .println(screen.paint(check.verdict().colour(), verdict) + "  " + "%-10s".formatted(check.subject())
                        + "  " + check.found() + (check.advice().isEmpty() ? "" : "; " + check.advice()));
    }
}
