package dev.throughline.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.server.wiring.GatewayServer;
import dev.throughline.simulator.server.ModelOptions;
import dev.throughline.simulator.server.ModelServer;
import dev.throughline.simulator.server.Script;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The list of sessions, from a gateway and from files. */
final class SessionsCommandTest extends CommandFixture {
    @Test
    void a_list_fits_in_100_columns() throws Exception {
        try (ModelServer model = ModelServer.start(ModelOptions.of(Script.agent()))) {
            List<String> ids = new ArrayList<>();
            List<String> seen = new ArrayList<>();
            try (GatewayServer gateway = gateway(model)) {
                for (int i = 0; i < 3; i++) {
                    ids.add(ask(gateway.address(), aboutHeaders(i)));
                }
                seen.add(run("sessions").out());
                isFiltered(ids);
            }
            seen.add(run("sessions").out());
            isFiltered(ids);
            assertEquals(withoutAge(seen.get(0)), withoutAge(seen.get(1)), "from the gateway and from the files");
            List<String> lines = seen.getFirst().lines().toList();
            assertEquals(
                    "ID KIND AGE NAME KEY MODEL TOKENS FLAGS", lines.getFirst().replaceAll(" +", " "));
            for (String line : lines) {
                assertTrue(line.length() <= 100, line);
            }
            String newest = ids.getLast().substring(ids.getLast().length() - 4);
            assertTrue(
                    lines.get(1)
                            .matches(
                                    newest + "  agent +\\d+[sm]  Why does the par…  text:s2:\\S+…  claude-x +\\d+ +0%"),
                    lines.get(1));
            assertEquals(0, run("sessions", "show", newest).code());
            Said several = run("sessions", "show", ids.getFirst().substring(0, 4));
            assertEquals(1, several.code());
            for (String id : ids) {
                assertTrue(several.err().contains(id), several.err());
            }
        }
    }

    private static String withoutAge(String list) {
        return list.replaceAll(" +\\d+[sm]  ", "  ");
    }

    private void isFiltered(List<String> ids) {
        for (String[] filter :
                new String[][] {{"--project", "parser-of-headers"}, {"--active", "60"}, {"--agent", "claude"}}) {
            String listed = run("sessions", "--json", filter[0], filter[1]).out();
            assertTrue(ids.stream().allMatch(listed::contains), filter[0] + ": " + listed);
        }
        assertEquals(
                "[]", run("sessions", "--json", "--project", "parser").out().strip());
    }

    private static String aboutHeaders(int kind) {
        return """
            {"model":"claude-x","max_tokens":9,"system":"Primary working directory: /home/ada/parser-of-headers",
            "messages":[{"role":"user","content":[
            {"type":"text","text":"<system-reminder>Be kind.</system-reminder>"},
            {"type":"text","text":"Why does the parser drop the last header of a request of kind %d?"}]}]}
            """.formatted(kind).replace('\n', ' ');
    }
}
