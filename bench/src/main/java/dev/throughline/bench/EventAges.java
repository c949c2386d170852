package dev.throughline.bench;

/** Finds the events of an arriving stream and their ages, by the time that each event contains: {@code @nanos"}. */
final class EventAges {
    private final ClientConnection.Ages ages;
    private boolean isInNumber;
    private long number;
    private int count;
    private long first;
    private long last;

    EventAges(ClientConnection.Ages ages) {
        this.ages = ages;
    }

    void take(byte[] bytes, int from, int length, long readNanos) {
        for (int i = from; i < from + length; i++) {
            byte next = bytes[i];
            if (next == '@') {
                isInNumber = true;
                number = 0;
            } else if (isInNumber && next >= '0' && next <= '9') {
                number = 10 * number + (next - '0');
            } else if (isInNumber) {
                isInNumber = false;
                arrived(readNanos);
            }
        }
    }

    private void arrived(long readNanos) {
        ages.add(readNanos - number);
        first = count++ == 0 ? readNanos : first;
        last = readNanos;
    }

    int count() {
        return count;
    }

    long first() {
        return first;
    }

    long last() {
        return last;
    }
}
