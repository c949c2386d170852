package dev.throughline.model;

/** The tenant and the id of a session, kept together so that no read can omit the tenant. */
public record SessionRef(Tenant tenant, SessionId id) {
    @Override
    public String toString() {
        return tenant + "/" + id;
    }
}
