package dev.throughline.simulator.validation;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs the opaque values that the server issues, so that one which comes back changed is noticed.
 *
 * <p>A sealed value is the four letters {@value #PREFIX} and, in URL-safe Base64 without padding:
 *
 * <pre>
 *   32 bytes  SHA-256 of the content
 *   32 bytes  SHA-256 of a name that makes two values of equal content differ
 *   32 bytes  HMAC-SHA-256 over the 64 bytes before and the kind of the value
 * </pre>
 *
 * The content itself is not inside: like a provider's, the value says nothing to whoever holds it. The secret is passed
 * in, so a server that was started again knows the values of the one before.
 */
public final class ValueSigner {
    static final String PREFIX = "TLs1";
    private static final int DIGEST_BYTES = 32;

    private final SecretKeySpec key;

    public ValueSigner(String secret) {
        key = new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256");
    }

    /** What a value turned out to be. */
    public enum Verdict {
        /** Issued under this secret, and unchanged. */
        OURS,
        /** Not issued by a server of this kind: nothing can be said about it. */
        FOREIGN,
        /** Looks like one of ours, but is not what was issued. */
        CHANGED
    }

    /** A value for this content; {@code name} makes it differ from others with the same content. */
    public String issue(String kind, String content, String name) {
        byte[] head = ByteBuffer.allocate(2 * DIGEST_BYTES)
                .put(digest(content))
                .put(digest(name))
                .array();
        byte[] whole = ByteBuffer.allocate(3 * DIGEST_BYTES)
                .put(head)
                .put(mac(kind, head))
                .array();
        return PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(whole);
    }

    /** Checks a value without its content. */
    public Verdict check(String kind, String sealed) {
        return sealed.startsWith(PREFIX) ? checkOurs(kind, sealed) : Verdict.FOREIGN;
    }

    /** Checks a value together with the content that came back beside it. */
    public Verdict check(String kind, String sealed, String content) {
        Verdict verdict = check(kind, sealed);
        if (verdict != Verdict.OURS) {
            return verdict;
        }
        byte[] issued = Arrays.copyOf(decode(sealed), DIGEST_BYTES);
        return MessageDigest.isEqual(issued, digest(content)) ? Verdict.OURS : Verdict.CHANGED;
    }

    private Verdict checkOurs(String kind, String sealed) {
        byte[] whole = decode(sealed);
        if (whole.length != 3 * DIGEST_BYTES) {
            return Verdict.CHANGED;
        }
        byte[] head = Arrays.copyOf(whole, 2 * DIGEST_BYTES);
        byte[] tail = Arrays.copyOfRange(whole, 2 * DIGEST_BYTES, whole.length);
        return MessageDigest.isEqual(tail, mac(kind, head)) ? Verdict.OURS : Verdict.CHANGED;
    }

    /** The bytes behind the prefix; none if they are not Base64, which no issued value is. */
    private static byte[] decode(String sealed) {
        try {
            return Base64.getUrlDecoder().decode(sealed.substring(PREFIX.length()));
        } catch (IllegalArgumentException notBase64) {
            return new byte[0];
        }
    }

    private byte[] mac(String kind, byte[] head) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(key);
            mac.update(head);
            return mac.doFinal(kind.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException("every Java has HmacSHA256", missing);
        }
    }

    private static byte[] digest(String content) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(content.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException("every Java has SHA-256", missing);
        }
    }
}
