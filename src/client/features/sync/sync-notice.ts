import { type PlainText, plural, t } from '#client/lib/texts.ts';
import type { Connection, ManualSync } from '#client/offline/public.ts';

/** A toast about a sync; compatible with the `ToastContent` of the UI. */
interface Notice {
  readonly title: string;
  readonly text: string;
  readonly tone: 'normal' | 'warning' | 'destructive';
}

const WHY: Readonly<Partial<Record<Connection, PlainText>>> = {
  'signed-out': 'Sign in to send them.',
  'other-user': 'Someone else is now signed in on this device.',
  'update-app': 'Update Headland to send them.',
};

const failedWords = (count: number): string => plural(count, '{count} change failed.', '{count} changes failed.');

/** The toast after a manual sync (specification 2.16). `elsewhere`: unsent changes of an earlier install, in words. */
export const syncNotice = (
  { result, succeeded, failed, untried }: ManualSync,
  connection: Connection,
  elsewhere: string | null,
): Notice => {
  if (result === 'offline') {
    return { title: t('Unable to sync'), text: t('You are currently offline.'), tone: 'destructive' };
  }
  if (succeeded > 0) {
    const done = plural(succeeded, '{count} change synchronized.', '{count} changes synchronized.');
    return {
      title: t('Sync successful'),
      text: failed === 0 ? done : `${done} ${failedWords(failed)}`,
      tone: failed === 0 ? 'normal' : 'warning',
    };
  }
  if (failed > 0) {
    const why = WHY[connection];
    const text = why === undefined ? failedWords(failed) : `${failedWords(failed)} ${t(why)}`;
    return { title: t('Sync failed'), text, tone: 'destructive' };
  }
  if (untried > 0) {
    const text = plural(untried, '{count} change needs your decision first.', '{count} changes need your decision first.');
    return { title: t('Nothing else to send'), text, tone: 'warning' };
  }
  return elsewhere === null
    ? { title: t('Already synced'), text: t('No pending changes to synchronize.'), tone: 'normal' }
    : { title: t('Nothing to send from this device'), text: elsewhere, tone: 'warning' };
};
