package dev.throughline.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.wire.dialects.Dialects;
import java.util.List;
import java.util.Locale;

/** Asks one dialect what its provider would refuse, and compares the codes. */
public record ShapeOf(Dialect dialect) {
    public void assertTaken(String body) {
        assertEquals(List.of(), violations(body), body);
    }

    /** The provider refuses this for these reasons, in this order. */
    public void assertRefused(String body, String... codes) {
        assertEquals(
                List.of(codes),
                violations(body).stream()
                        .map(violation -> violation.rule().name().toLowerCase(Locale.ROOT))
                        .toList(),
                () -> body + "\n" + violations(body));
    }

    public List<Violation> violations(String body) {
        Wire wire = Dialects.of(dialect);
        return wire.validate(wire.decode(Bytes.of(body)));
    }
}
