package dev.throughline.replay.speech;

import dev.throughline.model.Bytes;
import dev.throughline.replay.prompt.PromptItem;
import java.util.List;

/**
 * One request of an agent.
 *
 * @param items what the model would read if it were sent as it is
 */
public record Asked(Bytes body, List<PromptItem> items, Tail tail) {}
