import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { contract } from '#shared/contract.ts';
import { callAccepted } from '#client/api/call.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { useEngine } from '#client/data/engine-context.tsx';
import { userQuery } from '#client/data/session.ts';
import { leave } from '#client/data/start-engine.ts';
import { t } from '#client/lib/texts.ts';

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

// Asked seldom: no start waits for dialogs.
const UnsentQuestion = lazy(async () => ({ default: (await import('#client/app/unsent-question.tsx')).UnsentQuestion }));

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
  const question = isAsking && (
    <Suspense>
      <UnsentQuestion onEnd={end} onClose={() => setAsking(false)} />
    </Suspense>
  );
  return { signOut, question };
};
