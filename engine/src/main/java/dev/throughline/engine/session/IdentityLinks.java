package dev.throughline.engine.session;

import dev.throughline.model.ChatOrigin;
import dev.throughline.model.OriginField;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The people who have several ids, and which of them are the owner of the gateway. An id is {@code discord:123}, the
 * peer {@code 123} in the channel {@code discord}, or, without the name of a channel, such as {@code +15550100}, that
 * peer in every channel.
 *
 * @param byId the name of the person who has an id
 * @param owners the names of the people who are the owner
 */
public record IdentityLinks(Map<String, String> byId, Set<String> owners) {
    public static final IdentityLinks NONE = new IdentityLinks(Map.of(), Set.of());

    /** The name of the person who has the ids of the owner that are linked to no other person. */
    public static final String OWNER = "owner";

    private static final Pattern IN_CHANNEL = Pattern.compile("[A-Za-z][A-Za-z0-9_-]*:.+", Pattern.DOTALL);

    public IdentityLinks {
        byId = Map.copyOf(byId);
        owners = Set.copyOf(owners);
    }

    /**
     * The links of a configuration.
     *
     * @param people the ids of each person, by the name of the person
     * @param owner the names of people, and ids, that are the owner
     * @throws IllegalArgumentException if an id belongs to two people
     */
    public static IdentityLinks of(Map<String, List<String>> people, List<String> owner) {
        Map<String, String> byId = new HashMap<>();
        people.forEach((person, ids) -> ids.forEach(id -> {
            String other = byId.put(id, person);
            if (other != null && !other.equals(person)) {
                throw new IllegalArgumentException("the id '" + id + "' is linked to '" + other + "' and to '" + person
                        + "'; link it to one person");
            }
        }));
        Set<String> owners = new HashSet<>();
        List<String> unlinked = new ArrayList<>();
        for (String each : owner) {
            if (people.containsKey(each)) {
                owners.add(each);
            } else if (byId.containsKey(each)) {
                owners.add(byId.get(each));
            } else {
                unlinked.add(each);
            }
        }
        if (!unlinked.isEmpty()) {
            if (people.containsKey(OWNER) && !owners.contains(OWNER)) {
                throw new IllegalArgumentException("the person '" + OWNER + "' is not the owner, but the ids "
                        + unlinked + " would be linked to that name; give the person another name");
            }
            unlinked.forEach(id -> byId.put(id, OWNER));
            owners.add(OWNER);
        }
        return new IdentityLinks(byId, owners);
    }

    /** The person who has the peer of an origin, or the peer itself; empty if the origin names no peer. */
    public Optional<PeerName> person(ChatOrigin origin) {
        return origin.field(OriginField.PEER).map(peer -> person(origin.field(OriginField.CHANNEL), peer));
    }

    /** The person who has a peer in a channel, or the peer itself. */
    public PeerName person(Optional<String> channel, String peer) {
        // An id in one channel is more specific than an id in every channel.
        return channel.map(name -> byId.get(name + ":" + peer))
                .or(() -> Optional.ofNullable(IN_CHANNEL.matcher(peer).matches() ? null : byId.get(peer)))
                .map(name -> new PeerName(name, /* isLinked= */ true))
                .orElseGet(() -> new PeerName(peer, /* isLinked= */ false));
    }

    /** Whether a person is the owner. */
    public boolean isOwner(PeerName person) {
        return person.isLinked() && owners.contains(person.text());
    }
}
