import { useSyncExternalStore } from 'react';

/** Chromium's install prompt, which the DOM types do not have. It can be used once. */
export interface InstallPrompt extends Event {
  prompt(): Promise<void>;
  readonly userChoice: Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}

let kept: InstallPrompt | null = null;
const listeners = new Set<() => void>();

const keep = (prompt: InstallPrompt | null): void => {
  kept = prompt;
  listeners.forEach((listener) => listener());
};

/**
 * Keeps the browser's install prompt for a button of ours. Call it before anything else: the event fires once, perhaps before any screen
 * exists.
 */
export const keepInstallPrompt = (): void => {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    keep(event as InstallPrompt);
  });
  window.addEventListener('appinstalled', () => keep(null));
};

/** Shows the browser's own prompt; the same one cannot be used again. */
export const askToInstall = async (prompt: InstallPrompt): Promise<'accepted' | 'dismissed'> => {
  keep(null);
  await prompt.prompt();
  const { outcome } = await prompt.userChoice;
  return outcome;
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The install prompt, while there is one. */
export const useInstallPrompt = (): InstallPrompt | null => useSyncExternalStore(subscribe, () => kept);
