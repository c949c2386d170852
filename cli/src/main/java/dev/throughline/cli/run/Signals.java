package dev.throughline.cli.run;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/**
 * Handles signals to this process.
 *
 * <p>While an agent uses the terminal, Ctrl-C is sent to the agent and to this process. The agent decides what it
 * means, so this process must continue. It cannot ignore the signal, because the agent would inherit that; a handler is
 * not inherited. A gateway must close everything before the virtual machine shuts down, because from then on libraries
 * free what its threads still use.
 *
 * <p>Java has no public interface for this, so {@code sun.misc.Signal} is used by reflection. If it is missing, or if
 * the signal is ignored (as with {@code nohup}), the signal keeps its effect.
 */
public final class Signals {
    private Signals() {}

    /** Runs an action when the signal arrives, instead of ending the process. */
    public static void on(String name, Runnable action) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object proxy =
                    Proxy.newProxyInstance(handler.getClassLoader(), new Class<?>[] {handler}, (_, method, _) -> {
                        if (method.getName().equals("handle")) {
                            action.run();
                        }
                        return null;
                    });
            Object wanted = signal.getConstructor(String.class).newInstance(name);
            Method handle = signal.getMethod("handle", signal, handler);
            Object previous = handle.invoke(null, wanted, proxy);
            if (handler.getField("SIG_IGN").get(null).equals(previous)) {
                handle.invoke(null, wanted, previous);
            }
        } catch (ReflectiveOperationException e) {
            System.getLogger(Signals.class.getName()).log(System.Logger.Level.DEBUG, "cannot handle signal " + name, e);
        }
    }
}
