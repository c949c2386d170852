/**
 * What fits: the windows of models, the part of them that a prompt may fill, and how tokens are counted.
 */
@NullMarked
package dev.throughline.workingset.budget;

import org.jspecify.annotations.NullMarked;
