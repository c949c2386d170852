package dev.throughline.model;

/** Where a session lives: its tenant and its id. The two travel together, so that no read can forget whose it is. */
public record SessionRef(Tenant tenant, SessionId id) {
    @Override
    public String toString() {
        return tenant + "/" + id;
    }
}
