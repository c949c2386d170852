package dev.throughline.replay.recording;

import dev.throughline.wire.json.Json;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The text of a content value that may be a text or a list of blocks; what is no text is named by its type. */
final class Blocks {
    private Blocks() {}

    static String text(@Nullable Json content) {
        if (!(content instanceof Json.Arr blocks)) {
            return TrajectoryLine.text(content);
        }
        List<String> texts = new ArrayList<>();
        for (Json each : blocks.elements()) {
            if (each instanceof Json.Obj block) {
                texts.add(block.text("text").orElseGet(() -> "[" + block.type() + "]"));
            } else {
                texts.add(TrajectoryLine.text(each));
            }
        }
        return String.join("\n", texts);
    }
}
