import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { contract } from '#shared/contract.ts';
import { callAccepted } from '#client/api/call.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { useEngine, useSyncState } from '#client/data/engine-context.tsx';
import { userQuery } from '#client/data/session.ts';
import { leave } from '#client/data/start-engine.ts';
import { useManualSync } from '#client/features/sync/use-manual-sync.ts';
import { plural, t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog, DialogBody } from '#client/ui/dialog.tsx';
import { UpdateIcon } from '#client/ui/icons.tsx';

/** Ends the session and forgets everything that was read; what nobody in particular sees follows. */
const useEnd = (then: string) => {
  const client = useQueryClient();
  const engine = useEngine();
  const notices = useNotices();
  return async () => {
    let elsewhere: { readonly continueAt: string } | undefined;
    try {
      elsewhere = await callAccepted(contract.users.logout, {});
    } catch (error) {
      notices.failure(t('Logout failed'), error);
      return;
    }
    await leave(engine);
    if (elsewhere) {
      // Or the next one at this device would be signed in without being asked who he is.
      window.location.assign(elsewhere.continueAt);
      return;
    }
    client.removeQueries({ predicate: (query) => query.queryKey[0] !== userQuery.queryKey[0] });
    client.setQueryData(userQuery.queryKey, null);
    window.history.replaceState(null, '', then);
    notices.success(t('Logged out'), t('You have been successfully logged out.'));
  };
};

interface QuestionProps {
  readonly onEnd: () => Promise<void>;
  readonly onClose: () => void;
}

/** Nothing is lost by logging out, and nothing is sent either: that is for the user to know beforehand (decisions §6.6). */
const UnsentQuestion = ({ onEnd, onClose }: QuestionProps) => {
  const { pending } = useSyncState();
  const { sync, isBusy } = useManualSync();
  const [isEnding, setEnding] = useState(false);
  const end = async () => {
    setEnding(true);
    await onEnd();
    onClose();
  };
  const sendFirst = async () => {
    const isLeft = await sync();
    if (!isLeft) {
      await end();
    }
  };
  return (
    <Dialog
      title={plural(pending, '{count} change is not sent yet', '{count} changes are not sent yet')}
      size="small"
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('Cancel')}</Button>}
    >
      <DialogBody>
        <p>{t('They stay on this device under your name. Nobody else who signs in here sees, sends or deletes them.')}</p>
        <div className="grid gap-2.5">
          <Button variant="primary" icon={UpdateIcon} busyText={isBusy && t('Syncing...')} onClick={() => void sendFirst()}>
            {t('Sync now')}
          </Button>
          <Button className="sm:whitespace-normal" busyText={isEnding && t('Logging out...')} onClick={() => void end()}>
            {t('Keep them for my next sign-in and log out')}
          </Button>
        </div>
      </DialogBody>
    </Dialog>
  );
};

/** Logging out, with a question first if changes wait: draw `question` wherever the button is. `then` is the address that follows. */
export const useSignOut = (then = '/'): { readonly signOut: () => Promise<void>; readonly question: ReactNode } => {
  const engine = useEngine();
  const notices = useNotices();
  const end = useEnd(then);
  const [isAsking, setAsking] = useState(false);
  const signOut = async () => {
    try {
      const { pending } = await engine.counts();
      if (pending > 0) {
        setAsking(true);
      } else {
        await end();
      }
    } catch (error) {
      notices.failure(t('Logout failed'), error);
    }
  };
  return { signOut, question: isAsking && <UnsentQuestion onEnd={end} onClose={() => setAsking(false)} /> };
};
