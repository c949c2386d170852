package dev.throughline.model;

import org.jspecify.annotations.Nullable;

/**
 * Says what a library's exception means, for a sentence that a person reads: "NoSuchFileException: /a" is a
 * programmer's word for "/a is not there". Kinds are known by their names, since this room knows neither disk nor
 * network nor index.
 */
public final class Cause {
    private Cause() {}

    /** The cause in words. */
    public static String words(@Nullable Throwable cause) {
        if (cause == null) {
            return "something unknown went wrong";
        }
        String message = cause.getMessage() == null ? "" : cause.getMessage().strip();
        return switch (cause.getClass().getSimpleName()) {
            case "NoSuchFileException", "FileNotFoundException" ->
                (message.isEmpty() ? "a file" : message) + " is not there";
            case "AccessDeniedException" -> message + " may not be read or written by you";
            case "FileAlreadyExistsException" -> message + " is there already, and is no folder";
            case "NotDirectoryException" -> message + " is no folder";
            case "MalformedInputException", "UnmappableCharacterException" -> "a file holds bytes that are no text";
            case "EOFException", "CorruptIndexException", "IndexFormatTooOldException", "IndexFormatTooNewException" ->
                "a file of it is damaged";
            case "ConnectException", "ClosedChannelException" -> "nothing answers there";
            case "UnknownHostException", "UnresolvedAddressException" -> "its host is not known";
            case "HttpTimeoutException", "HttpConnectTimeoutException", "SocketTimeoutException" ->
                "no answer came in time";
            case "UncheckedIOException", "CompletionException", "ExecutionException" ->
                cause.getCause() == null ? message : words(cause.getCause());
            default -> message.isEmpty() ? "something unknown went wrong" : message;
        };
    }
}
