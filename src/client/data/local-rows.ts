import { t } from '#client/lib/texts.ts';
import { compareNames } from '#client/lib/compare-names.ts';
import type { Customer } from '#shared/domain/customer.ts';
import type { CustomDataField } from '#shared/domain/custom-data-field.ts';
import type { Employee } from '#shared/domain/employee.ts';
import type { Equipment } from '#shared/domain/equipment.ts';
import type { Implement } from '#shared/domain/implement.ts';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import type { Job } from '#shared/domain/job.ts';
import type { Organization } from '#shared/domain/organization.ts';
import type { ServiceType } from '#shared/domain/service-type.ts';
import { ApiError } from '#client/api/api-error.ts';
import { theEngine } from '#client/data/engine-context.tsx';
import { isTempId } from '#client/offline/item.ts';
import { itemsAbout } from '#client/offline/marks.ts';
import { getMeta } from '#client/offline/meta.ts';
import { canonicalId } from '#client/offline/refs.ts';
import { keepRows } from '#client/offline/server-rows.ts';
import type { RecordStore } from '#client/offline/record-stores.ts';
import type { LocalRow } from '#client/offline/stores.ts';

/** What the local stores hold, by their names. */
export interface Records {
  readonly organizations: Organization;
  readonly customers: Customer;
  readonly employees: Employee;
  readonly serviceTypes: ServiceType;
  readonly customDataFields: CustomDataField;
  readonly equipment: Equipment;
  readonly implements: Implement;
  readonly jobs: Job;
  readonly jobEntries: JobEntry;
}

/** A record as this device holds it; `sync` while its own changes wait. */
export type Local<T> = T & Pick<LocalRow, 'sync'>;

// Rows come from answers that the contract describes; the stores know them only as rows.
export const asRecords = <S extends RecordStore>(rows: readonly LocalRow[]): Local<Records[S]>[] => rows as unknown as Local<Records[S]>[];
const asRows = (records: unknown): LocalRow[] => records as LocalRow[];

/** Whether the organization's records are on this device. */
export const isFilled = async (orgId: number): Promise<boolean> =>
  (await theEngine().core.storage.read(['meta'], (tx) => getMeta(tx, `cursor:${orgId}`))) !== undefined;

export const readAll = async <S extends RecordStore>(store: S, orgId: number): Promise<Local<Records[S]>[]> =>
  asRecords<S>(await theEngine().core.storage.read([store], (tx) => tx.list(store, { index: 'organizationId', from: orgId, to: orgId })));

/** The record with this id, or with the real id of this temporary one; undefined if it is not on this device. */
export const readOne = async <S extends RecordStore>(store: S, id: number): Promise<Local<Records[S]> | undefined> => {
  const row = await theEngine().core.storage.read([store, 'idMap'], async (tx) => {
    const found = await tx.get(store, id);
    const real = found || !isTempId(id) ? undefined : await tx.get('idMap', id);
    return found ?? (real && tx.get(store, real.id));
  });
  return row && asRecords<S>([row])[0];
};

/** Keeps what the server answered on this device, under its waiting changes. */
export const keep = async (store: RecordStore, orgId: number, records: unknown): Promise<void> => {
  const { core } = theEngine();
  const userId = core.session.userId();
  if (userId !== null) {
    await keepRows(core, userId, store, orgId, asRows(records));
  }
};

/** Whether no answer came: then what is on this device has to do. */
export const isUnreachable = (error: unknown): boolean => error instanceof TypeError || (error instanceof ApiError && error.status >= 500);

/** Why there is nothing to show where no answer came: a device that never loaded the organization has to be online once. */
export const whyNothing = (error: unknown): unknown =>
  error instanceof TypeError
    ? new Error(t('This device has not loaded your company’s data yet. It needs a connection once; then it works without one.'))
    : error;

/** How long an answer counts that was kept before the organization's first filling, which brings all of it anew. */
const ANSWER_COUNTS_MS = 60_000;
const answers = new Map<string, { readonly at: number; readonly kept: Promise<void> }>();

/**
 * Asks the server for something and keeps it, once: screens read again with each part of the filling that arrives, and would ask for the
 * same each time. What failed is asked again.
 */
export const keepOnce = (store: RecordStore, orgId: number, what: string, fetch: () => Promise<unknown>): Promise<void> => {
  const name = `${theEngine().core.session.userId()} ${orgId} ${what}`;
  const known = answers.get(name);
  if (known && performance.now() - known.at < ANSWER_COUNTS_MS) {
    return known.kept;
  }
  const kept = fetch().then((records) => keep(store, orgId, records));
  answers.set(name, { at: performance.now(), kept });
  kept.catch(() => answers.delete(name));
  return kept;
};

/**
 * A list of the organization from this device; before its first filling from the server, so that nobody waits for all of it. What waits
 * to be sent shows either way.
 */
export const readList = async <S extends RecordStore>(
  store: S,
  orgId: number,
  fetch: () => Promise<unknown>,
): Promise<Local<Records[S]>[]> => {
  if (!(await isFilled(orgId))) {
    try {
      await keepOnce(store, orgId, store, fetch);
    } catch (error) {
      const here = await readAll(store, orgId);
      if (!isUnreachable(error) || here.length === 0) {
        throw whyNothing(error);
      }
      return here;
    }
  }
  return readAll(store, orgId);
};

/** Whether the user has deleted the record on this device, and the server may not know it yet. */
const isRemovedHere = async (store: RecordStore, id: number): Promise<boolean> => {
  const { session, storage } = theEngine().core;
  const userId = session.userId();
  return (
    userId !== null &&
    storage.read(['syncQueue', 'idMap'], async (tx) =>
      (await itemsAbout(tx, userId, store, await canonicalId(tx, store, id))).some(({ operation }) => operation === 'remove'),
    )
  );
};

/** One record from this device, else from the server, which may say that there is none. An id that is no number is nobody's. */
export const readRecord = async <S extends RecordStore>(store: S, orgId: number, id: number, fetch: () => Promise<unknown>) => {
  const here = Number.isSafeInteger(id) ? await readOne(store, id) : undefined;
  if (here) {
    return here;
  }
  if (!Number.isSafeInteger(id) || isTempId(id) || (await isRemovedHere(store, id))) {
    throw new ApiError(404, 'Not Found', '');
  }
  await keep(store, orgId, [await fetch()]);
  const kept = await readOne(store, id);
  if (!kept) {
    throw new ApiError(404, 'Not Found', '');
  }
  return kept;
};

/** By name, as people of the page's language look for it. */
export const byName =
  <T extends { readonly id: number }>(nameOf: (record: T) => string) =>
  (left: T, right: T): number =>
    compareNames(nameOf(left), nameOf(right)) || left.id - right.id;
