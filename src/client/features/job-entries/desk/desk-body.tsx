import { useMemo } from 'react';
import { Link } from 'wouter';
import { messageOf } from '#client/api/api-error.ts';
import { later } from '#client/lib/later.tsx';
import { t } from '#client/lib/texts.ts';
import { buttonClass } from '#client/ui/button.tsx';
import { Empty, Failed, Loading } from '#client/ui/states.tsx';
import type { DeskCardsProps } from './desk-cards.tsx';
import type { DeskTableProps } from './desk-table.tsx';
import type { DeskView } from './desk-views.ts';
import { addressOfView } from './use-desk-address.ts';
import type { DeskRows } from './use-desk-rows.ts';
import type { ViewCount } from './use-view-counts.ts';

const LOADING_ROWS = 12;
const waiting = () => <Loading text={t('Loading entries...')} rows={LOADING_ROWS} />;

// One of them, by the width.
const DeskTable = later(async () => (await import('./desk-table.tsx')).DeskTable, waiting);
const DeskCards = later(async () => (await import('./desk-later.ts')).DeskCards, waiting);

interface NextProps {
  readonly view: DeskView | undefined;
  readonly views: readonly DeskView[];
  readonly counts: ReadonlyMap<string, ViewCount>;
}

/** The next view in which something waits. */
const NextView = ({ view, views, counts }: NextProps) => {
  const next = views.find(({ key }) => key !== view?.key && (counts.get(key)?.count ?? 0) > 0);
  return (
    next && (
      <Link href={addressOfView(next)} className={buttonClass()}>
        {t('{name}: {count}', { name: next.name, count: counts.get(next.key)?.count ?? 0 })}
      </Link>
    )
  );
};

interface DeskBodyProps extends DeskTableProps, Pick<DeskCardsProps, 'context' | 'maySelect'>, NextProps {
  readonly found: DeskRows;
  readonly isWide: boolean;
}

/** The rows as a table, or on phones as cards; or why there are none. */
export const DeskBody = ({ found, isWide, context, maySelect, view, views, counts, ...table }: DeskBodyProps) => {
  const { lines, shown, numbers, rest, order, selection, pending, onPress, onSeen } = table;
  const every = useMemo(() => [...numbers, ...rest], [numbers, rest]);
  if (found.rows === undefined && found.error) {
    return <Failed text={messageOf(found.error)} onRetry={found.retry} />;
  }
  if (found.rows === undefined || (shown.length === 0 && found.older === 'reading')) {
    return <Loading text={t('Loading entries...')} rows={LOADING_ROWS} />;
  }
  if (shown.length === 0) {
    return (
      <Empty
        title={
          view?.key === 'week'
            ? t('Nothing left to check this week.')
            : found.rows.length === 0
              ? t('No job entries yet.')
              : t('No entries match these filters.')
        }
      >
        <NextView view={view} views={views} counts={counts} />
      </Empty>
    );
  }
  return isWide ? (
    <DeskTable {...table} />
  ) : (
    <DeskCards
      lines={lines}
      by={order.group}
      selection={selection}
      pending={pending}
      numbers={every}
      context={context}
      maySelect={maySelect}
      onSeen={onSeen}
      onOpen={onPress}
    />
  );
};
