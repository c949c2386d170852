package dev.throughline.search.text;

/** Which letters are written without spaces between words. */
final class Scripts {
    private Scripts() {}

    static boolean isUnspaced(int c) {
        if (c < 0x0e00 || !Character.isLetter(c)) {
            return false;
        }
        return switch (Character.UnicodeScript.of(c)) {
            case HAN, HIRAGANA, KATAKANA, HANGUL, THAI, LAO, KHMER, MYANMAR, BOPOMOFO, YI -> true;
            case COMMON -> c == 'ー' || c == '々' || c == '〆';
            default -> false;
        };
    }
}
