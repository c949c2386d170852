package dev.throughline.app.remember;

import dev.throughline.app.command.Command;
import dev.throughline.app.command.Desk;
import dev.throughline.app.command.Flags;
import dev.throughline.app.config.Config;
import dev.throughline.app.house.House;
import dev.throughline.app.library.GatewayClient;
import dev.throughline.app.library.JsonObject;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** {@code throughline memory consolidate}: makes memory of finished sessions now, and not some time later. */
public final class ConsolidateCommand implements Command {
    private final Desk desk;

    public ConsolidateCommand(Desk desk) {
        this.desk = desk;
    }

    @Override
    public CommandSpec spec() {
        CommandSpec spec = CommandSpec.wrapWithoutInspection(this);
        spec.usageMessage()
                .description(
                        "Makes memory of finished sessions now.",
                        "Reads sessions that were silent for 6 hours and merges what they left into MEMORY.md, the"
                                + " summary and skills. A gateway does this by itself, at most every 6 hours.");
        spec.addOption(OptionSpec.builder("--json").description("print JSON").build());
        Rooms.addTo(spec);
        Flags.add(spec, Flags.READING);
        return spec;
    }

    @Override
    public int run(ParseResult given) {
        Config config = desk.configAgain(given);
        Rooms rooms = new Rooms(desk).hushed(given);
        String path = "memory/consolidate?project=" + rooms.encodedProject(given);
        Optional<GatewayClient> gateway = rooms.gateway(config);
        if (gateway.isPresent()) {
            try (GatewayClient client = gateway.get()) {
                say(given, client, path);
            }
            return OK;
        }
        try (House house = House.open(config.onFreePort(), desk.clock());
                GatewayClient client = new GatewayClient(house.address())) {
            say(given, client, path);
        }
        return OK;
    }

    private void say(ParseResult given, GatewayClient gateway, String path) {
        byte[] answer = gateway.post(path);
        JsonObject done = JsonObject.read(answer);
        new Rooms(desk).say(given, done.text("said"), json -> {
            json.writeNumberProperty("sessions", done.number("sessions"));
            json.writeStringProperty("merge", done.text("merge"));
        });
    }
}
