package dev.throughline.simulator.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import dev.throughline.simulator.dialect.SimulatedDialect;
import dev.throughline.simulator.json.JsonNodes;
import dev.throughline.simulator.session.ReplaySettings;
import dev.throughline.simulator.session.ReplayedSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class MainRequestTest {
    private static ReplayedSession session(SimulatedDialect dialect) {
        return new ReplayedSession(
                "0a1b2c3d-0000-4000-8000-000000000001", SmallSession.reading(2), ReplaySettings.usual(dialect));
    }

    private static boolean isMain(ReplayedSession session, SimulatedDialect dialect, String body) {
        return MainRequest.isMain(dialect, JsonNodes.read(body.replace('\'', '"')), session);
    }

    @ParameterizedTest
    @EnumSource(SimulatedDialect.class)
    void only_the_request_of_the_current_turn_is_its_main_request(SimulatedDialect dialect) {
        ReplayedSession session = session(dialect);
        Bytes before = Bytes.EMPTY;
        for (int turn = 0; turn < session.trajectory().turns().size(); turn++) {
            var asked = session.requests().ask(session.trajectory().turns().get(turn));
            session.begin(turn, asked);
            assertEquals(true, isMain(session, dialect, asked.body().utf8()));
            if (!before.isEmpty()) {
                assertEquals(false, isMain(session, dialect, before.utf8()));
            }
            before = asked.body();
        }
    }

    @Test
    void exchanges_appended_by_a_gateway_are_skipped() {
        ReplayedSession session = session(SimulatedDialect.CHAT);
        session.begin(1, session.requests().ask(session.trajectory().turns().get(1)));
        String result = "{'role':'tool','tool_call_id':'call_0','content':'x'}";
        String own = ",{'role':'assistant','tool_calls':[{'id':'ours'}]},{'role':'tool','tool_call_id':'ours'}";
        assertEquals(true, isMain(session, SimulatedDialect.CHAT, "{'messages':[" + result + own + "]}"));
        assertEquals(
                false,
                isMain(
                        session,
                        SimulatedDialect.CHAT,
                        "{'messages':[" + result + ",{'role':'user','content':'sum up'}]}"));
        assertEquals(false, isMain(session, SimulatedDialect.CHAT, "{'messages':[]}"));
    }

    @Test
    void a_text_is_recognised_if_it_was_shortened_or_wrapped() {
        String tail = "x".repeat(100) + "y".repeat(200);
        assertEquals(true, MainRequest.isSame("note\n" + tail + "\nmore", tail));
        assertEquals(true, MainRequest.isSame("x".repeat(100) + "y".repeat(60) + "[cut]", tail));
        assertEquals(true, MainRequest.isSame("[cut]" + "y".repeat(160), tail));
        assertEquals(false, MainRequest.isSame("x".repeat(100), tail));
        assertEquals(true, MainRequest.isSame("<note>\n  yes \n</note>", "yes"));
        assertEquals(true, MainRequest.isSame("yes\n[recalled]", " yes"));
        assertEquals(false, MainRequest.isSame("oh yes please", "yes"));
    }
}
