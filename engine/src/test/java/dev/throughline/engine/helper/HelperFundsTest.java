package dev.throughline.engine.helper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Usage;
import org.junit.jupiter.api.Test;

final class HelperFundsTest {
    @Test
    void unlimited_funds_pay_for_everything() {
        HelperFunds funds = HelperFunds.UNLIMITED;
        Usage most = new Usage(Long.MAX_VALUE / 4, 0, 0, Long.MAX_VALUE / 4);
        assertTrue(funds.isUnlimited() && funds.hasFunds(Questions.session(1)));
        for (int i = 0; i < 3; i++) {
            assertTrue(funds.reserve(Questions.session(1), "m", most));
            funds.settle(Questions.session(1), "m", most, most);
        }
        assertEquals(funds, funds.withoutSessionLimit());
    }
}
