package dev.throughline.app.learn;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.app.house.House;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What was said is found. */
final class HearingTest extends MemoryStand {
    @Test
    void what_was_said_is_found_as_soon_as_the_turn_has_ended() throws Exception {
        try (House house = open()) {
            agent(house, "one", "parser").ask("The zebra crossing needs paint.");
            String project = user.resolve("parser").toString();
            String found = get(house, "/api/v1/search?q=zebra&scope=sessions&project=" + project);
            assertTrue(found.contains("\"status\":\"ok\"") && found.contains("zebra crossing needs paint"), found);
            assertFalse(get(house, "/api/v1/search?q=zebra&scope=memory&project=" + project)
                    .contains("crossing"));
            assertFalse(get(house, "/api/v1/search?q=zebra&scope=all").contains("crossing"), "that is another project");
        }
    }

    @Test
    void sessions_of_the_past_are_found_after_a_restart_without_an_index() throws Exception {
        try (House house = open()) {
            agent(house, "one", "parser").ask("The zebra crossing needs paint.");
        }
        Path projects = user.resolve(".local/share/throughline/projects");
        for (Path file : files(projects)) {
            Files.delete(file);
        }
        Files.deleteIfExists(user.resolve(".local/share/throughline/index/sessions.until"));
        try (House house = open()) {
            String project = user.resolve("parser").toString();
            String found = "";
            for (int i = 0; i < 500 && !found.contains("crossing"); i++) {
                found = get(house, "/api/v1/search?q=zebra&scope=sessions&project=" + project);
                Thread.onSpinWait();
            }
            assertTrue(found.contains("crossing"), found);
        }
    }
}
