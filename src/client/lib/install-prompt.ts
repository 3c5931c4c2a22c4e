import { useSyncExternalStore } from 'react';

/** Chromium's offer to install, which the DOM types do not have. It can be used once. */
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

/** Keeps the browser's offer for a button of ours. Call it first of all: the offer comes once, perhaps before any screen is there. */
export const keepInstallPrompt = (): void => {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    keep(event as InstallPrompt);
  });
  window.addEventListener('appinstalled', () => keep(null));
};

/** Shows the browser's own question; it cannot be asked again with the same offer. */
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

/** The offer, while there is one. */
export const useInstallPrompt = (): InstallPrompt | null => useSyncExternalStore(subscribe, () => kept);
