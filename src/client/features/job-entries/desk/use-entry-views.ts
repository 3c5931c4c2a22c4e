import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { routes } from '#shared/routes.ts';
import type { EntryView } from '#shared/domain/entry-view.ts';
import { newKey } from '#client/api/call.ts';
import { callOnline } from '#client/api/other-calls.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { entryViewsQuery } from '#client/data/desk-entries.ts';
import { useCan, useOrganization } from '#client/data/organization-context.tsx';
import { useUser } from '#client/data/user-context.tsx';
import { t } from '#client/lib/texts.ts';
import { firstViewAddress, keepFirstView } from '../first-view.ts';
import { BUILT_IN, type DeskView } from './desk-views.ts';
import type { NamedView } from './save-view-dialog.tsx';

/** Saved views and what is done with them. They are read offline, too; saving one needs the server. */
export const useEntryViews = () => {
  const { id: orgId } = useOrganization();
  const { id: userId } = useUser();
  const mayShare = useCan('jobEntries:check');
  const client = useQueryClient();
  const notices = useNotices();
  const { data: saved = [] } = useQuery(entryViewsQuery(orgId));
  const [first, setFirst] = useState(() => firstViewAddress(userId, orgId));
  const views = useMemo(
    (): DeskView[] => [
      ...BUILT_IN.map(({ key, name, query }) => ({ key, name: t(name), query })),
      ...saved.map((view) => ({ key: String(view.id), name: view.name, query: view.query, saved: view })),
    ],
    [saved],
  );

  /** Returns whether it worked; says why it did not. */
  const act = async <T>(work: () => Promise<T>, failed: string): Promise<T | null> => {
    try {
      const done = await work();
      await client.refetchQueries({ queryKey: entryViewsQuery(orgId).queryKey });
      return done;
    } catch (error) {
      notices.failure(failed, error);
      return null;
    }
  };
  return {
    views,
    mayShare,
    mayChange: (view: EntryView): boolean => view.createdBy === userId || (view.isShared && mayShare),
    create: (view: NamedView, query: string): Promise<EntryView | null> =>
      act(
        () => callOnline(routes.entryViews.create, { params: { orgId }, body: { ...view, query } }, newKey()),
        t('Failed to save the view'),
      ),
    update: (id: number, changed: Partial<NamedView> & { readonly query?: string }): Promise<EntryView | null> =>
      act(() => callOnline(routes.entryViews.update, { params: { orgId, id }, body: changed }, newKey()), t('Failed to save the view')),
    remove: (id: number): Promise<true | null> =>
      act(async () => {
        await callOnline(routes.entryViews.remove, { params: { orgId, id } }, newKey());
        return true as const;
      }, t('Failed to delete the view')),
    /** The address that opens with Entries on this device; null: the list. */
    first,
    setFirst: (address: string | null): void => {
      setFirst(address);
      keepFirstView(userId, orgId, address);
    },
  };
};
