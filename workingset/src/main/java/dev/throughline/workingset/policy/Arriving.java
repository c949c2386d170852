package dev.throughline.workingset.policy;

import dev.throughline.workingset.Lines;

/** Shows what is new as it came, for rules that do nothing when it arrives. */
final class Arriving {
    private Arriving() {}

    static void show(Scene scene) {
        for (int i = scene.shown().size(); i < scene.chain().size(); i++) {
            scene.shown().show(Lines.of(scene.chain().reading(i)));
        }
    }
}
