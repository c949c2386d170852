package dev.throughline.memory.writer;

import dev.throughline.memory.topic.TopicOperation;
import dev.throughline.memory.topic.TopicType;
import dev.throughline.memory.topic.Topics;
import dev.throughline.memory.workspace.MemoryPath;
import dev.throughline.wire.json.Json;
import java.util.List;
import java.util.Optional;

/** Reads the topic operations of the helper model's answer. Invalid operations are ignored. */
final class ExtractionAnswer {
    private ExtractionAnswer() {}

    static List<TopicOperation> operations(Json answer) {
        return answer instanceof Json.Obj object
                ? object.list("operations").stream()
                        .filter(Json.Obj.class::isInstance)
                        .flatMap(each -> operation((Json.Obj) each).stream())
                        .limit(Topics.MAX_OPERATIONS)
                        .toList()
                : List.of();
    }

    private static Optional<TopicOperation> operation(Json.Obj operation) {
        String path = operation.text("path").orElse("");
        String name = operation.text("name").orElse("");
        String description = operation.text("description").orElse("");
        String body = operation.text("body").orElse("");
        boolean isTopic = MemoryPath.isPath(path) && path.startsWith(Topics.FOLDER + "/");
        String action = operation.text("action").orElse("");
        if (action.equals("create") && !name.isBlank() && !body.isBlank()) {
            TopicType type = TopicType.of(operation.text("type").orElse("")).orElse(TopicType.PROJECT);
            return Optional.of(new TopicOperation.Create(type, name, description, body));
        }
        if (action.equals("update") && isTopic) {
            return Optional.of(new TopicOperation.Update(new MemoryPath(path), description, body));
        }
        return action.equals("delete") && isTopic
                ? Optional.of(new TopicOperation.Remove(new MemoryPath(path)))
                : Optional.empty();
    }
}
