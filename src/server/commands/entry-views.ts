import { can } from '#shared/access/capabilities.ts';
import { type EntryView, MOST_VIEWS } from '#shared/domain/entry-view.ts';
import { refusal } from '#shared/lib/errors.ts';
import type { Context } from '#server/context.ts';
import {
  countEntryViews,
  deleteEntryView,
  findEntryView,
  insertEntryView,
  lockEntryView,
  updateEntryView,
} from '#server/data/entry-views.ts';
import { lockQuota } from '#server/data/quotas.ts';

type Values = Pick<EntryView, 'name' | 'isShared' | 'query'>;

const requireRoom = async (ctx: Context, isShared: boolean): Promise<void> => {
  await lockQuota(ctx.db, ctx.orgId);
  if ((await countEntryViews(ctx, isShared)) >= MOST_VIEWS) {
    throw refusal('conflict', isShared ? 'sharedViewsFull' : 'ownViewsFull', { count: MOST_VIEWS });
  }
};

const requireSharer = ({ level }: Context): void => {
  if (!can(level, 'jobEntries:check')) {
    throw refusal('forbidden', 'viewSharingNotAllowed');
  }
};

/** The view, locked, if the caller may change it: their own, and shared ones of others as far as they may check entries. */
const lockChangeable = async (ctx: Context, id: number) => {
  const view = await lockEntryView(ctx, id);
  if (view.createdBy !== ctx.user.id && !can(ctx.level, 'jobEntries:check')) {
    throw refusal('forbidden', 'viewOfOther');
  }
  return view;
};

export const saveEntryView = async (ctx: Context, values: Values): Promise<EntryView> => {
  if (values.isShared) {
    requireSharer(ctx);
  }
  await requireRoom(ctx, values.isShared);
  return insertEntryView(ctx, values);
};

/**
 * Only who made a view can take it back for themselves: it would vanish from everybody else's list, that of the caller included. A change of
 * nothing writes nothing.
 */
export const changeEntryView = async (
  ctx: Context,
  id: number,
  patch: { readonly [K in keyof Values]?: Values[K] | undefined },
): Promise<EntryView> => {
  const before = await lockChangeable(ctx, id);
  const { name = before.name, isShared = before.isShared, query = before.query } = patch;
  if (isShared !== before.isShared) {
    if (isShared) {
      requireSharer(ctx);
    } else if (before.createdBy !== ctx.user.id) {
      throw refusal('forbidden', 'viewStaysShared');
    }
    await requireRoom(ctx, isShared);
  }
  const isSame = name === before.name && isShared === before.isShared && query === before.query;
  return isSame ? findEntryView(ctx, id) : updateEntryView(ctx, id, { name, isShared, query });
};

export const removeEntryView = async (ctx: Context, id: number): Promise<void> => {
  await lockChangeable(ctx, id);
  await deleteEntryView(ctx, id);
};
