import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import type { User } from '#shared/domain/user.ts';
import { lossWords } from '#client/app/loss-words.ts';
import { useEngine } from '#client/data/engine-context.tsx';
import { hasDraft } from '#client/entities/job-entries/has-draft.ts';
import { useLostWork } from '#client/data/lost-work.ts';
import { userQuery } from '#client/data/session.ts';
import { plural, t } from '#client/lib/texts.ts';
import type { Ending } from '#client/offline/public.ts';
import { Button, buttonClass } from '#client/ui/button.tsx';
import { useToast } from '#client/ui/toast.tsx';

/** What happened to a form that was open when its user signed out elsewhere; undefined: not known yet, null: there was none. */
const useFormWords = (userId: number, wasDirty: boolean): string | null | undefined => {
  const [words, setWords] = useState<string | null>();
  useEffect(() => {
    hasDraft(userId).then(
      (isKept) =>
        setWords(
          isKept
            ? t('A job entry you had started is kept as a draft for the next time you sign in.')
            : wasDirty
              ? t('What you typed into the open form was not saved.')
              : null,
        ),
      () => setWords(null),
    );
  }, [userId, wasDirty]);
  return words;
};

interface MessageProps {
  readonly title: string;
  readonly lines: readonly (string | null | undefined)[];
  readonly children: ReactNode;
}

const Message = ({ title, lines, children }: MessageProps) => {
  useEffect(() => {
    document.title = 'Headland';
  }, []);
  return (
    <main className="mx-auto grid min-h-dvh max-w-140 content-center justify-items-start gap-4 p-6" role="alert">
      <h1 className="text-2xl font-bold">{title}</h1>
      {lines.map((line) => line && <p key={line}>{line}</p>)}
      <div className="mt-1">{children}</div>
    </main>
  );
};

interface EndedProps {
  readonly user: User;
  /** Whether a form had unsaved changes when it ended. */
  readonly wasDirty: boolean;
}

const SignedOut = ({ user, wasDirty }: EndedProps) => {
  const engine = useEngine();
  const form = useFormWords(user.id, wasDirty);
  // The last count: once the user is gone, their waiting changes cannot be counted.
  const [{ pending }] = useState(() => engine.current());
  const waits =
    pending === 0
      ? null
      : plural(pending, '{count} unsent change stays on this device for you.', '{count} unsent changes stay on this device for you.');
  return (
    <Message title={t('You are signed out on this device')} lines={[form, waits, t('Sign in to continue here.')]}>
      <a
        href={`/api/login?returnTo=${encodeURIComponent(location.pathname + location.search)}`}
        className={buttonClass({ variant: 'primary' })}
      >
        {t('Sign in')}
      </a>
    </Message>
  );
};

const OtherUser = ({ user, wasDirty }: EndedProps) => (
  <Message
    title={t('Someone else is now signed in on this device')}
    lines={[
      useFormWords(user.id, wasDirty),
      t('Your changes stay here until you sign in again.'),
      t('Reload this tab to work as the person who is signed in now.'),
    ]}
  >
    {/* To the start page: the current address belongs to the other user's work. */}
    <Button variant="primary" onClick={() => location.assign('/')}>
      {t('Reload')}
    </Button>
  </Message>
);

const StorageGone = ({ user }: EndedProps) => {
  const lost = useLostWork(user.id);
  const words = lost && lossWords(lost);
  return (
    <Message
      title={words?.title ?? t("The browser has cleared this device's storage")}
      lines={[
        words?.text ?? t('When last checked, everything in it had been sent.'),
        t('Reload: this device then gets everything the office has.'),
      ]}
    >
      <Button variant="primary" onClick={() => location.reload()}>
        {t('Reload')}
      </Button>
    </Message>
  );
};

const SCREENS = { 'signed-out': SignedOut, 'other-user': OtherUser, 'storage-gone': StorageGone } as const;

/**
 * Replaces the app in a tab whose user's copy is no longer on this device. What it had read is dropped: neither the former user's data nor
 * the next user's is on the screen. If the same user signs in again in the other tab, this one simply continues.
 */
export const TabEnded = ({ ending, ...of }: EndedProps & { readonly ending: Ending }) => {
  const client = useQueryClient();
  const engine = useEngine();
  useEffect(() => {
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== userQuery.queryKey[0] });
    // A user who is let in again sees at once what is new.
    return () => engine.look();
  }, [client, engine]);
  const Screen = SCREENS[ending];
  return <Screen {...of} />;
};

/** Shown above a form that is open over emptied storage: the form can still be saved, since writing sets up a new copy. */
export const EmptiedUnderForm = () => {
  const toast = useToast();
  useEffect(
    () =>
      toast({
        title: t("The browser has cleared this device's storage"),
        text: t('Save what you have open here: there is still time.'),
        tone: 'warning',
      }),
    [toast],
  );
  return null;
};
