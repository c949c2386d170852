package dev.throughline.store.file;

import dev.throughline.model.SessionId;
import dev.throughline.model.SessionKey;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import dev.throughline.store.file.line.DamagedException;
import dev.throughline.store.file.line.Fields;
import dev.throughline.store.file.line.JsonText;
import java.io.IOException;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * {@code keys.json}: keys that mean a session which was opened under another key.
 *
 * <pre>{"format":1,"keys":[
 * {"tenant":"local","key":"text:s2:…","id":"0198c5a0-…"}
 * ]}</pre>
 *
 * There are few of them: one for each time that a client without ids compacted its history. The file is replaced as a
 * whole and outlives the machine when {@link #put} returns. A damaged one is moved aside. Safe for use by many threads.
 */
final class PointedKeys {
    private static final int FORMAT = 1;

    private record Key(Tenant tenant, SessionKey key) {}

    private final Home home;
    private final Map<Key, SessionRef> keys = new LinkedHashMap<>();

    PointedKeys(Home home) {
        this.home = home;
    }

    synchronized void load(Aside aside) throws IOException {
        if (!Files.exists(home.keys())) {
            return;
        }
        try {
            for (Fields each : Fields.of(Files.readAllBytes(home.keys())).all("keys")) {
                Tenant tenant = new Tenant(each.text("tenant"));
                SessionRef ref = new SessionRef(tenant, SessionId.of(each.text("id")));
                keys.put(new Key(tenant, new SessionKey(each.text("key"))), ref);
            }
        } catch (DamagedException | IllegalArgumentException e) {
            keys.clear();
            aside.move(home.keys(), "the pointed keys are damaged: " + e.getMessage());
        }
    }

    synchronized Optional<SessionRef> find(Tenant tenant, SessionKey key) {
        return Optional.ofNullable(keys.get(new Key(tenant, key)));
    }

    synchronized void put(SessionKey key, SessionRef session) throws IOException {
        Map<Key, SessionRef> all = new LinkedHashMap<>(keys);
        all.put(new Key(session.tenant(), key), session);
        JsonText json =
                new JsonText().open().field("format", FORMAT).name("keys").ascii("[");
        String separator = "\n";
        for (Map.Entry<Key, SessionRef> each : all.entrySet()) {
            json.ascii(separator).open();
            json.field("tenant", each.getKey().tenant().name());
            json.field("key", each.getKey().key().text());
            json.field("id", each.getValue().id().toString()).close();
            separator = ",\n";
        }
        Home.replaceForced(home.keys(), json.ascii("\n]").close().ascii("\n").toArray());
        keys.putAll(all);
    }
}
