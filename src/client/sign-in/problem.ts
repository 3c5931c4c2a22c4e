import type { SaidIssue, SaidMessage } from '#shared/messages/message.ts';
import { say } from '#client/lib/messages.ts';
import { loadWords, t } from '#client/lib/texts.ts';

/** What the server says about a refusal. */
export interface Problem extends Partial<Omit<SaidMessage, 'message'>> {
  readonly detail?: string;
  readonly issues?: readonly SaidIssue[];
}

/** The server's message, or that there was none, in the page's language. Its texts are loaded on demand: most people are never refused. */
export const problemWords = async ({ detail: message, messageCode, values }: Problem): Promise<string> =>
  message === undefined
    ? t("The server can't be reached. Try again.")
    : sayLate({ message, ...(messageCode && values ? { messageCode, values } : {}) });

export const sayLate = async (said: SaidMessage): Promise<string> => {
  // If they cannot be loaded it is in English.
  await loadWords({
    de: async () => ({ messages: (await import('#client/locales/de/messages.json')).default }),
    es: async () => ({ messages: (await import('#client/locales/es/messages.json')).default }),
  }).catch(() => undefined);
  return say(said);
};
