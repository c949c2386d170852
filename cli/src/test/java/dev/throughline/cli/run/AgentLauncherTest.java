package dev.throughline.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.throughline.model.ProxyException;
import java.io.File;
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
        ProcessBuilder agent = new ProcessBuilder("sh", "-c", "exit 7");
        assertEquals(7, AgentLauncher.run(agent, _ -> {}, new TerminalModes("no argument has this: \0")));
    }

    @Test
    void an_agent_continues_if_its_guard_is_gone() throws Exception {
        Process guard = new ProcessBuilder("true").start();
        assertEquals(0, guard.waitFor());
        new TerminalModes.Guard(Optional.of(guard)).close();
    }

    @Test
    void a_guard_restores_the_terminal_if_its_input_ends_before_an_agent_is_named() throws Exception {
        Path guard = folder.resolve("guard.sh");
        Files.writeString(guard, Agents.resource("guard.sh"));
        Path user = folder.resolve("user.sh");
        Files.writeString(user, """
            modes=$(stty -g)
            stty raw -echo
            sh %s "$modes" </dev/null
            echo "$modes" >%s
            stty -g >%s
            """.formatted(guard, folder.resolve("before"), folder.resolve("after")));
        Process terminal = new ProcessBuilder("script", "-qec", "sh " + user, "/dev/null")
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertEquals(0, terminal.waitFor());
        assertEquals(Files.readString(folder.resolve("before")), Files.readString(folder.resolve("after")));
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
