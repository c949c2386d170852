package dev.throughline.simulator.evidence;

import dev.throughline.simulator.json.JsonNodes;
import dev.throughline.simulator.json.Texts;
import dev.throughline.simulator.recording.RecordedCall;
import dev.throughline.simulator.recording.RecordedMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * Finds the texts that the calls of a message replace: the arguments of edit tools under the names that agents give
 * them, and the old side of patches in the form of Codex, also where a patch stands inside a shell command.
 *
 * <p>A model that cannot see such a text verbatim has to read the file again before it can edit it.
 */
public final class EditTargets {
    /** Shorter targets say nothing: they stand in many places. */
    static final int SHORTEST = 12;

    private static final Set<String> NAMES =
            Set.of("old_string", "old_str", "oldString", "oldText", "old_text", "search");
    private static final String PATCH = "*** Begin Patch";
    private static final String SECTION = "***";
    private static final String UPDATE = "*** Update File";
    private static final String HUNK = "@@";

    private final List<String> found = new ArrayList<>();

    private EditTargets() {}

    /** The targets of a message, in the order of its calls; one that is replaced twice stands there twice. */
    public static List<String> of(RecordedMessage message) {
        EditTargets targets = new EditTargets();
        for (RecordedCall call : message.calls()) {
            JsonNodes.parse(call.arguments()).ifPresentOrElse(targets::read, () -> targets.readText(call.arguments()));
        }
        return targets.found.stream()
                .filter(target -> Texts.length(Texts.strip(target)) >= SHORTEST)
                .toList();
    }

    private void read(JsonNode value) {
        if (value.isString()) {
            readText(value.stringValue());
        } else if (value.isObject()) {
            value.forEachEntry(this::readMember);
        } else {
            value.values().forEach(this::read);
        }
    }

    private void readMember(String name, JsonNode value) {
        if (NAMES.contains(name) && value.isString()) {
            found.add(value.stringValue());
        } else {
            read(value);
        }
    }

    private void readText(String text) {
        if (text.contains(PATCH)) {
            readPatch(text);
        }
    }

    /** The old side of a hunk is its context and its removed lines, in one piece. */
    private void readPatch(String patch) {
        List<String> oldSide = new ArrayList<>();
        boolean isUpdate = false;
        boolean hasRemoved = false;
        for (String line : (patch + "\n" + HUNK).split("\n", -1)) {
            if (line.startsWith(HUNK) || line.startsWith(SECTION)) {
                if (isUpdate && hasRemoved) {
                    found.add(String.join("\n", oldSide));
                }
                oldSide.clear();
                hasRemoved = false;
                isUpdate = line.startsWith(SECTION) ? line.startsWith(UPDATE) : isUpdate;
            } else if (line.startsWith(" ") || line.startsWith("-")) {
                oldSide.add(line.substring(1));
                hasRemoved |= line.startsWith("-");
            }
        }
    }
}
