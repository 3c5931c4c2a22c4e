import { countWords } from '#client/data/sync-words.ts';
import type { Connection, ManualSync } from '#client/offline/state.ts';

/** A toast about a sync; `ToastContent` of the interface has the same fields. */
interface Notice {
  readonly title: string;
  readonly text: string;
  readonly tone: 'normal' | 'warning' | 'destructive';
}

const WHY: Readonly<Partial<Record<Connection, string>>> = {
  'signed-out': ' Sign in to send them.',
  'other-user': ' Somebody else is signed in on this device by now.',
  'update-app': ' Update Headland to send them.',
};

/** What is said after a sync that somebody asked for (specification 1 §4). `elsewhere`: unsent changes of an earlier install, in words. */
export const syncNotice = ({ result, succeeded, failed }: ManualSync, connection: Connection, elsewhere: string | null): Notice => {
  if (result === 'offline') {
    return { title: 'Unable to sync', text: 'You are currently offline.', tone: 'destructive' };
  }
  if (succeeded > 0) {
    const left = failed === 0 ? '' : ` ${countWords(failed, 'change')} failed.`;
    return {
      title: 'Sync successful',
      text: `${countWords(succeeded, 'change')} synchronized.${left}`,
      tone: failed === 0 ? 'normal' : 'warning',
    };
  }
  if (failed > 0) {
    return { title: 'Sync failed', text: `${countWords(failed, 'change')} failed.${WHY[connection] ?? ''}`, tone: 'destructive' };
  }
  return elsewhere === null
    ? { title: 'Already synced', text: 'No pending changes to synchronize.', tone: 'normal' }
    : { title: 'Nothing to send from here', text: elsewhere, tone: 'warning' };
};
