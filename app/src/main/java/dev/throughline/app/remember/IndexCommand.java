package dev.throughline.app.remember;

import dev.throughline.app.command.Command;
import dev.throughline.app.command.Desk;
import dev.throughline.app.command.Flags;
import dev.throughline.app.command.Screen;
import dev.throughline.app.config.Config;
import dev.throughline.app.house.House;
import dev.throughline.app.library.GatewayClient;
import dev.throughline.app.library.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;
import tools.jackson.core.JsonGenerator;

/** {@code throughline memory index}: brings the index up to date and waits until everything is found by meaning. */
public final class IndexCommand implements Command {
    private static final Duration LOOK = Duration.ofMillis(200);
    private static final int BAR = 30;

    /** An embedder that fails is tried again after 1, 3 and 7 seconds; then it is told. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Desk desk;
    private final Duration patience;

    public IndexCommand(Desk desk) {
        this(desk, PATIENCE);
    }

    IndexCommand(Desk desk, Duration patience) {
        this.desk = desk;
        this.patience = patience;
    }

    /** How far it is. */
    private record Far(JsonObject json, long waiting, String status) {
        static Far of(JsonObject json) {
            return new Far(json, json.number("waiting"), json.text("status"));
        }

        String said() {
            String why = json.text("why").isEmpty() ? "" : " (" + json.text("why") + ")";
            String remedy = json.text("remedy").isEmpty() ? "" : "; " + json.text("remedy");
            return String.format(
                            Locale.ROOT,
                            "%s in %s%s, %,d KiB; status: ",
                            Screen.many(json.number("documents"), "document"),
                            Screen.many(json.number("chunks"), "part"),
                            waiting == 0
                                    ? ""
                                    : String.format(
                                            Locale.ROOT,
                                            ", of which %,d %s found by word only so far",
                                            waiting,
                                            waiting == 1 ? "is" : "are"),
                            json.number("bytes") >> 10)
                    + status
                    + why
                    + remedy;
        }

        void write(JsonGenerator out) {
            for (String name : List.of("documents", "chunks", "waiting", "bytes")) {
                out.writeNumberProperty(name, json.number(name));
            }
            for (String name : List.of("embedder", "status", "why", "remedy")) {
                out.writeStringProperty(name, json.text(name));
            }
        }
    }

    @Override
    public CommandSpec spec() {
        CommandSpec spec = CommandSpec.wrapWithoutInspection(this);
        spec.usageMessage()
                .description(
                        "Brings the index up to date and waits until everything is found by meaning too.",
                        "Nobody has to: what is written is found by word at once and by meaning soon after.");
        spec.addOption(OptionSpec.builder("--rebuild")
                .description("make it anew; the old one serves until then")
                .build());
        spec.addOption(OptionSpec.builder("--json").description("print JSON").build());
        Rooms.addTo(spec);
        Flags.add(spec, Flags.READING);
        return spec;
    }

    @Override
    public int run(ParseResult given) {
        Rooms rooms = new Rooms(desk).hushed(given);
        boolean isNew = given.hasMatchedOption("--rebuild");
        Config config = desk.configAgain(given);
        String path = "memory/index?project=" + rooms.encodedProject(given);
        Optional<GatewayClient> gateway = rooms.gateway(config);
        if (gateway.isPresent()) {
            try (GatewayClient client = gateway.get()) {
                return follow(given, client, path, isNew);
            }
        }
        // Sessions belong to it too, and only who holds the home may read them.
        try (House house = House.open(config.onFreePort(), desk.clock());
                GatewayClient client = new GatewayClient(house.address())) {
            return follow(given, client, path, isNew);
        }
    }

    private int follow(ParseResult given, GatewayClient client, String path, boolean isNew) {
        if (isNew) {
            client.post(path);
        }
        return follow(given, () -> Far.of(JsonObject.read(client.ask(path).orElseThrow(Rooms::isOff))));
    }

    private int follow(ParseResult given, Supplier<Far> looks) {
        Far far = looks.get();
        long most = Math.max(1, far.waiting());
        long moved = System.nanoTime();
        while (far.waiting() > 0 && !isStuck(far, moved)) {
            show(most - far.waiting(), most);
            LockSupport.parkNanos(LOOK.toNanos());
            Far next = looks.get();
            moved = next.waiting() < far.waiting() ? System.nanoTime() : moved;
            far = next;
            most = Math.max(most, far.waiting());
        }
        wipe();
        new Rooms(desk).say(given, far.said(), far::write);
        return far.waiting() > 0 || far.status().equals("unavailable") ? FAILED : OK;
    }

    /** Whether waiting is of no use: something is wrong, and nothing moves. */
    private boolean isStuck(Far far, long moved) {
        return far.status().equals("unavailable")
                || (!far.status().equals("ok") && System.nanoTime() - moved > patience.toNanos());
    }

    /** A bar, where a person looks on. */
    private void show(long done, long of) {
        Screen screen = desk.screen();
        if (screen.hasColours()) {
            int full = (int) (BAR * done / of);
            screen.err()
                    .print("\r" + "█".repeat(full) + "░".repeat(BAR - full) + String.format(" %,d of %,d", done, of));
            screen.err().flush();
        }
    }

    private void wipe() {
        if (desk.screen().hasColours()) {
            desk.screen().err().print("\r\033[2K");
        }
    }
}
