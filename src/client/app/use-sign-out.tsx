import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useNotices } from '#client/components/use-notices.ts';
import { useEngine } from '#client/data/engine-context.tsx';
import { t } from '#client/lib/texts.ts';

const useEnd = (then: string) => {
  const client = useQueryClient();
  const engine = useEngine();
  const notices = useNotices();
  return async () => {
    try {
      const { endHere } = await import('#client/data/leave.ts');
      if (await endHere(engine, client, then)) {
        notices.success(t('Logged out'), t('You have been successfully logged out.'));
      }
    } catch (error) {
      notices.failure(t('Logout failed'), error);
    }
  };
};

// Rarely needed: no start should wait for dialogs.
const UnsentQuestion = lazy(async () => ({ default: (await import('#client/app/unsent-question.tsx')).UnsentQuestion }));

/** Logging out, after a question if changes are waiting: render `question` next to the button. `then` is the address that follows. */
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
