package dev.throughline.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.throughline.model.ProxyException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentLauncherTest {
    @TempDir
    private Path folder = Path.of("");

    @Test
    void the_exit_code_is_that_of_the_agent() {
        assertEquals(
                7,
                AgentLauncher.run(new Agents.AgentLaunch(List.of("sh", "-c", "exit 7"), Map.of(), Map.of()), _ -> {}));
    }

    @Test
    void files_and_variables_are_there_before_the_agent_runs() throws IOException {
        Path script = folder.resolve("run/script.sh");
        Path output = folder.resolve("output");
        Agents.AgentLaunch launch = new Agents.AgentLaunch(
                List.of("sh", script.toString()),
                Map.of("WHERE", output.toString()),
                Map.of(script, "echo hello >\"$WHERE\"\n"));
        assertEquals(0, AgentLauncher.run(launch, _ -> {}));
        assertEquals("hello\n", Files.readString(output));
        assertEquals("rwx------", mode(folder.resolve("run")));
        assertEquals("rw-------", mode(script));
    }

    private static String mode(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    @Test
    void an_agent_continues_if_its_guard_cannot_be_started() throws IOException {
        Process agent = new ProcessBuilder("sh", "-c", "exit 7").start();
        assertEquals(7, AgentLauncher.await(agent, new TerminalModes("no argument has this: \0")));
    }

    @Test
    void an_agent_continues_if_its_guard_is_gone() throws Exception {
        Process guard = new ProcessBuilder("true").start();
        assertEquals(0, guard.waitFor());
        new TerminalModes.Guard(Optional.of(guard)).close();
    }

    @Test
    void ctrl_c_is_handled_by_the_agent() {
        String parent = "kill -INT $PPID; trap 'exit 9' INT; kill -INT $$; exit 1";
        assertEquals(
                9, AgentLauncher.run(new Agents.AgentLaunch(List.of("sh", "-c", parent), Map.of(), Map.of()), _ -> {}));
    }

    @Test
    void a_missing_agent_is_named() {
        ProxyException thrown = assertThrows(
                ProxyException.class,
                () -> AgentLauncher.run(
                        new Agents.AgentLaunch(List.of("no-such-agent-here"), Map.of(), Map.of()), _ -> {}));
        assertEquals("agent_not_started", thrown.code());
        assertEquals(
                "Cannot start 'no-such-agent-here': No such file or directory. Check that it is installed and on the"
                        + " PATH.",
                thrown.sentence());
    }
}
