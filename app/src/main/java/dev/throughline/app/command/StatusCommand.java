package dev.throughline.app.command;

import dev.throughline.app.library.Library;
import dev.throughline.app.library.StatusJson;
import dev.throughline.app.run.HomeHolder;
import dev.throughline.engine.edit.LearnedWindows;
import java.net.URI;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** {@code throughline status}: whether a gateway serves the home, and how it is. Exits with status 1 if none does. */
final class StatusCommand implements Command {
    private final Desk desk;

    StatusCommand(Desk desk) {
        this.desk = desk;
    }

    @Override
    public CommandSpec spec() {
        CommandSpec spec = CommandSpec.wrapWithoutInspection(this);
        spec.usageMessage().description("Shows the state of the gateway. Exits with status 1 if none is running.");
        spec.addOption(OptionSpec.builder("--json").description("print JSON").build());
        Flags.add(spec, Flags.READING);
        return spec;
    }

    @Override
    public int run(ParseResult given) {
        Path home = desk.config(given).home();
        Optional<URI> address = desk.homes().holder(home).flatMap(HomeHolder::address);
        boolean isJson = given.hasMatchedOption("--json");
        if (address.isPresent()) {
            try (Library library = Library.remote(address.get())) {
                return tell(library.status().orElseThrow(), isJson);
            }
        }
        if (isJson) {
            desk.print(json -> {
                json.writeStartObject();
                json.writeStringProperty("home", home.toString());
                json.writeBooleanProperty("running", false);
                json.writeEndObject();
            });
        } else {
            desk.screen().out().println("no gateway serves " + home + "; start one with 'throughline serve'");
        }
        return FAILED;
    }

    private int tell(StatusJson.Status status, boolean isJson) {
        if (isJson) {
            desk.print(json -> StatusJson.write(status, json));
            return OK;
        }
        Screen screen = desk.screen();
        screen.out()
                .println("serving at " + status.address() + ", process " + status.pid() + ", version "
                        + status.version() + ", for "
                        + Screen.age(status.started(), desk.clock().instant()) + ", started by "
                        + status.use().startedBy());
        screen.out().println(use(status.use()));
        screen.out()
                .println("home " + status.home() + " "
                        + (status.isWritable()
                                ? screen.paint(Screen.Colour.GOOD, "can be written")
                                : screen.paint(Screen.Colour.BAD, "cannot be written: " + status.detail())));
        for (LearnedWindows.Learned window : status.windows()) {
            screen.out()
                    .println(Screen.harmless(window.model()) + " at " + window.upstream() + " takes "
                            + String.format(Locale.ROOT, "%,d", window.tokens())
                            + " tokens: it refused a longer prompt "
                            + Screen.age(window.at(), desk.clock().instant()) + " ago");
        }
        return OK;
    }

    private String use(StatusJson.Use use) {
        String exit = use.exitsAt()
                .map(at -> "; exits in " + Screen.age(desk.clock().instant(), at) + " unless it is used")
                .orElse("");
        return Screen.many(use.runs(), "run") + ", " + Screen.many(use.openRequests(), "open request") + exit;
    }
}
