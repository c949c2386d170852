package dev.throughline.cli;

import dev.throughline.cli.terminal.Screen;
import dev.throughline.engine.edit.LearnedWindows;
import dev.throughline.model.text.DisplayText;
import dev.throughline.server.sessions.GatewayClient;
import dev.throughline.server.sessions.GatewayStatus;
import dev.throughline.server.wiring.HomeAccess;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/** {@code throughline status}: shows the state of the gateway. Exits with status 1 if no gateway is running. */
final class StatusCommand extends Command {
    private final Option<Boolean> json = jsonFlag();

    StatusCommand(CommandEnvironment environment) {
        super(environment, "Shows the state of the gateway. Exits with status 1 if no gateway is running.");
    }

    private record NotRunning(Path home, boolean running) {}

    @Override
    public int run() {
        Path home = config().home();
        Optional<URI> address = HomeAccess.gateway(home);
        if (address.isPresent()) {
            print(GatewayClient.status(address.get()));
            return OK;
        }
        if (json.value()) {
            printJson(new NotRunning(home, /* running= */ false));
        } else {
            println("no gateway is running for " + home + "; to start one, run: throughline serve");
        }
        return FAILED;
    }

    private void print(GatewayStatus status) {
        if (json.value()) {
            printJson(status);
            return;
        }
        Instant now = environment().clock().instant();
        println("listening on " + status.address() + ", process " + status.pid() + ", version " + status.version()
                + ", running for " + DisplayText.age(status.started(), now) + ", started by "
                + status.use().startedBy());
        String exit = status.use()
                .exitsAt()
                .map(at -> "; exits in " + DisplayText.age(now, at) + " unless it is used")
                .orElse("");
        println(DisplayText.quantity(status.use().runs(), "run") + ", "
                + DisplayText.quantity(status.use().openRequests(), "open request") + exit);
        println("home " + status.home() + " "
                + (status.isWritable()
                        ? screen().coloured(Screen.Colour.GOOD, "is writable")
                        : screen().coloured(Screen.Colour.BAD, "is not writable: " + status.detail())));
        for (LearnedWindows.Learned window : status.windows()) {
            println(DisplayText.printable(window.model()) + " at " + window.upstream() + " accepts "
                    + DisplayText.number(window.tokens()) + " tokens: it refused a longer prompt "
                    + DisplayText.age(window.at(), now) + " ago");
        }
    }
}
