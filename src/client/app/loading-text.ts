import { t } from '#client/lib/texts.ts';

/** What is awaited at an address: the dashboard has a sentence of its own (specification 1 §2). */
export const loadingText = (path: string): string =>
  path === '/' || path === '/dashboard' ? t('Loading your dashboard...') : t('Loading...');
