package dev.throughline.replay;

import dev.throughline.engine.turn.Road;
import dev.throughline.engine.turn.Upstream;

/** Builds the road that is measured, with this upstream at its end. */
@FunctionalInterface
public interface RoadBuilder {
    Road build(Upstream upstream);
}
