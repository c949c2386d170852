/** Tests of the model server, with the JDK's own HTTP client as the client. */
@NullMarked
package dev.throughline.testkit.model;

import org.jspecify.annotations.NullMarked;
