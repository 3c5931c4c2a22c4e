import { type ReactNode, useEffect } from 'react';
import type { Organization } from '#shared/domain/organization.ts';
import { messageOf } from '#client/api/api-error.ts';
import { t } from '#client/lib/texts.ts';
import { Card, CardHead } from '#client/ui/card.tsx';
import { Failed, Loading } from '#client/ui/states.tsx';
import { AsOf } from './as-of.tsx';
import { MoneyCard } from './money-card.tsx';
import { OutTodayCard } from './out-today-card.tsx';
import { TodoList } from './todo-card.tsx';
import { type TodoId, todoRowsOf } from './todo-rows.ts';
import { useOffice } from './use-office.ts';
import { useOfficeKeys } from './use-office-keys.ts';
import { useRoomMemory } from './use-room-memory.ts';

const PLACES = { e: '/job-entries', b: '/organization/billing', j: '/jobs' };

/** What has been more than zero since the page was opened, by organization: it stays, grey, until the next time. */
const beforeOf = new Map<number, ReadonlySet<TodoId>>();
const NONE: ReadonlySet<TodoId> = new Set();

interface OfficeProps {
  readonly organization: Organization;
  /** A company at its beginning, for which nothing may wait at all. */
  readonly isNew: boolean;
  /** Puts the parts where they belong, also before they are here. */
  readonly children: (todo?: ReactNode, side?: ReactNode) => ReactNode;
}

/**
 * What waits for the office, on the overview of those who check entries: seven counts, each with the way to its list; what money is out; and
 * who works today.
 */
export const OfficeHome = ({ organization, isNew, children }: OfficeProps) => {
  const { id: orgId } = organization;
  const { office, asOf, error, retry } = useOffice(orgId);
  const { cardRef, sideRef, lastRef } = useRoomMemory();
  const rows = office ? todoRowsOf(office, beforeOf.get(orgId) ?? NONE) : [];
  useEffect(() => {
    const above = rows.flatMap(({ id, count }) => (count > 0 ? [id] : []));
    beforeOf.set(orgId, new Set([...(beforeOf.get(orgId) ?? NONE), ...above]));
  });
  useOfficeKeys(
    rows.map(({ to }) => to),
    PLACES,
  );
  const { unbilled, bills } = office ?? {};
  // A company that has billed nothing yet has nothing to say of money.
  const hasMoney = unbilled && bills && !(isNew && unbilled.jobs === 0 && bills.openCount === 0);
  const todo = (
    <Card className="relative">
      <div ref={cardRef}>
        <CardHead title={t('To do in the office')}>
          <AsOf at={asOf} />
        </CardHead>
        {office ? (
          <TodoList organization={organization} office={office} rows={rows} isOld={asOf !== null} />
        ) : error ? (
          <Failed text={messageOf(error)} onRetry={retry} />
        ) : (
          // In the room that there is.
          <div className="absolute inset-x-0 top-14 bottom-0 overflow-hidden">
            <Loading text={t('Loading...')} rows={7} />
          </div>
        )}
        <p id="office-keys" hidden>
          {t('Keys: 1 to {count} open a row. G and then E, B or J lead to entries, billing and jobs.', { count: rows.length })}
        </p>
      </div>
    </Card>
  );
  const side = (office || error) && (
    <div ref={sideRef} className="flex flex-col gap-(--gap)">
      {hasMoney && <MoneyCard unbilled={unbilled} bills={bills} asOf={asOf} />}
      <OutTodayCard organization={organization} contentRef={lastRef} />
    </div>
  );
  return children(todo, side);
};
