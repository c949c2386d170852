package dev.throughline.replay.prompt;

import dev.throughline.wire.json.Json;
import java.util.LinkedHashMap;
import java.util.Map;

/** Blocks and messages in place of a text that a body may hold instead. */
final class Block {
    private Block() {}

    static Json.Obj text(String text) {
        return object("type", "text", "text", text);
    }

    static Json.Obj user(String text) {
        return object("role", "user", "content", text);
    }

    private static Json.Obj object(String... namesAndTexts) {
        Map<String, Json> members = new LinkedHashMap<>();
        for (int i = 0; i < namesAndTexts.length; i += 2) {
            members.put(namesAndTexts[i], new Json.Text(namesAndTexts[i + 1]));
        }
        return new Json.Obj(Json.NOWHERE, members);
    }
}
