package dev.throughline.server.sessions;

import dev.throughline.memory.conversation.ScaffoldFilter;
import dev.throughline.workingset.budget.ModelWindows;
import dev.throughline.workingset.price.PriceTable;

/**
 * The settings by which a catalog describes sessions.
 *
 * @param scaffoldFilter finds the user's own words in a message, for titles
 */
public record CatalogSettings(PriceTable prices, ModelWindows windows, ScaffoldFilter scaffoldFilter) {}
