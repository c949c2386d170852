package dev.throughline.model;

import org.jspecify.annotations.Nullable;

/**
 * Describes a library's exception for a person: "NoSuchFileException: /a" becomes "/a is not there". Exceptions are
 * identified by their names, because this module does not depend on the libraries.
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
