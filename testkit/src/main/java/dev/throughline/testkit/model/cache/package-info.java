/**
 * What a provider's prompt cache would charge.
 *
 * <p>{@link dev.throughline.testkit.model.cache.Prompt} reads a request as the provider's tokenizer does: tools first,
 * then the system text, then each element, without what the model never sees. {@link
 * dev.throughline.testkit.model.cache.PromptCache} remembers which prefixes it has seen and says what this one costs.
 */
@NullMarked
package dev.throughline.testkit.model.cache;

import org.jspecify.annotations.NullMarked;
