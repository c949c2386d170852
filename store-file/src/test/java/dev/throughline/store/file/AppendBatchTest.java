package dev.throughline.store.file;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Hash;
import dev.throughline.model.SessionId;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AppendBatchTest {
    @TempDir
    Path root;

    @Test
    void the_lines_of_a_batch_have_consecutive_sequence_numbers() {
        Home home = TestHome.home(root);
        SessionRef ref = new SessionRef(Tenant.LOCAL, new SessionId(new UUID(1, 2)));
        SessionFile session = TestHome.file(home, ref, 0);
        AppendBatch batch = AppendBatch.of(session, List.of(TestHome.text("1"), TestHome.text("no json")));
        batch.first = 9;
        batch.makeLines();
        assertEquals(10, batch.last());
        assertEquals(
                "{\"seq\":9,\"is\":\"source\",\"id\":\"" + Hash.of("1") + "\",\"raw\":1}\n"
                        + "{\"seq\":10,\"is\":\"source\",\"id\":\"" + Hash.of("no json") + "\",\"text\":\"no json\"}\n",
                new String(batch.lines, StandardCharsets.UTF_8));
    }
}
