package dev.throughline.clients;

import dev.throughline.simulator.server.ModelOptions;
import dev.throughline.simulator.server.ModelServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Everything that a play needs: the model, the gateway before it in a process of its own, the tee before that, and a
 * folder for the agent. Close it in any case; call {@link #over} when the play is over and its archive is to be read.
 */
final class Stage implements AutoCloseable {
    private final Path folder;
    private final ModelServer model;
    private final List<String> flags;
    private final Tee tee;
    private GatewayProcess gateway;

    private Stage(Path folder, ModelServer model, List<String> flags) throws IOException, InterruptedException {
        this.folder = folder;
        this.model = model;
        this.flags = flags;
        this.gateway = GatewayProcess.start(folder.resolve("home"), model.url(), flags);
        this.tee = Tee.to(gateway.port());
    }

    /** A stage with a gateway as users start it, and a model that does what it is told. */
    static Stage set(Path folder) throws IOException, InterruptedException {
        return set(folder, ModelOptions.of(new ToolScript()));
    }

    /** The same, with a gateway that forwards every byte as it came. */
    static Stage untouched(Path folder) throws IOException, InterruptedException {
        return set(folder, ModelOptions.of(new ToolScript()), "--policy", "off");
    }

    /** A stage with any model, and more words on the gateway's command line. */
    static Stage set(Path folder, ModelOptions options, String... flags) throws IOException, InterruptedException {
        return new Stage(folder, ModelServer.start(options), List.of(flags));
    }

    /** Where an agent sends its requests, without a path. */
    String url() {
        return tee.url();
    }

    /** The gateway's home. */
    Path home() {
        return folder.resolve("home");
    }

    ModelServer model() {
        return model;
    }

    /** A folder of its own, which is an agent's home. */
    Program agent() throws IOException {
        return new Program(Files.createDirectories(folder.resolve("agent")));
    }

    /** Everything that the agents were answered. */
    String replies() {
        return tee.replies();
    }

    /** What the agents sent so far, connection by connection. */
    List<SentRequest> sent() {
        return tee.requests();
    }

    /** Ends the gateway without a word, as {@code kill -9} does, and starts another on the same home. */
    void restart() throws IOException, InterruptedException {
        gateway.kill();
        gateway = GatewayProcess.start(folder.resolve("home"), model.url(), flags);
        tee.turnTo(gateway.port());
    }

    /** Runs a command of ours on the gateway's home. */
    Program.Ended throughline(String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(Installed.launcher().toString()));
        command.addAll(List.of(words));
        command.addAll(List.of("--home", home().toString()));
        return agent().run(command);
    }

    /** Stops the gateway and reads what it kept. */
    Proof over() throws InterruptedException {
        gateway.stop();
        return new Proof(tee.requests(), model.received(), ArchivedSession.all(home()));
    }

    @Override
    public void close() throws IOException {
        tee.close();
        gateway.close();
        model.close();
    }
}
