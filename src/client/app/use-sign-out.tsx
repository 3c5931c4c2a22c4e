import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { contract } from '#shared/contract.ts';
import { callOnline } from '#client/api/call.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { useEngine, useSyncState } from '#client/data/engine-context.tsx';
import { userQuery } from '#client/data/session.ts';
import { leave } from '#client/data/start-engine.ts';
import { countWords } from '#client/data/sync-words.ts';
import { useManualSync } from '#client/features/sync/use-manual-sync.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog, DialogBody } from '#client/ui/dialog.tsx';
import { UpdateIcon } from '#client/ui/icons.tsx';

/** Ends the session and forgets everything that was read; the landing screen follows. */
const useEnd = () => {
  const client = useQueryClient();
  const engine = useEngine();
  const notices = useNotices();
  return async () => {
    try {
      await callOnline(contract.users.logout, {});
    } catch (error) {
      notices.failure('Logout failed', error);
      return;
    }
    await leave(engine);
    client.removeQueries({ predicate: (query) => query.queryKey[0] !== userQuery.queryKey[0] });
    client.setQueryData(userQuery.queryKey, null);
    window.history.replaceState(null, '', '/');
    notices.success('Logged out', 'You have been successfully logged out.');
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
      title={`${countWords(pending, 'change')} ${pending === 1 ? 'is' : 'are'} not sent yet`}
      size="small"
      onClose={onClose}
      footer={<Button onClick={onClose}>Cancel</Button>}
    >
      <DialogBody>
        <p>They stay on this device under your name. Nobody else who signs in here sees, sends or deletes them.</p>
        <div className="grid gap-2.5">
          <Button variant="primary" icon={UpdateIcon} busyText={isBusy && 'Syncing...'} onClick={() => void sendFirst()}>
            Sync now
          </Button>
          <Button className="sm:whitespace-normal" busyText={isEnding && 'Logging out...'} onClick={() => void end()}>
            Keep them for my next sign-in and log out
          </Button>
        </div>
      </DialogBody>
    </Dialog>
  );
};

/** Logging out, with a question first if changes wait: draw `question` wherever the button is. */
export const useSignOut = (): { readonly signOut: () => Promise<void>; readonly question: ReactNode } => {
  const engine = useEngine();
  const notices = useNotices();
  const end = useEnd();
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
      notices.failure('Logout failed', error);
    }
  };
  return { signOut, question: isAsking && <UnsentQuestion onEnd={end} onClose={() => setAsking(false)} /> };
};
