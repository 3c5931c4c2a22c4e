import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { UnsentQuestion } from '#client/app/unsent-question.tsx';
import { useNotices } from '#client/components/use-notices.ts';
import { useEngine } from '#client/data/engine-context.tsx';
import { endHere } from '#client/data/leave.ts';
import { t } from '#client/lib/texts.ts';

interface SignOutProps {
  /** The address that follows. */
  readonly then: string;
  /** The user stays signed in, or it failed, which was said. */
  readonly onClose: () => void;
}

/** Logs out once it is mounted, after a question if changes are waiting. */
export const SignOut = ({ then, onClose }: SignOutProps) => {
  const client = useQueryClient();
  const engine = useEngine();
  const notices = useNotices();
  const [isAsking, setAsking] = useState(false);
  const hasBegun = useRef(false);
  const end = async (): Promise<void> => {
    try {
      if (await endHere(engine, client, then)) {
        notices.success(t('Logged out'), t('You have been successfully logged out.'));
      }
    } catch (error) {
      notices.failure(t('Logout failed'), error);
    }
  };
  const begin = async (): Promise<void> => {
    try {
      const { pending } = await engine.counts();
      if (pending > 0) {
        setAsking(true);
        return;
      }
    } catch (error) {
      notices.failure(t('Logout failed'), error);
      onClose();
      return;
    }
    await end();
    onClose();
  };
  useEffect(() => {
    if (!hasBegun.current) {
      hasBegun.current = true;
      void begin();
    }
  });
  return isAsking && <UnsentQuestion onEnd={end} onClose={onClose} />;
};
