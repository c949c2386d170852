package dev.throughline.replay;

import dev.throughline.engine.exchange.ClientStream;
import dev.throughline.engine.exchange.Upstream;
import dev.throughline.engine.turn.Inbound;
import java.util.function.BiConsumer;

/**
 * Builds what is measured, with this upstream at its end: the {@code handle} of a road, or anything else that takes
 * requests there and answers back.
 */
@FunctionalInterface
public interface RoadBuilder {
    BiConsumer<Inbound, ClientStream> build(Upstream upstream);
}
