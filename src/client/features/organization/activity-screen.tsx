import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { Link } from 'wouter';
import type { AuditLog } from '#shared/domain/audit-log.ts';
import { messageOf } from '#client/api/api-error.ts';
import { subjectWords, ActivityList } from '#client/entities/audit-logs/activity-list.tsx';
import { BackLink } from '#client/components/links.tsx';
import { isHere, namesIn, readActivityNames } from './activity-names.ts';
import { useOrganization, useUnits } from '#client/data/organization-context.tsx';
import { orgKey } from '#client/data/overview-queries.ts';
import { type ActivityFilter, auditLogQueries, customDataFieldQueries } from '#client/data/queries.ts';
import { ActivityFilters, useActivityFilter } from '#client/features/organization/activity-filters.tsx';
import { addressOf, type ChangedValue, changedValues } from '#client/features/organization/activity-words.ts';
import { UndoButton, useMayUndo } from '#client/features/organization/undo-button.tsx';
import { t } from '#client/lib/texts.ts';
import { useBrowserOnline } from '#client/lib/use-browser-online.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Note } from '#client/ui/note.tsx';
import { Card, PageHead } from '#client/ui/card.tsx';
import { CloudOffIcon, RestoreIcon } from '#client/ui/icons.tsx';
import { NextRows } from '#client/ui/more-rows.tsx';
import { Empty, Failed, Loading } from '#client/ui/states.tsx';

/** As many pages are refetched when something changes; of a longer list only on request. */
const FOLLOWED = 4;

interface Page {
  readonly items: readonly AuditLog[];
}

/** The matching items, one page at a time, with the records that they reference as this device has them. */
const useActivity = (filter: ActivityFilter) => {
  const { id: orgId } = useOrganization();
  const client = useQueryClient();
  const options = auditLogQueries.pages(orgId, filter);
  const isLong = (client.getQueryData<InfiniteData<Page>>(options.queryKey)?.pages.length ?? 0) > FOLLOWED;
  const pages = useInfiniteQuery({ ...options, enabled: !isLong, placeholderData: keepPreviousData });
  const items = useMemo(() => pages.data?.pages.flatMap((page) => page.items), [pages.data]);
  const { data: found = new Map<string, never>() } = useQuery({
    queryKey: [...orgKey(orgId), 'activity-names', items?.map(({ id }) => id)],
    queryFn: () => readActivityNames(items ?? []),
    enabled: items !== undefined,
    placeholderData: keepPreviousData,
  });
  const markUndone = ({ id }: AuditLog) =>
    client.setQueryData(options.queryKey, (data) =>
      data === undefined
        ? data
        : {
            ...data,
            pages: data.pages.map((page) => ({
              ...page,
              items: page.items.map((item) => (item.id === id ? { ...item, isUndone: true } : item)),
            })),
          },
    );
  return { pages, items, found, markUndone };
};

const Values = ({ values, action }: { readonly values: readonly ChangedValue[]; readonly action: AuditLog['action'] }) => {
  if (values.length === 0) {
    return null;
  }
  const list = (
    <dl className="mt-1.5 grid gap-x-3 gap-y-1 text-sm/[1.4] sm:grid-cols-[max-content_minmax(0,1fr)]">
      {values.map(({ label, before, after }, index) => (
        <div key={`${label}${index}`} className="sm:contents">
          <dt className="font-[560] text-ink2">{label}</dt>
          <dd className="wrap-anywhere whitespace-pre-line">
            {action === 'update' ? (
              <>
                <span className="text-ink2">{before}</span>
                <span aria-hidden="true"> → </span>
                <span className="sr-only"> {t('changed to')} </span>
                {after}
              </>
            ) : (
              (before ?? after)
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
  return action === 'update' ? (
    list
  ) : (
    <details className="mt-0.5">
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm font-[560] text-act">{t('Show details')}</summary>
      {list}
    </details>
  );
};

const List = ({ filter, isFiltered }: { readonly filter: ActivityFilter; readonly isFiltered: boolean }) => {
  const { id: orgId } = useOrganization();
  const units = useUnits();
  const isOnline = useBrowserOnline();
  const mayUndo = useMayUndo();
  const { pages, items, found, markUndone } = useActivity(filter);
  const { data: fields } = useQuery(customDataFieldQueries.list(orgId));
  const known = useMemo(
    () => ({
      names: namesIn(items ?? [], found),
      units,
      fieldTypes: new Map(fields?.map(({ name, fieldType }) => [name, fieldType])),
    }),
    [items, found, units, fields],
  );
  const subjectOf = (item: AuditLog) => {
    const address = isHere(item, found) ? addressOf(item) : null;
    return address === null ? (
      subjectWords(item)
    ) : (
      <Link href={address} className="text-ink hover:no-underline">
        {subjectWords(item)}
      </Link>
    );
  };
  const more = (item: AuditLog) => (
    <>
      {(item.importId ?? null) !== null && <p className="text-sm text-ink3">{t('From an imported file.')}</p>}
      {item.apiKeyId !== null && <p className="text-sm text-ink3">{t('By a program with an API key.')}</p>}
      <Values values={changedValues(item, known)} action={item.action} />
      {item.isUndone && (
        <p className="mt-2">
          <Badge tone="stone" icon={RestoreIcon}>
            {t('Restored')}
          </Badge>
        </p>
      )}
      {isOnline && mayUndo(item) && <UndoButton item={item} onUndone={markUndone} />}
    </>
  );
  return (
    <>
      {!isOnline && (
        <div className="mb-3">
          <Note tone="straw" icon={CloudOffIcon}>
            {t('Activity is on the server: new activity appears when you are back online.')}
          </Note>
        </div>
      )}
      <Card>
        {items === undefined ? (
          pages.isError ? (
            <Failed text={messageOf(pages.error)} onRetry={() => void pages.refetch()} />
          ) : (
            <Loading text={t('Loading activity...')} />
          )
        ) : items.length === 0 ? (
          <Empty title={isFiltered ? t('No activity matches your search.') : t('No recent activity to display.')} />
        ) : (
          <ActivityList items={items} subjectOf={subjectOf} more={more} />
        )}
      </Card>
      {pages.hasNextPage && (
        <NextRows
          isBusy={pages.isFetchingNextPage}
          isHeld={pages.isFetchNextPageError || !isOnline}
          onNext={() => void pages.fetchNextPage()}
        >
          {t('Show older activity')}
        </NextRows>
      )}
      {pages.isFetchNextPageError && <p className="mt-2 text-ink2">{messageOf(pages.error)}</p>}
    </>
  );
};

/** `/organization/activity` (specification 6.9): who changed what, newest first, and how to undo deletions. */
export const ActivityScreen = () => {
  const filters = useActivityFilter();
  const { filter, isFiltered } = filters;
  const q = useDeferredValue(filter.q);
  const isBackwards = filter.from !== undefined && filter.to !== undefined && filter.from > filter.to;
  return (
    <>
      <BackLink to="/organization">{t('Back to Organization Settings')}</BackLink>
      <PageHead title={t('Activity')} />
      <ActivityFilters {...filters} />
      {!isBackwards && <List filter={{ ...filter, q }} isFiltered={isFiltered} />}
    </>
  );
};
