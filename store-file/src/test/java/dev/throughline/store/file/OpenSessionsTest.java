package dev.throughline.store.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.throughline.model.Ids;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class OpenSessionsTest {
    @TempDir
    Path root;

    @Test
    void beyond_the_limit_the_oldest_unused_sessions_are_closed_first() {
        Home home = TestHome.home(root);
        Ids ids = new Ids(new Random(1));
        OpenSessions sessions = new OpenSessions(home, 2, new JournalReplay(home, new SessionCards()), batch -> {});
        List<SessionRef> refs = new ArrayList<>();
        List<SessionFile> files = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            refs.add(new SessionRef(Tenant.LOCAL, ids.session(TestHome.CLOCK.instant())));
            files.add(sessions.hold(refs.get(i)));
        }
        assertEquals(4, sessions.size());
        for (int i = 1; i < 4; i++) {
            sessions.release(files.get(i));
        }
        assertSame(files.get(3), sessions.hold(refs.get(3)));
        assertEquals(2, sessions.size());
        assertSame(files.get(0), sessions.hold(refs.get(0)));
        assertNotSame(files.get(1), sessions.hold(refs.get(1)));
    }
}
