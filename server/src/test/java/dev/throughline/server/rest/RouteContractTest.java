package dev.throughline.server.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.throughline.server.rest.RouteContract.DeclaredParameter;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RouteContractTest {
    private static final RouteContract CONTRACT = RouteContract.answers("", String.class)
            .with(
                    DeclaredParameter.integer("keep", ""),
                    DeclaredParameter.flag("dry_run", ""),
                    DeclaredParameter.word("by", "", List.of("rules")));

    private static String wrong(RouteContract contract, String target) {
        return String.valueOf(
                assertThrows(IllegalArgumentException.class, () -> contract.check(QueryParameters.of(target)))
                        .getMessage());
    }

    @Test
    void declared_parameters_are_accepted() {
        CONTRACT.check(QueryParameters.of("/sessions"));
        CONTRACT.check(QueryParameters.of("/sessions?keep=1&dry_run=false&by=rules"));
    }

    @Test
    void another_parameter_is_refused_with_those_that_exist() {
        assertEquals(
                "'dryrun' is not a parameter of this route; use keep, dry_run, by.",
                wrong(CONTRACT, "/sessions?keep=1&dryrun=true"));
        assertEquals(
                "'a' is not a parameter of this route; it has none.",
                wrong(RouteContract.answers("", String.class), "/status?a"));
    }

    @Test
    void a_parameter_with_fixed_words_has_one_of_them() {
        assertEquals("'dry_run' is 'yes'; it must be true or false.", wrong(CONTRACT, "/?dry_run=yes"));
        assertEquals("'dry_run' is ''; it must be true or false.", wrong(CONTRACT, "/?dry_run"));
        assertEquals("'by' is 'me'; it must be rules.", wrong(CONTRACT, "/?by=me"));
    }
}
