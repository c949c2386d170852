/**
 * What a prompt costs: a simulation of a provider's prompt cache, and the prices of its three classes of tokens.
 *
 * <p>Tokens are characters divided by four, here and everywhere in a replay. Ratios are robust against that, absolute
 * figures are not.
 */
@NullMarked
package dev.throughline.replay.bill;

import org.jspecify.annotations.NullMarked;
