import { useQueries } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { call } from '#client/api/call.ts';
import { routes } from '#shared/routes.ts';
import { AskCard, type Moment } from '#client/app/notices/ask-card.tsx';
import { useOpening } from '#client/app/notices/use-opening.ts';
import { useRefusedNotice } from '#client/app/notices/use-refused-notice.ts';
import { useSyncState } from '#client/data/engine-context.tsx';
import { useOrganizations } from '#client/data/organization-context.tsx';
import { useUser } from '#client/data/user-context.tsx';
import { ownQuestionsQuery } from '#client/entities/job-entries/use-own-questions.ts';
import { browserAbility, isListening, subscribe } from '#client/entities/notices/browser-notices.ts';
import { isDeclined, keepChoice, keptChoice } from '#client/entities/notices/kept-choice.ts';
import { noteForWorker, setBadge } from '#client/entities/notices/worker-note.ts';
import { useBrowserOnline } from '#client/lib/use-browser-online.ts';
import { useIsInstalled } from '#client/lib/use-is-installed.ts';

/** Questions that wait for this person, in all their organizations. */
const useOpenQuestions = (): number => {
  const { id: userId } = useUser();
  const { organizations } = useOrganizations();
  return useQueries({
    queries: organizations.map(({ id }) => ownQuestionsQuery(id, userId)),
    combine: (results) => results.reduce((sum, { data }) => sum + (data?.length ?? 0), 0),
  });
};

/** The number on the app's icon, and what the worker has to know of it. Whoever signs out takes it away. */
const useIconNumber = (open: number, refused: number): void => {
  useEffect(() => void setBadge(open + refused), [open, refused]);
  useEffect(() => void noteForWorker(refused), [refused]);
  useEffect(
    () => () => {
      void setBadge(0);
      void noteForWorker(0);
    },
    [],
  );
};

/** Has the server tell this browser again where it does so no more: after another sign-in, or with another address of the browser. */
const useResumed = (): void => {
  const { id: userId } = useUser();
  const isOnline = useBrowserOnline();
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current || !isOnline || !keptChoice(userId).isOn || browserAbility() !== 'allowed') {
      return;
    }
    isDone.current = true;
    const resume = async () => {
      const state = await call(routes.notices.get, {});
      keepChoice(userId, { settings: state.settings });
      if (state.publicKey !== null && !(state.isOn && (await isListening(state.publicKey)))) {
        await subscribe(userId, state);
      }
    };
    // The next start tries again; the app works without.
    void resume().catch(() => undefined);
  }, [userId, isOnline]);
};

/** Whether something was saved in this tab since it began. */
const useHasSaved = (): boolean => {
  const { pending } = useSyncState();
  const [hasSaved, setSaved] = useState(false);
  if (pending > 0 && !hasSaved) {
    setSaved(true);
  }
  return hasSaved;
};

/** The moment at which somebody sees what notices are for; null: it has not come. */
const useMoment = (open: number, refused: number): Moment | null => {
  const isInstalled = useIsInstalled();
  const hasSaved = useHasSaved();
  if (open > 0) {
    return 'question';
  }
  return refused > 0 ? 'refused' : isInstalled && hasSaved ? 'installed' : null;
};

/** Whether it may be asked now: nobody did, or said 'Not now', in the last month. */
const mayAsk = (userId: number): boolean => browserAbility() === 'unasked' && !isDeclined(keptChoice(userId));

/** Everything about notices that goes on while the app is open, and the one question whether they are wanted. */
export const NoticeHost = () => {
  const { id: userId } = useUser();
  const [path] = useLocation();
  const isOnline = useBrowserOnline();
  const { attention: refused } = useSyncState();
  const open = useOpenQuestions();
  const moment = useMoment(open, refused);
  const [isDone, setDone] = useState(false);
  useOpening();
  useIconNumber(open, refused);
  useRefusedNotice(refused);
  useResumed();
  return (
    moment !== null &&
    !isDone &&
    isOnline &&
    path === '/dashboard' &&
    mayAsk(userId) && <AskCard moment={moment} onDone={() => setDone(true)} />
  );
};
