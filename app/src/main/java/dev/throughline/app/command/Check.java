package dev.throughline.app.command;

/**
 * One line of {@code throughline doctor}.
 *
 * @param subject what was looked at
 * @param found what was found
 * @param advice what to do; empty when all is well
 */
record Check(Verdict verdict, String subject, String found, String advice) {
    /** How it is. */
    enum Verdict {
        OK(Screen.Colour.GOOD),
        WARN(Screen.Colour.DOUBTFUL),
        FAIL(Screen.Colour.BAD);

        private final Screen.Colour colour;

        Verdict(Screen.Colour colour) {
            this.colour = colour;
        }

        Screen.Colour colour() {
            return colour;
        }
    }

    static Check ok(String subject, String found) {
        return new Check(Verdict.OK, subject, found, "");
    }

    static Check warn(String subject, String found, String advice) {
        return new Check(Verdict.WARN, subject, found, advice);
    }

    static Check fail(String subject, String found, String advice) {
        return new Check(Verdict.FAIL, subject, found, advice);
    }
}
