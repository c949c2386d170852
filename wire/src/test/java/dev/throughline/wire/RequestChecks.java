package dev.throughline.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.wire.dialects.Dialects;
import java.util.List;
import java.util.Locale;

/** Validates requests of one dialect and compares the violated rules. */
public record RequestChecks(Dialect dialect) {
    public void assertValid(String body) {
        assertEquals(List.of(), violations(body), body);
    }

    /** Checks that the request violates exactly these rules, in this order. */
    public void assertRejected(String body, String... codes) {
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
