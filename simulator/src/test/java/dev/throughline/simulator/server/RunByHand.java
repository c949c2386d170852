package dev.throughline.simulator.server;

import java.time.Duration;
import java.util.List;

/** Runs a server with the agent's script on a given port, for trying real clients by hand. */
final class RunByHand {
    private static final Duration LONG_ENOUGH = Duration.ofHours(1);

    private RunByHand() {}

    public static void main(String[] arguments) throws InterruptedException {
        ModelOptions options = ModelOptions.of(asked -> {
            System.out.println("#" + asked.received().number() + " " + asked.newest() + " "
                    + asked.newestText().lines().findFirst().orElse(""));
            return Script.agent().answer(asked);
        });
        try (ModelServer server = ModelServer.start(options.port(Integer.parseInt(arguments[0])))) {
            System.out.println("listening on " + server.url());
            for (int count = 1; true; count++) {
                List<ReceivedRequest> finished = server.awaitFinished(count, LONG_ENOUGH);
                ReceivedRequest last = finished.getLast();
                System.out.println("#" + last.number() + " " + last.method() + " " + last.target() + " " + last.status()
                        + " " + last.billed());
            }
        }
    }
}
