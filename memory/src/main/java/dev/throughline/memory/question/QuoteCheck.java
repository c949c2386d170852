package dev.throughline.memory.question;

import dev.throughline.model.text.TextCut;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * Checks that quotations are in a session. A quotation is accepted if a piece contains it exactly; only runs of white
 * space count as one space. If it is in another piece than the answer says, that piece is cited.
 */
final class QuoteCheck {
    /** A shorter quotation would be found almost anywhere. */
    static final int MIN_CHARACTERS = 3;

    private static final int MAX_QUOTATION_CHARACTERS = 1_000;
    private static final Pattern WHITE_SPACE = Pattern.compile("\\s+");

    private final List<QuotedPiece> pieces;
    private final UnaryOperator<String> mask;

    /** A piece of the session; its exact text is read when it is compared. */
    record QuotedPiece(String handle, String date, String source, Supplier<String> text) {}

    /** A quotation as the helper model gave it. */
    record Claim(String handle, String quotation) {}

    /** The quotations that are in the session, and those that are not. */
    record CheckedQuotes(List<Citation> citations, List<String> dropped) {}

    /** @param mask removes secrets from a text */
    QuoteCheck(List<QuotedPiece> pieces, UnaryOperator<String> mask) {
        this.pieces = List.copyOf(pieces);
        this.mask = mask;
    }

    /** Reads the pieces one after the other, so that a long session is not in memory as a whole. */
    CheckedQuotes check(List<Claim> claims) {
        Map<Claim, QuotedPiece> found = new HashMap<>();
        for (QuotedPiece piece : pieces) {
            String text = normalised(piece.text().get());
            for (Claim claim : claims) {
                QuotedPiece known = found.get(claim);
                boolean isBetter = known == null || (isNamed(piece, claim) && !isNamed(known, claim));
                if (isBetter && isIn(text, claim)) {
                    found.put(claim, piece);
                }
            }
        }
        List<Citation> citations = new ArrayList<>();
        List<String> dropped = new ArrayList<>();
        for (Claim claim : claims) {
            QuotedPiece piece = found.get(claim);
            if (piece == null) {
                dropped.add(shown(claim));
            } else if (!citations.contains(citation(piece, claim))) {
                citations.add(citation(piece, claim));
            }
        }
        return new CheckedQuotes(List.copyOf(citations), List.copyOf(dropped));
    }

    private static boolean isNamed(QuotedPiece piece, Claim claim) {
        return piece.handle().equals(claim.handle());
    }

    private static boolean isIn(String text, Claim claim) {
        String quotation = normalised(claim.quotation());
        return quotation.length() >= MIN_CHARACTERS && text.contains(quotation);
    }

    private static String normalised(String text) {
        return WHITE_SPACE.matcher(text).replaceAll(" ").strip();
    }

    private Citation citation(QuotedPiece piece, Claim claim) {
        return new Citation(piece.handle(), piece.date(), piece.source(), shown(claim));
    }

    private String shown(Claim claim) {
        return TextCut.to(mask.apply(claim.quotation().strip()), MAX_QUOTATION_CHARACTERS);
    }
}
