package dev.throughline.workingset.policy;

import dev.throughline.workingset.Lines;

/** Shows what is new as it came, for rules that do nothing when it arrives. */
final class Arriving {
    private Arriving() {}

    static void show(Scene scene) {
        for (int i = scene.shown().size(); i < scene.chain().size(); i++) {
            show(scene, i);
        }
    }

    /** Shows a piece as it is, if it may be pointed to. */
    static void show(Scene scene, int index) {
        if (scene.chain().piece(index).mayBeQuoted()) {
            scene.shown().show(Lines.of(scene.chain().reading(index)));
        } else {
            scene.shown().hide();
        }
    }
}
