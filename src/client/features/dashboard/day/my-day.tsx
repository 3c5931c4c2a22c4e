import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { Organization } from '#shared/domain/organization.ts';
import { messageOf } from '#client/api/api-error.ts';
import { SunlightButton } from '#client/components/sunlight-button.tsx';
import { useActiveRun } from '#client/data/active-run.ts';
import { todayOf } from '#client/data/today.ts';
import { useUser } from '#client/data/user-context.tsx';
import { OwnQuestions } from '#client/entities/job-entries/question-card.tsx';
import { ownQuestionsQuery } from '#client/entities/job-entries/use-own-questions.ts';
import { useEntryDialog } from '#client/entities/job-entries/entry-dialog-context.tsx';
import { t } from '#client/lib/texts.ts';
import { useNow } from '#client/lib/use-now.ts';
import { Card } from '#client/ui/card.tsx';
import { Failed } from '#client/ui/states.tsx';
import { dayRoom, keepDayRoom } from './day-room.ts';
import { type MyDay as Day, myDayQuery } from './my-day-query.ts';
import { TodayCard } from './today-card.tsx';
import { RunCard } from './run-card.tsx';
import { UsualCards } from './usual-cards.tsx';
import { useWaiting } from './use-waiting.ts';
import { RefusedCard, WaitingCard } from './waiting-cards.tsx';
import { WeekCard } from './week-card.tsx';

export interface MyDayProps {
  readonly organization: Organization;
  /** For whom the office is the main thing: only what they worked themselves, if they did. */
  readonly isBeside?: boolean;
  /** What stands below it, in the column that is shorter. */
  readonly children?: ReactNode;
}

/** Remembers how high it is when nobody looks at it any more. */
const useRoom = (orgId: number, isHere: boolean) => {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    const leave = (): void => {
      if (isHere && element) {
        keepDayRoom(orgId, element);
      }
    };
    document.addEventListener('visibilitychange', leave);
    return () => {
      document.removeEventListener('visibilitychange', leave);
      leave();
    };
  }, [orgId, isHere]);
  return ref;
};

/** A shortcut of the installed app opens the likeliest entry: `/dashboard?log=usual`. Then the address is as usual again. */
const useShortcut = (day: Day | undefined): void => {
  const isAsked = new URLSearchParams(useSearch()).get('log') === 'usual';
  const [path, navigate] = useLocation();
  const { openNew, openCopy } = useEntryDialog();
  useEffect(() => {
    if (isAsked && day) {
      navigate(path, { replace: true });
      const [likeliest] = day.usual;
      if (likeliest) {
        openCopy(likeliest);
      } else {
        openNew();
      }
    }
  }, [isAsked, day, path, navigate, openNew, openCopy]);
};

/** The day of the person who is signed in, all of it from this device: what they log, did, and have not sent yet. Nobody else's work. */
export const MyDay = ({ organization, isBeside = false, children }: MyDayProps) => {
  const { id: orgId, employeeId } = organization;
  const { id: userId } = useUser();
  // Midnight passes while a phone lies on the dashboard.
  useNow();
  const me = { employeeId, userId };
  const { data: day, error, refetch } = useQuery(myDayQuery(organization, me, todayOf(organization)));
  const waiting = useWaiting(orgId);
  const run = useActiveRun(orgId);
  const { data: questions } = useQuery(ownQuestionsQuery(orgId, userId));
  // All at once, so that nothing moves what is above it.
  const isHere = day !== undefined && waiting !== undefined && run !== undefined && questions !== undefined;
  const room = useRoom(orgId, isHere && !isBeside);
  useShortcut(day);
  if (isBeside) {
    return (
      day?.hasWork && (
        <section aria-label={t('My day')} className="grid gap-(--gap)">
          <TodayCard day={day} me={me} />
          <WeekCard organization={organization} day={day} me={me} />
        </section>
      )
    );
  }
  return (
    <section aria-label={t('My day')} style={{ minHeight: dayRoom(orgId) }}>
      <SunlightButton className="absolute -top-1.5 right-0" />
      {error && !day && (
        <Card>
          <Failed text={messageOf(error)} onRetry={() => void refetch()} />
        </Card>
      )}
      {isHere && (
        <div ref={room} className="grid items-start gap-(--gap) lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)]">
          <div className="grid gap-(--gap)">
            {run && <RunCard orgId={orgId} state={run} />}
            <OwnQuestions />
            {waiting.refused && <RefusedCard refused={waiting.refused} />}
            <UsualCards usual={day.usual} isRunning={run !== null} />
            <TodayCard day={day} me={me} />
          </div>
          <div className="grid gap-(--gap)">
            <WeekCard organization={organization} day={day} me={me} />
            {waiting.entries + waiting.others > 0 && <WaitingCard waiting={waiting} />}
            {children}
          </div>
        </div>
      )}
    </section>
  );
};
