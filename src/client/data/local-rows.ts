import { t } from '#client/lib/texts.ts';
import { compareNames } from '#client/lib/compare-names.ts';
import type * as z from 'zod/mini';
import type { Contract } from '#shared/routes.ts';
import { ApiError } from '#client/api/api-error.ts';
import { theEngine } from '#client/data/engine-context.tsx';
import {
  isFilled as isFilledHere,
  keepRecords,
  listRecords,
  type LocalRow,
  type RecordStore,
  signedInUser,
} from '#client/offline/public.ts';

/** The records of the local stores, by store name. */
export type Records = { readonly [C in RecordStore]: z.output<Contract[C]['get']['response']> };

/** A record as this device holds it; has `sync` while its own changes wait. */
export type Local<T> = T & Pick<LocalRow, 'sync'>;

// Rows come from answers that the contract describes; the stores are untyped.
export const asRecords = <S extends RecordStore>(rows: readonly LocalRow[]): Local<Records[S]>[] => rows as unknown as Local<Records[S]>[];
const asRows = (records: unknown): LocalRow[] => records as LocalRow[];

/** Whether the organization's records are on this device. */
export const isFilled = (orgId: number): Promise<boolean> => isFilledHere(theEngine(), orgId);

export const readAll = async <S extends RecordStore>(store: S, orgId: number): Promise<Local<Records[S]>[]> =>
  asRecords<S>(await listRecords(theEngine(), store, orgId));

/** Keeps the server's answer on this device, underneath its waiting changes. */
export const keep = (store: RecordStore, orgId: number, records: unknown): Promise<void> =>
  keepRecords(theEngine(), store, orgId, asRows(records));

/** Whether the server could not be reached: then what is on this device has to do. */
export const isUnreachable = (error: unknown): boolean => error instanceof TypeError || (error instanceof ApiError && error.status >= 500);

/**
 * The reason for having nothing to show when the server is unreachable: a device that never loaded the organization has to be online once.
 */
export const whyNothing = (error: unknown): unknown =>
  error instanceof TypeError
    ? new Error(t('This device hasn’t loaded your company’s data yet. Connect once; after that it works offline.'))
    : error;

/** How long an answer counts that was kept before the organization's initial load, which fetches everything again. */
const ANSWER_COUNTS_MS = 60_000;
const answers = new Map<string, { readonly at: number; readonly kept: Promise<void> }>();

/**
 * Asks the server for something and keeps it, once: screens are refreshed with each part of the initial load, and would otherwise request
 * the same each time. Failures are retried.
 */
export const keepOnce = (store: RecordStore, orgId: number, what: string, fetch: () => Promise<unknown>): Promise<void> => {
  const name = `${signedInUser(theEngine())} ${orgId} ${what}`;
  const known = answers.get(name);
  if (known && performance.now() - known.at < ANSWER_COUNTS_MS) {
    return known.kept;
  }
  const kept = fetch().then((records) => keep(store, orgId, records));
  answers.set(name, { at: performance.now(), kept });
  kept.catch(() => answers.delete(name));
  return kept;
};

/** Sorts by name, in the collation of the page's language. */
export const byName =
  <T extends { readonly id: number }>(nameOf: (record: T) => string) =>
  (left: T, right: T): number =>
    compareNames(nameOf(left), nameOf(right)) || left.id - right.id;
