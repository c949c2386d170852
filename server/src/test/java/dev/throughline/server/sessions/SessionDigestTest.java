package dev.throughline.server.sessions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.throughline.memory.project.SessionFolders;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.TurnId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

final class SessionDigestTest {
    private static final TurnId TURN = TurnId.of("01980000-0000-7000-8000-000000000001");
    private static final Hash NODE = Hash.of("node");
    private static final SessionDigest DIGEST = new SessionDigest(
            SessionDigest.FORMAT,
            42,
            List.of(new SessionFolders.Move(TURN, Instant.parse("2026-11-15T10:00:00Z"), "/home/ada")),
            List.of(new SessionDigest.NamedFolder(NODE, "/home/ada")),
            List.of(new SessionDigest.HeadFolder(NODE, Optional.empty())),
            Optional.empty(),
            List.of(NODE),
            new SessionDigest.DigestSummary(
                    "fix the parser",
                    4100,
                    2,
                    812.5,
                    0,
                    900,
                    /* isImported= */ false,
                    List.of(
                            new SessionDigest.OpenTurn(TURN, "gpt", OptionalLong.of(7)),
                            new SessionDigest.OpenTurn(TURN, "mini", OptionalLong.empty()))));
    private static final String STORED = """
        {"format":3,"sequence":42,\
        "moves":[{"turn":"01980000-0000-7000-8000-000000000001","at":"2026-11-15T10:00:00Z","folder":"/home/ada"}],\
        "told":[{"node":"HASH","folder":"/home/ada"}],"heads":[{"id":"HASH","folder":null}],"head":null,\
        "ends":["HASH"],"title":"fix the parser","tokens":4100,"edits":2,"units":"812.5","helped_units":"0.0",\
        "untouched_units":"900.0","imported":false,"open":[\
        {"turn":"01980000-0000-7000-8000-000000000001","model":"gpt","tokens":7},\
        {"turn":"01980000-0000-7000-8000-000000000001","model":"mini"}]}\
        """.replace("HASH", NODE.text());

    @Test
    void a_digest_is_written_and_read_in_the_documented_form() {
        assertEquals(STORED, DIGEST.toJson().utf8());
        assertEquals(DIGEST, SessionDigest.read(Bytes.of(STORED)));
    }

    @Test
    void a_document_of_another_format_is_ignored() {
        assertSame(SessionDigest.NONE, SessionDigest.read(Bytes.of(STORED.replace("\"format\":3", "\"format\":2"))));
        assertSame(SessionDigest.NONE, SessionDigest.read(Bytes.of(STORED.replace("\"moves\"", "\"other\""))));
        assertSame(SessionDigest.NONE, SessionDigest.read(Bytes.of("[]")));
        assertSame(SessionDigest.NONE, SessionDigest.read(Bytes.EMPTY));
    }
}
