import { type ComponentType, type ReactNode, useSyncExternalStore } from 'react';
import { afterFirstScreen } from '#client/lib/first-screen.ts';

const AGAIN_AFTER_MS = 5_000;

/** A component whose code is fetched after the first screen, if it is mounted, or by `fetch` before. */
export type Later<P extends object> = ComponentType<P> & {
  /** Fetches the code now; rejects if it cannot be fetched. */
  readonly fetch: () => Promise<void>;
};

/**
 * Makes a component of which a start does not need the code: it is fetched once the first screen can be seen. Until then, and
 * while it cannot be fetched, the placeholder stands there; it is tried again by itself for as long as the component is mounted. Code that
 * is here already is drawn at once, unlike with `lazy` of React, which waits up to 300 ms before it shows what was suspended, and whose
 * failure would take the page down.
 */
export const later = <P extends object>(
  load: () => Promise<ComponentType<P>>,
  placeholder: (props: P) => ReactNode = () => null,
): Later<P> => {
  let here: ComponentType<P> | undefined;
  const listeners = new Set<() => void>();
  const fetch = async (): Promise<void> => {
    here ??= await load();
    listeners.forEach((listener) => listener());
  };
  const subscribe = (listener: () => void): (() => void) => {
    const tryOn = (): void => {
      if (listeners.has(listener)) {
        fetch().catch(() => setTimeout(tryOn, AGAIN_AFTER_MS));
      }
    };
    listeners.add(listener);
    if (!here) {
      afterFirstScreen(tryOn);
    }
    return () => listeners.delete(listener);
  };
  const Component = (props: P): ReactNode => {
    const Shown = useSyncExternalStore(subscribe, () => here);
    return Shown ? <Shown {...props} /> : placeholder(props);
  };
  return Object.assign(Component, { fetch });
};
