package dev.throughline.engine.edit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.throughline.engine.archive.Archive;
import dev.throughline.engine.archive.MemoryStore;
import dev.throughline.model.Hash;
import dev.throughline.model.Ids;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import dev.throughline.workingset.edit.Edit;
import dev.throughline.workingset.edit.EditLog;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class EditTextsTest {
    private final SessionRef session = new SessionRef(Tenant.LOCAL, new Ids(new Random(1)).session(EditFixture.NOON));
    private final EditTexts texts =
            new EditTexts(new Archive(new MemoryStore(), (_, _) -> false, Archive.defaultLiveBytes()));

    @Test
    void a_text_can_be_used_before_it_is_stored() {
        texts.remember(Map.of(Hash.of("a"), "a"));
        assertEquals("a", texts.of(session, Hash.of("a")));
    }

    @Test
    void a_missing_text_fails_once_and_then_its_edit_is_ignored() {
        texts.remember(Map.of(Hash.of("a"), "a"));
        EditLog log = new EditLog();
        log.accept(new Edit.Prepend(Hash.of("node"), Hash.of("lost"), 1));
        log.accept(new Edit.Prepend(Hash.of("other"), Hash.of("a"), 1));
        assertSame(log, texts.readable(session, log), "the text was not requested yet");
        assertThrows(IllegalStateException.class, () -> texts.of(session, Hash.of("lost")));
        EditLog rest = texts.readable(session, log);
        assertEquals(true, rest.prepend(Hash.of("node")).isEmpty());
        assertEquals(true, rest.prepend(Hash.of("other")).isPresent());
    }
}
