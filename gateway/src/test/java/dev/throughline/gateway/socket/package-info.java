/** Both ends of a playbook at the level of sockets: a scripted provider, a raw client, and a gateway between them. */
@NullMarked
package dev.throughline.gateway.socket;

import org.jspecify.annotations.NullMarked;
