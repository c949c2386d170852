package dev.throughline.wire.json;

import dev.throughline.model.Bytes;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Checks that bytes are valid UTF-8.
 *
 * <p>The parser checks the text that it skips no further than it must: overlong forms and encoded surrogates would
 * pass. A body that contains them could not be returned as text, so it is refused before it is read. Bodies are mostly
 * ASCII, which is checked eight bytes at a time.
 */
public final class Utf8 {
    private static final VarHandle EIGHT = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final long HIGH_BITS = 0x8080_8080_8080_8080L;
    private static final int BROKEN = -1;

    private Utf8() {}

    /** Whether these bytes are well-formed UTF-8 (Unicode 16, table 3-7). */
    public static boolean isValid(Bytes bytes) {
        byte[] array = bytes.array();
        int end = bytes.offset() + bytes.length();
        int at = bytes.offset();
        while (at < end) {
            if (at + Long.BYTES <= end && ((long) EIGHT.get(array, at) & HIGH_BITS) == 0) {
                at += Long.BYTES;
            } else if (array[at] >= 0) {
                at++;
            } else {
                at = afterSequence(array, at, end);
                if (at == BROKEN) {
                    return false;
                }
            }
        }
        return true;
    }

    /** The place after the sequence of two to four bytes that starts here. */
    private static int afterSequence(byte[] array, int at, int end) {
        int lead = array[at] & 0xff;
        int length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
        if (lead < 0xc2 || lead > 0xf4 || at + length > end || !isSecond(lead, array[at + 1] & 0xff)) {
            return BROKEN;
        }
        for (int i = at + 2; i < at + length; i++) {
            if ((array[i] & 0xc0) != 0x80) {
                return BROKEN;
            }
        }
        return at + length;
    }

    /** The second byte shows overlong forms, surrogates and code points beyond the last one. */
    private static boolean isSecond(int lead, int second) {
        int least = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
        int most = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
        return second >= least && second <= most;
    }
}
