import { t } from '#client/lib/texts.ts';

/** The loading text of an address: the dashboard has one of its own (specification 1.20). */
export const loadingText = (path: string): string =>
  path === '/' || path === '/dashboard' ? t('Loading your dashboard...') : t('Loading...');
