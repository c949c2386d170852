package dev.throughline.clients;

import dev.throughline.simulator.server.ModelOptions;
import dev.throughline.simulator.server.ModelServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The environment of a test: the model, the gateway in a process of its own, the tee in front of it, and a folder for
 * the agent. Must be closed; {@link #stopAndReadArchive} stops the gateway and reads the archive.
 */
final class TestEnvironment implements AutoCloseable {
    private final Path folder;
    private final ModelServer model;
    private final List<String> flags;
    private final Tee tee;
    private GatewayProcess gateway;

    private TestEnvironment(Path folder, ModelServer model, List<String> flags)
            throws IOException, InterruptedException {
        this.folder = folder;
        this.model = model;
        this.flags = flags;
        this.gateway = GatewayProcess.start(folder.resolve("home"), model.url(), flags);
        this.tee = Tee.to(gateway.port());
    }

    /** With the default gateway, and a model that follows the prompts. */
    static TestEnvironment start(Path folder) throws IOException, InterruptedException {
        return start(folder, ModelOptions.of(new ToolScript()));
    }

    /** The same with a gateway that forwards all bytes unchanged. */
    static TestEnvironment startWithoutEdits(Path folder) throws IOException, InterruptedException {
        return start(folder, ModelOptions.of(new ToolScript()), "--policy", "off");
    }

    /** With a model and additional arguments of the gateway. */
    static TestEnvironment start(Path folder, ModelOptions options, String... flags)
            throws IOException, InterruptedException {
        return new TestEnvironment(folder, ModelServer.start(options), List.of(flags));
    }

    /** The address for the agent, without a path. */
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

    /** A new folder for the home of an agent. */
    Program agent() throws IOException {
        return new Program(Files.createDirectories(folder.resolve("agent")));
    }

    /** All replies to the agents. */
    String replies() {
        return tee.replies();
    }

    /** What the agents sent so far, connection by connection. */
    List<SentRequest> sent() {
        return tee.requests();
    }

    /** Kills the gateway, as {@code kill -9} does, and starts another one with the same home. */
    void restart() throws IOException, InterruptedException {
        gateway.kill();
        gateway = GatewayProcess.start(folder.resolve("home"), model.url(), flags);
        tee.redirectTo(gateway.port());
    }

    /** Runs a command of Throughline with the gateway's home. */
    Program.Ended throughline(String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(Installed.launcher().toString()));
        command.addAll(List.of(words));
        command.addAll(List.of("--home", home().toString()));
        return agent().run(command);
    }

    /** Stops the gateway and reads its archive. */
    ArchiveCheck stopAndReadArchive() throws InterruptedException {
        gateway.stop();
        return new ArchiveCheck(tee.requests(), model.received(), ArchivedSession.all(home()));
    }

    @Override
    public void close() throws IOException {
        tee.close();
        gateway.close();
        model.close();
    }
}
