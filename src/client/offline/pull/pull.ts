import type { ChangesPage, Collection } from '#shared/domain/changes.ts';
import { type Core, rowsChanged, notify, writeLightly } from '#client/offline/engine/core.ts';
import { handleEpoch } from '#client/offline/engine/epoch.ts';
import { isLackingOf, noteLacking, notePresent } from '#client/offline/view/lacking.ts';
import { linkCreated, type Made } from '#client/offline/outbox/match-created.ts';
import { readOrganizations } from '#client/offline/engine/memberships.ts';
import { getMeta, putMeta } from '#client/offline/storage/meta.ts';
import { resourceOf } from '#client/offline/storage/paths.ts';
import type { Answer, EngineEvent, Tx } from '#client/offline/engine/ports.ts';
import { putRows, removeRow } from '#client/offline/view/server-rows.ts';
import { propagateKnownIds } from '#client/offline/outbox/propagate-ids.ts';
import { RECORD_STORES } from '#client/offline/storage/record-stores.ts';
import type { LocalRow } from '#client/offline/storage/stores.ts';
import { isViewOf } from '#client/offline/view/apply-pending.ts';

const TIMEOUT_MS = 60_000;
const PAGE = 1000;
/** Entries that a device keeps for reading offline, newest first; older ones are fetched when they are asked for. */
export const KEPT_ENTRIES = 3000;
/** Rows per transaction: a cheap phone writes about ten per millisecond, and nobody waits behind more. */
const BATCH = 250;

/** `no-view`: the copy on this device is not, or is no longer, this user's. */
export type PullResult = 'up-to-date' | 'no-answer' | 'sign-in' | 'other-user' | 'stranger' | 'no-view';

const COLLECTIONS = RECORD_STORES.filter((store): store is Collection => store !== 'organizations');

interface Got {
  readonly json: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

/** A read whose answer counts only with the echo of its key; otherwise returns what went wrong. */
const get = async (core: Core, userId: number, path: string): Promise<Got | Exclude<PullResult, 'up-to-date'>> => {
  const key = core.random.uuid();
  const headers = { 'x-op-user': String(userId), 'idempotency-key': key };
  const answer: Answer = await core.net.send({ method: 'GET', path, headers, timeoutMs: TIMEOUT_MS });
  if (answer.kind === 'none' || !answer.isJson || answer.headers['idempotency-key'] !== key) {
    return 'no-answer';
  }
  if (answer.status === 401 || answer.status === 409) {
    return answer.status === 401 ? 'sign-in' : 'other-user';
  }
  if (answer.status === 403 || answer.status === 404) {
    return 'stranger';
  }
  return answer.status === 200 ? { json: answer.json, headers: answer.headers } : 'no-answer';
};

/** Older servers report neither who created what nor kinds that they do not know yet. */
type Page = Omit<ChangesPage, 'made' | 'upserts' | 'deletes'> &
  Partial<Pick<ChangesPage, 'made'>> & {
    readonly upserts: Partial<ChangesPage['upserts']>;
    readonly deletes: Partial<ChangesPage['deletes']>;
  };

/** Whether the copy is this user's and this app may fill it: a newer app that took it over knows more kinds of records. */
const isOurs = async (core: Core, tx: Tx, userId: number): Promise<boolean> =>
  core.storage.isOutdated?.() !== true && (await isViewOf(tx, userId));

/** Kinds that the server does not know yet. */
const missingIn = ({ upserts }: Page): Collection[] => COLLECTIONS.filter((store) => !(store in upserts));

const isPage = (json: unknown): json is Page =>
  typeof json === 'object' && json !== null && 'cursor' in json && typeof json.cursor === 'string' && 'upserts' in json;

/** Those of the rows that the user made here. */
const createdAmong = (made: Made | undefined, store: Collection, rows: readonly LocalRow[]): Made => {
  const own = made?.filter(({ collection }) => collection === store) ?? [];
  const here = new Set(own.length === 0 ? [] : rows.map(({ id }) => id));
  return own.filter(({ id }) => here.has(id));
};

/** Applies a page of changes and its cursor in one transaction, unless another tab has already moved on from the same cursor. */
const applyPage = async (core: Core, userId: number, orgId: number, from: string, page: Page): Promise<void> => {
  const events = await writeLightly(core, async (tx): Promise<EngineEvent[]> => {
    if ((await getMeta(tx, `cursor:${orgId}`)) !== from || !(await isOurs(core, tx, userId))) {
      return [];
    }
    const touched: EngineEvent[] = [];
    await putMeta(tx, `cursor:${orgId}`, page.cursor);
    await noteLacking(tx, orgId, missingIn(page));
    for (const row of page.upserts.organizations ?? []) {
      await putRows(tx, userId, 'organizations', orgId, [row as unknown as LocalRow]);
      touched.push(rowsChanged('organizations', orgId, [orgId]));
    }
    for (const store of COLLECTIONS) {
      const rows = (page.upserts[store] ?? []) as unknown as readonly LocalRow[];
      const gone = page.deletes[store] ?? [];
      touched.push(...(await linkCreated(tx, userId, store, createdAmong(page.made, store, rows))));
      await putRows(tx, userId, store, orgId, rows);
      for (const id of gone) {
        await removeRow(tx, userId, store, id);
      }
      if (rows.length + gone.length > 0) {
        touched.push(rowsChanged(store, orgId, [...rows.map(({ id }) => id), ...gone]));
      }
    }
    return touched;
  });
  notify(core, ...events, ...(events.length > 0 ? [{ kind: 'pulled', orgId } as const] : []));
  await propagateMapped(core, userId, events);
};

const propagateMapped = async (core: Core, userId: number, events: readonly EngineEvent[]): Promise<void> =>
  events.some(({ kind }) => kind === 'mapped') ? propagateKnownIds(core, userId) : undefined;

const nextPath = (link: string | undefined): string | null => {
  const next = /<([^>]*)>; rel="next"/.exec(link ?? '')?.[1];
  return next === undefined ? null : next.startsWith('/') ? next : next.replace(/^https?:\/\/[^/]*/, '');
};

const isRows = (json: unknown): json is LocalRow[] =>
  Array.isArray(json) && json.every((row) => typeof row === 'object' && row !== null && 'id' in row);

/** A refill of a copy: its token, and what the user created before it began. */
interface Fill {
  readonly token: string;
  readonly made: Made | undefined;
}

/** Fetches a list of the organization page by page into its store. Returns the ids that exist, or what went wrong. */
const fetchList = async (core: Core, userId: number, orgId: number, store: Collection, { token, made }: Fill) => {
  const ids = new Set<number>();
  const most = store === 'jobEntries' ? KEPT_ENTRIES : Infinity;
  let oldest: LocalRow | undefined;
  let path: string | null = `/api/organizations/${orgId}/${resourceOf(store)}?limit=${PAGE}`;
  while (path !== null && ids.size < most) {
    const got: Got | Exclude<PullResult, 'up-to-date'> = await get(core, userId, path);
    if (typeof got === 'string') {
      return got;
    }
    if (!isRows(got.json)) {
      return 'no-answer';
    }
    const rows = got.json;
    for (let at = 0; at < rows.length; at += BATCH) {
      const mapped = await writeLightly(core, async (tx): Promise<EngineEvent[]> => {
        // If a backup was restored since, ids from before it now mean something else.
        if (!(await isOurs(core, tx, userId)) || (await getMeta(tx, `filling:${orgId}`)) !== token) {
          return [];
        }
        const batch = rows.slice(at, at + BATCH);
        const events = await linkCreated(tx, userId, store, createdAmong(made, store, batch));
        await putRows(tx, userId, store, orgId, batch);
        return events;
      });
      notify(core, ...mapped);
      await propagateMapped(core, userId, mapped);
    }
    for (const row of rows) {
      ids.add(row.id);
      oldest = row;
    }
    notify(core, rowsChanged(store, orgId));
    path = nextPath(got.headers['link']);
  }
  return { ids, oldest: path === null ? null : (oldest ?? null) };
};

/**
 * Begins to refill the copy. Returns the rows that are here already, and a token that is removed again if the user signs out. Only those
 * rows may turn out to be gone: what arrives while lists are being fetched was just sent from here, and no list has to include it.
 */
const beginFill = (core: Core, userId: number, orgId: number, cursor: string) =>
  writeLightly(core, async (tx) => {
    if (!(await isOurs(core, tx, userId))) {
      return null;
    }
    // The token begins like the cursor, so that an answer older than this refill does not bring back what the lists do not have.
    const token = `${cursor} ${core.random.uuid()}`;
    await putMeta(tx, `filling:${orgId}`, token);
    const here = new Map<Collection, readonly number[]>();
    const ofOrganization = { index: 'organizationId', from: orgId, to: orgId } as const;
    // What this device wants to delete is hidden, and comes back if its user changes their mind.
    const serverCopies = await tx.list('shadows', ofOrganization);
    for (const store of COLLECTIONS) {
      const rows = await tx.list(store, ofOrganization);
      const shown = rows.filter(({ version }) => version > 0);
      here.set(store, [...new Set([...shown, ...serverCopies.filter((serverCopy) => serverCopy.store === store)].map(({ id }) => id))]);
    }
    return { token, here };
  });

/** Fetches everything again and continues from the cursor that the server sent first. */
const refill = async (core: Core, userId: number, orgId: number, page: Page): Promise<PullResult> => {
  const { cursor, made } = page;
  const missing = missingIn(page);
  const begun = await beginFill(core, userId, orgId, cursor);
  if (begun === null) {
    return 'no-view';
  }
  const lists = new Map<Collection, { ids: ReadonlySet<number>; oldest: LocalRow | null }>();
  for (const store of COLLECTIONS.filter((each) => !missing.includes(each))) {
    const result = await fetchList(core, userId, orgId, store, { token: begun.token, made });
    if (typeof result === 'string') {
      return result;
    }
    lists.set(store, result);
  }
  await writeLightly(core, async (tx) => {
    if (!(await isOurs(core, tx, userId)) || (await getMeta(tx, `filling:${orgId}`)) !== begun.token) {
      return;
    }
    for (const [store, { ids, oldest }] of lists) {
      for (const id of begun.here.get(store)?.filter((each) => !ids.has(each)) ?? []) {
        await removeRow(tx, userId, store, id);
      }
      if (store === 'jobEntries') {
        await putMeta(tx, `entries:${orgId}`, { oldest: oldest && { date: String(oldest['date']), id: oldest.id } });
      }
    }
    await tx.remove('meta', `filling:${orgId}`);
    await putMeta(tx, `cursor:${orgId}`, cursor);
    await notePresent(tx, orgId, missing);
  });
  notify(core, ...COLLECTIONS.map((store) => rowsChanged(store, orgId)), { kind: 'pulled', orgId });
  return 'up-to-date';
};

const pullLocked = async (core: Core, userId: number, orgId: number): Promise<PullResult> => {
  for (let isFromStart = false; ;) {
    const [cursor, viewOf, lacks] = await core.storage.read(['meta'], (tx) =>
      Promise.all([getMeta(tx, `cursor:${orgId}`), getMeta(tx, 'viewOf'), getMeta(tx, `lacks:${orgId}`)]),
    );
    if (viewOf !== userId) {
      return 'no-view';
    }
    const query = cursor === undefined || isFromStart ? '' : `?cursor=${encodeURIComponent(cursor)}`;
    const got = await get(core, userId, `/api/organizations/${orgId}/changes${query}`);
    if (got === 'stranger') {
      // A user who belongs to no organization any more hears of a restore here, or never: what it lost has to come back with its reason.
      const list = await readOrganizations(core, userId);
      await handleEpoch(core, userId, list?.epoch);
    }
    if (typeof got === 'string') {
      return got;
    }
    if (await handleEpoch(core, userId, got.headers['x-server-epoch'])) {
      continue;
    }
    if (!isPage(got.json)) {
      return 'no-answer';
    }
    const page = got.json;
    isFromStart = !page.reset && isLackingOf(lacks, page.upserts);
    if (isFromStart) {
      continue;
    }
    if (page.reset) {
      await readOrganizations(core, userId);
      const filled = await refill(core, userId, orgId, page);
      if (filled !== 'up-to-date') {
        return filled;
      }
      continue;
    }
    await applyPage(core, userId, orgId, cursor ?? '', page);
    if (!page.more) {
      return 'up-to-date';
    }
  }
};

/**
 * Brings this device's copy of an organization up to date. One tab at a time, since a list that another tab is still fetching could bring
 * back what has been deleted since. Rejects only if storage does.
 */
export const pull = (core: Core, userId: number, orgId: number): Promise<PullResult> =>
  core.locks.run(`headland-pull:${orgId}`, () => pullLocked(core, userId, orgId));
