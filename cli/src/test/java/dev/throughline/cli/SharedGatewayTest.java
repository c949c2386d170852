package dev.throughline.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.simulator.server.ModelOptions;
import dev.throughline.simulator.server.ModelServer;
import dev.throughline.simulator.server.Script;
import dev.throughline.store.file.FileStore;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Runs that share a gateway, as real processes: however one run ends, the others continue. */
@Execution(ExecutionMode.CONCURRENT)
class SharedGatewayTest {
    @TempDir
    private Path folder = Path.of("");

    private final ModelServer model = ModelServer.start(ModelOptions.of(Script.agent()));
    private RunProcesses processes = new RunProcesses(Path.of(""), "");

    @BeforeEach
    void prepare() {
        processes = new RunProcesses(folder, model.url());
    }

    @AfterEach
    void stop() throws Exception {
        processes.close();
        model.close();
    }

    private long gateway() {
        return FileStore.holder(processes.home()).orElseThrow().pid();
    }

    @Test
    void two_runs_share_one_gateway_that_outlives_both() throws Exception {
        RunProcesses.Run first = processes.run("first");
        RunProcesses.Run second = processes.run("second", "--policy", "off");
        URI one = first.address();
        URI other = second.address();
        assertEquals(one.getAuthority(), other.getAuthority());
        assertNotEquals(one, other);
        assertEquals("auto", policy(processes.ask(one)), "the policy of the other run");
        String status = processes.call("status").out();
        assertTrue(status.contains("started by run\n2 runs, 0 open requests\n"), status);
        assertEquals(1, processes.call("stop").code());
        String ended = first.end().err();
        assertTrue(ended.contains(" 1 turn;"), "the summary counts other turns than its own");
        assertTrue(ended.contains("questions to the helper model may cost up to 1% of what editing has saved"), ended);
        assertEquals("off", policy(processes.ask(other)));
        assertEquals("off", policy(processes.ask(other)));
        ended = second.end().err();
        assertTrue(ended.contains("2 turns;"), "the summary counts other turns than its own");
        assertFalse(ended.contains("helper model"), "nothing is saved without edits");
        assertTrue(processes.call("status").out().contains("0 runs, 0 open requests; exits in "), "no exit");
        assertEquals(0, processes.call("stop").code());
        assertEquals(Optional.empty(), FileStore.holder(processes.home()));
        assertEquals(0, processes.call("stop").code());
    }

    @Test
    void settings_that_a_run_does_not_set_are_those_of_the_gateway() throws Exception {
        Process serve = processes.start(Java.program("serve", "--port", "0", "--policy", "off", "--memory", "none"));
        processes.awaitGateway();
        RunProcesses.Run plain = processes.run("plain");
        HttpResponse<String> reply = processes.ask(plain.address());
        assertEquals(
                "off; apply_to_none",
                reply.headers().firstValue("x-throughline-memory").orElse("on"));
        RunProcesses.Run choosing =
                processes.run(Map.of("THROUGHLINE_POLICY", "trim"), "choosing", "--memory", "agents");
        assertEquals("trim", policy(processes.ask(choosing.address())));
        plain.end();
        choosing.end();
        serve.destroy();
        processes.await(serve);
    }

    /** The embedder frees memory that its threads still use as soon as the virtual machine begins to shut down. */
    @Test
    void a_gateway_that_is_stopped_while_it_embeds_exits_cleanly() throws Exception {
        Path notes = Files.createDirectory(folder.resolve("notes")).resolve("many.md");
        String text = IntStream.range(0, 3_000)
                .mapToObj(i -> "# Note " + i + "\n\nThe shelf " + i + " holds " + 7 * i + " boxes of tea.\n\n")
                .collect(Collectors.joining());
        Files.writeString(notes, text);
        Process serve = processes.start(Java.program(
                "serve", "--port", "0", "--search-embeddings", "local", "--search-paths", notes.toString()));
        processes.awaitGateway();
        assertEquals(0, processes.call("search", "tea").code());
        RunProcesses.awaitContent(processes.home().resolve("index/vectors.cache"));
        serve.destroy();
        RunProcesses.Ended ended = processes.await(serve);
        assertEquals(0, ended.code(), ended::toString);
    }

    @Test
    void a_variable_of_the_first_run_does_not_apply_to_others() throws Exception {
        RunProcesses.Run first = processes.run(Map.of("THROUGHLINE_POLICY", "off"), "first");
        assertEquals("off", policy(processes.ask(first.address())));
        RunProcesses.Run second = processes.run("second");
        assertEquals("auto", policy(processes.ask(second.address())));
        first.end();
        second.end();
    }

    /** If two runs start at once, the slower one finds the gateway of the other when its own cannot use the home. */
    @Test
    void a_run_never_uses_the_provider_of_another_run() throws Exception {
        RunProcesses.Run one = processes.run("one", "--anthropic-url", model.url());
        RunProcesses.Run other = processes.run("other", "--anthropic-url", "http://127.0.0.1:1");
        CompletableFuture.anyOf(one.process().onExit(), other.process().onExit())
                .get(1, TimeUnit.MINUTES);
        RunProcesses.Run refused = one.process().isAlive() ? other : one;
        RunProcesses.Ended ended = processes.await(refused.process());
        assertEquals(1, ended.code());
        assertTrue(ended.err().contains("--anthropic-url would have no effect"), ended.err());
        (refused == one ? other : one).address();
    }

    private static String policy(HttpResponse<String> reply) {
        return reply.headers().firstValue("x-throughline-policy").orElseThrow();
    }

    @Test
    void a_gateway_that_is_killed_is_replaced_at_the_same_address() throws Exception {
        RunProcesses.Run run = processes.run("only", "--policy", "off");
        URI address = run.address();
        processes.ask(address);
        long killed = gateway();
        assertTrue(ProcessHandle.of(killed).orElseThrow().destroyForcibly(), "not killed");
        assertEquals("off", policy(processes.askUntilAnswered(address)));
        assertNotEquals(killed, gateway());
        assertTrue(run.end().err().contains("2 turns;"), "a turn is missing");
    }

    @Test
    void a_run_that_is_killed_leaves_the_gateway_to_others() throws Exception {
        RunProcesses.Run first = processes.run("first");
        URI one = first.address();
        RunProcesses.Run second = processes.run("second");
        URI other = second.address();
        first.process().destroyForcibly().waitFor();
        processes.ask(other);
        processes.ask(one); // Its agent has no terminal and continues.
        first.endAgent();
        assertTrue(second.end().err().contains(" 1 turn;"), "a turn of another run");
    }

    @Test
    void an_unused_gateway_with_other_settings_is_replaced_and_a_used_one_is_not() throws Exception {
        assertEquals(0, processes.call("run", "true").code());
        FileStore.LockHolder before = FileStore.holder(processes.home()).orElseThrow();
        RunProcesses.Run run = processes.run("only", "--log-level", "debug");
        run.address();
        FileStore.LockHolder after = FileStore.holder(processes.home()).orElseThrow();
        assertNotEquals(before.pid(), after.pid());
        assertEquals(before.address(), after.address(), "the address must stay valid for an agent that has it");
        RunProcesses.Ended refused = processes.call("run", "--log-level", "error", "true");
        assertEquals(1, refused.code());
        assertTrue(refused.err().contains("--log-level would have no effect"), refused.err());
        RunProcesses.Ended elsewhere = processes.call("run", "--openai-url", "http://127.0.0.1:1", "true");
        assertEquals(1, elsewhere.code());
        RunProcesses.Ended said = processes.call("run", "true");
        assertEquals(0, said.code());
        assertTrue(said.err().contains("started with other settings (log.level)"), said.err());
        run.end();
        assertEquals(0, processes.call("stop").code());
    }

    @Test
    void an_unused_gateway_exits() throws Exception {
        Path agent = Files.writeString(folder.resolve("pi"), "#!/bin/sh\n");
        Files.setPosixFilePermissions(agent, PosixFilePermissions.fromString("rwx------"));
        assertEquals(
                0,
                processes
                        .call("run", "--run-idle-seconds", "1", agent.toString())
                        .code());
        processes.awaitNoGateway();
        assertEquals(List.of(), processes.readableByOthers());
        List<String> log = Files.readAllLines(processes.home().resolve("gateway.log"));
        assertTrue(log.stream().noneMatch(line -> line.contains("ERROR")), log.toString());
    }

    @Test
    void an_unwritable_home_runs_the_agent_directly() throws Exception {
        Path file = Files.writeString(folder.resolve("a file"), "");
        RunProcesses.Ended ended = processes.call(
                "run",
                "--home",
                file.resolve("home").toString(),
                "sh",
                "-c",
                "echo \"${ANTHROPIC_BASE_URL:-none}\"; exit 3");
        assertEquals(3, ended.code());
        assertEquals("none\n", ended.out());
        assertTrue(ended.err().contains("starting sh directly, without Throughline: home "), ended.err());
        assertEquals(1, ended.err().lines().count(), ended.err());
    }

    /** In a shell without job control, only Throughline can restore the modes of the terminal. */
    @Test
    void the_terminal_is_restored_if_a_run_is_killed() throws Exception {
        Path agent = folder.resolve("agent.sh");
        Files.writeString(agent, "stty raw -echo; echo $PPID >run.pid; echo $$ >agent.pid; exec cat\n");
        Path user = folder.resolve("user.sh");
        Files.writeString(user, """
            stty -g >before
            %s
            n=0
            while [ "$(stty -g)" != "$(cat before)" ] && [ $n -lt 100 ]; do sleep 0.2; n=$((n + 1)); done
            stty -g >after
            """.formatted(processes.line("run", "sh", agent.toString())));
        Process terminal = processes.start(List.of("script", "-qec", "sh " + user, "/dev/null"));
        long run = Long.parseLong(RunProcesses.content(folder.resolve("run.pid")));
        long waiting = Long.parseLong(RunProcesses.content(folder.resolve("agent.pid")));
        ProcessHandle.of(run).orElseThrow().destroyForcibly();
        processes.await(terminal);
        assertEquals(Files.readString(folder.resolve("before")), Files.readString(folder.resolve("after")));
        assertFalse(ProcessHandle.of(waiting).map(ProcessHandle::isAlive).orElse(false), "the agent was left behind");
    }
}
