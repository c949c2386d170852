package dev.throughline.clients;

import dev.throughline.testkit.model.ModelServer;
import dev.throughline.testkit.model.Options;
import dev.throughline.testkit.model.Script;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Everything that a play needs: the model, the gateway before it in a process of its own, the tee before that, and a
 * folder for the agent. Close it in any case; call {@link #over} when the play is over and its archive is to be read.
 */
final class Stage implements AutoCloseable {
    private final Path folder;
    private final ModelServer model;
    private final GatewayProcess gateway;
    private final Tee tee;

    private Stage(Path folder, ModelServer model, GatewayProcess gateway, Tee tee) {
        this.folder = folder;
        this.model = model;
        this.gateway = gateway;
        this.tee = tee;
    }

    static Stage set(Path folder) throws IOException, InterruptedException {
        return set(folder, new ToolScript());
    }

    static Stage set(Path folder, Script script) throws IOException, InterruptedException {
        ModelServer model = ModelServer.start(Options.of(script));
        GatewayProcess gateway = GatewayProcess.start(folder.resolve("home"), model.url());
        return new Stage(folder, model, gateway, Tee.to(gateway.port()));
    }

    /** Where an agent sends its requests, without a path. */
    String url() {
        return tee.url();
    }

    ModelServer model() {
        return model;
    }

    /** A folder of its own, which is an agent's home. */
    Program agent() throws IOException {
        return new Program(Files.createDirectories(folder.resolve("agent")));
    }

    /** Stops the gateway and reads what it kept. */
    Proof over() throws InterruptedException {
        gateway.stop();
        return new Proof(tee.requests(), model.received(), ArchivedSession.all(folder.resolve("home")));
    }

    @Override
    public void close() throws IOException {
        tee.close();
        gateway.close();
        model.close();
    }
}
