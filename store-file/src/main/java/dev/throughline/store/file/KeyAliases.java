package dev.throughline.store.file;

import dev.throughline.files.PrivateFiles;
import dev.throughline.model.SessionId;
import dev.throughline.model.SessionKey;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import dev.throughline.store.file.format.DamagedException;
import dev.throughline.store.file.format.JsonFields;
import dev.throughline.store.file.format.JsonLineWriter;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * {@code keys.json}: further keys of sessions that were opened under another key.
 *
 * <pre>{"format":1,"keys":[
 * {"tenant":"local","key":"text:s2:…","id":"0198c5a0-…"}
 * ]}</pre>
 *
 * There are few of them: one for each time that a client without ids compacted its history. The file is replaced as a
 * whole and survives a power failure once {@link #put} returns. A damaged file is moved to the quarantine. Safe for use
 * by many threads.
 */
final class KeyAliases {
    private static final int FORMAT = 1;

    private record Key(Tenant tenant, SessionKey key) {}

    private final Home home;
    private final Map<Key, SessionRef> keys = new LinkedHashMap<>();

    KeyAliases(Home home) {
        this.home = home;
    }

    synchronized void load() throws IOException {
        home.read(home.keys(), "the key aliases are damaged", KeyAliases::parse).ifPresent(keys::putAll);
    }

    private static Map<Key, SessionRef> parse(byte[] json) {
        Map<Key, SessionRef> keys = new LinkedHashMap<>();
        try {
            for (JsonFields each : JsonFields.of(json).objects("keys")) {
                Tenant tenant = new Tenant(each.text("tenant"));
                SessionRef ref = new SessionRef(tenant, SessionId.of(each.text("id")));
                keys.put(new Key(tenant, new SessionKey(each.text("key"))), ref);
            }
        } catch (IllegalArgumentException e) {
            throw new DamagedException("a key, tenant or id is not valid: " + e.getMessage());
        }
        return keys;
    }

    synchronized Optional<SessionRef> find(Tenant tenant, SessionKey key) {
        return Optional.ofNullable(keys.get(new Key(tenant, key)));
    }

    synchronized void put(SessionKey key, SessionRef session) throws IOException {
        Map<Key, SessionRef> all = new LinkedHashMap<>(keys);
        all.put(new Key(session.tenant(), key), session);
        JsonLineWriter json =
                new JsonLineWriter().open().field("format", FORMAT).name("keys").text("[");
        String separator = "\n";
        for (Map.Entry<Key, SessionRef> each : all.entrySet()) {
            json.text(separator).open();
            json.field("tenant", each.getKey().tenant().name());
            json.field("key", each.getKey().key().text());
            json.field("id", each.getValue().id().toString()).close();
            separator = ",\n";
        }
        PrivateFiles.replaceForced(
                home.keys(), json.text("\n]").close().text("\n").toArray());
        keys.putAll(all);
    }
}
