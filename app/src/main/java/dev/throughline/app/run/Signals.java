package dev.throughline.app.run;

import java.lang.reflect.Proxy;

/**
 * What happens to this process when a signal comes, while an agent has the terminal.
 *
 * <p>Ctrl-C is sent by the terminal to the agent and to us alike; the agent decides what it means, so we must outlive
 * it. Ignoring the signal would not do: a child inherits that, but not a handler. Java has no public way to set one, so
 * this uses {@code sun.misc.Signal} by its name, which the compiler would refuse as an internal class. Where it is
 * missing the signal does what it always did.
 */
final class Signals {
    private Signals() {}

    /** Runs an action when the signal comes, instead of ending the process. */
    static void on(String name, Runnable action) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object ours = Proxy.newProxyInstance(handler.getClassLoader(), new Class<?>[] {handler}, (_, method, _) -> {
                if (method.getName().equals("handle")) {
                    action.run();
                }
                return null;
            });
            signal.getMethod("handle", signal, handler)
                    .invoke(null, signal.getConstructor(String.class).newInstance(name), ours);
        } catch (ReflectiveOperationException e) {
            System.getLogger(Signals.class.getName()).log(System.Logger.Level.DEBUG, "cannot handle signal " + name, e);
        }
    }
}
