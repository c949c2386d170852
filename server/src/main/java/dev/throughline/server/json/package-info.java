/** The JSON of views: one mapper for the REST interface, for {@code --json} and for small files of the server. */
@NullMarked
package dev.throughline.server.json;

import org.jspecify.annotations.NullMarked;
