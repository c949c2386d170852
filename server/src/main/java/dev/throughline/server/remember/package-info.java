/** What memory found and changed, as JSON for programs and as sentences for people. */
@NullMarked
package dev.throughline.server.remember;

import org.jspecify.annotations.NullMarked;
