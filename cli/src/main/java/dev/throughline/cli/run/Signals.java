package dev.throughline.cli.run;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/**
 * What happens to this process when a signal comes.
 *
 * <p>While an agent has the terminal, Ctrl-C is sent to the agent and to us alike; the agent decides what it means, so
 * we must outlive it. Ignoring the signal would not do: a child inherits that, but not a handler. A gateway closes what
 * it has open before the virtual machine begins to end: from then on libraries free what its threads still use.
 *
 * <p>Java has no public way to set a handler, so this uses {@code sun.misc.Signal} by its name, which the compiler
 * would refuse as an internal class. Where it is missing, and where the signal is ignored (as in {@code nohup}), the
 * signal does what it always did.
 */
public final class Signals {
    private Signals() {}

    /** Runs an action when the signal comes, instead of ending the process. */
    public static void on(String name, Runnable action) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object ours = Proxy.newProxyInstance(handler.getClassLoader(), new Class<?>[] {handler}, (_, method, _) -> {
                if (method.getName().equals("handle")) {
                    action.run();
                }
                return null;
            });
            Object wanted = signal.getConstructor(String.class).newInstance(name);
            Method handle = signal.getMethod("handle", signal, handler);
            Object before = handle.invoke(null, wanted, ours);
            if (handler.getField("SIG_IGN").get(null).equals(before)) {
                handle.invoke(null, wanted, before);
            }
        } catch (ReflectiveOperationException e) {
            System.getLogger(Signals.class.getName()).log(System.Logger.Level.DEBUG, "cannot handle signal " + name, e);
        }
    }
}
