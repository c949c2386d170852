package dev.throughline.engine.archive;

import dev.throughline.model.Hash;
import dev.throughline.workingset.edit.EditLog;
import java.util.List;
import java.util.function.Function;

/**
 * A session while its lease is held: what is known of it, and the way to keep more. Not to be used after the work that
 * it was given to.
 */
public final class Desk {
    private final LiveSession session;
    private final Function<List<Entry>, Receipt> keeper;

    Desk(LiveSession session, Function<List<Entry>, Receipt> keeper) {
        this.session = session;
        this.keeper = keeper;
    }

    /** The edits in force; not to be changed but by {@link #keep}. */
    public EditLog edits() {
        return session.edits();
    }

    public Pace pace() {
        return session.pace();
    }

    public boolean hasSource(Hash id) {
        return session.hasSource(id);
    }

    /** Appends entries, and folds them into what is known. */
    public Receipt keep(List<Entry> entries) {
        return keeper.apply(entries);
    }
}
