package dev.throughline.memory.extract;

import dev.throughline.memory.topic.TopicOperation;
import dev.throughline.memory.topic.TopicType;
import dev.throughline.memory.topic.Topics;
import dev.throughline.memory.workspace.MemoryPath;
import dev.throughline.wire.json.Json;
import java.util.ArrayList;
import java.util.List;

/** Reads operations on topics from the helper's answer; what makes no sense is passed over. */
final class Operations {
    private Operations() {}

    static List<TopicOperation> of(Json answer) {
        List<TopicOperation> operations = new ArrayList<>();
        if (answer instanceof Json.Obj object) {
            for (Json each : object.list("operations")) {
                if (each instanceof Json.Obj one && operations.size() < Topics.MAX_OPERATIONS) {
                    take(one, operations);
                }
            }
        }
        return List.copyOf(operations);
    }

    private static void take(Json.Obj one, List<TopicOperation> operations) {
        String path = one.text("path").orElse("");
        String name = one.text("name").orElse("");
        String description = one.text("description").orElse("");
        String body = one.text("body").orElse("");
        boolean isTopic = MemoryPath.isPath(path) && path.startsWith(Topics.FOLDER + "/");
        switch (one.text("action").orElse("")) {
            case "create" -> {
                TopicType type = TopicType.of(one.text("type").orElse("")).orElse(TopicType.PROJECT);
                if (!name.isBlank() && !body.isBlank()) {
                    operations.add(new TopicOperation.Create(type, name, description, body));
                }
            }
            case "update" -> {
                if (isTopic) {
                    operations.add(new TopicOperation.Update(new MemoryPath(path), description, body));
                }
            }
            case "delete" -> {
                if (isTopic) {
                    operations.add(new TopicOperation.Delete(new MemoryPath(path)));
                }
            }
            default -> {} // A word that nobody knows asks for nothing.
        }
    }
}
