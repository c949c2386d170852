package dev.throughline.workingset.policy;

import dev.throughline.workingset.edit.Decision;
import java.util.List;

/** A rule that makes a working set fit. It decides and never acts. */
public interface Policy {
    /** What should change, in order; nothing most of the time. */
    List<Decision> decide(Scene scene);
}
