package dev.throughline.memory.writer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.memory.topic.TopicOperation;
import dev.throughline.memory.topic.TopicType;
import dev.throughline.memory.topic.Topics;
import dev.throughline.memory.workspace.MemoryPath;
import dev.throughline.model.Bytes;
import dev.throughline.wire.json.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ExtractionAnswerTest {
    private static List<TopicOperation> operations(String list) {
        return ExtractionAnswer.operations(Json.parse(Bytes.of("{\"operations\":[" + list + "]}")));
    }

    @Test
    void operations_are_read() {
        MemoryPath path = new MemoryPath("topics/a.md");
        assertEquals(
                List.of(
                        new TopicOperation.Create(TopicType.FEEDBACK, "n", "d", "b"),
                        new TopicOperation.Create(TopicType.PROJECT, "n", "", "b"),
                        new TopicOperation.Update(path, "d", ""),
                        new TopicOperation.Remove(path)),
                operations("{\"action\":\"create\",\"type\":\"feedback\",\"name\":\"n\",\"description\":\"d\","
                        + "\"body\":\"b\"},{\"action\":\"create\",\"type\":\"?\",\"name\":\"n\",\"body\":\"b\"},"
                        + "{\"action\":\"update\",\"path\":\"topics/a.md\",\"description\":\"d\"},"
                        + "{\"action\":\"delete\",\"path\":\"topics/a.md\"}"));
    }

    @Test
    void invalid_operations_are_ignored() {
        assertEquals(
                List.of(),
                operations("7,{\"action\":\"create\",\"name\":\"n\"},{\"action\":\"create\",\"body\":\"b\"},"
                        + "{\"action\":\"update\",\"path\":\"MEMORY.md\"},{\"action\":\"delete\",\"path\":\"../a.md\"},"
                        + "{\"action\":\"rename\",\"path\":\"topics/a.md\"},{}"));
        assertEquals(List.of(), ExtractionAnswer.operations(Json.parse(Bytes.of("[]"))));
    }

    @Test
    void only_the_first_operations_are_read() {
        String one = "{\"action\":\"delete\",\"path\":\"topics/a.md\"},";
        assertEquals(
                Topics.MAX_OPERATIONS,
                operations(one.repeat(Topics.MAX_OPERATIONS + 5) + "{}").size());
    }
}
