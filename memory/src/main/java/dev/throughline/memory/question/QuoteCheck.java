package dev.throughline.memory.question;

import dev.throughline.model.text.TextCut;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
    private final Map<QuotedPiece, String> normalised = new HashMap<>();

    /** A piece of the session with its exact text. */
    record QuotedPiece(String handle, String date, String source, String text) {}

    /** A quotation as the helper model gave it. */
    record Claim(String handle, String quotation) {}

    /** The quotations that are in the session, and those that are not. */
    record CheckedQuotes(List<Citation> citations, List<String> dropped) {}

    /** @param mask removes secrets from a text */
    QuoteCheck(List<QuotedPiece> pieces, UnaryOperator<String> mask) {
        this.pieces = List.copyOf(pieces);
        this.mask = mask;
    }

    CheckedQuotes check(List<Claim> claims) {
        List<Citation> citations = new ArrayList<>();
        List<String> dropped = new ArrayList<>();
        for (Claim claim : claims) {
            Optional<Citation> citation = find(claim).map(piece -> citation(piece, claim));
            citation.ifPresentOrElse(
                    found -> {
                        if (!citations.contains(found)) {
                            citations.add(found);
                        }
                    },
                    () -> dropped.add(shown(claim)));
        }
        return new CheckedQuotes(List.copyOf(citations), List.copyOf(dropped));
    }

    private Optional<QuotedPiece> find(Claim claim) {
        String quotation = normalised(claim.quotation());
        if (quotation.length() < MIN_CHARACTERS) {
            return Optional.empty();
        }
        Optional<QuotedPiece> named = pieces.stream()
                .filter(piece -> piece.handle().equals(claim.handle()) && contains(piece, quotation))
                .findFirst();
        return named.or(() ->
                pieces.stream().filter(piece -> contains(piece, quotation)).findFirst());
    }

    private boolean contains(QuotedPiece piece, String quotation) {
        return normalised
                .computeIfAbsent(piece, each -> normalised(each.text()))
                .contains(quotation);
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
