package dev.throughline.workingset.policy;

import dev.throughline.workingset.edit.Decision;
import java.util.List;

/** A rule that makes a working set fit. It decides and never acts. */
public interface Policy {
    /** What should change, in order; nothing most of the time. */
    List<Decision> decide(Scene scene);

    /** Whether it may take whole messages away, with what was packed into them; asked before it decides. */
    default boolean mayReplace(Scene scene) {
        return scene.total() > scene.moment().budget().hard();
    }
}
