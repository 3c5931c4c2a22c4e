import { useEffect, useMemo, useState } from 'react';
import type { CallOf, Endpoint, ResponseOf } from '#shared/endpoint.ts';
import { KEPT_COLLECTIONS } from '#shared/kinds/spellings.ts';
import type { Route } from '#shared/route.ts';
import { routes } from '#shared/routes.ts';
import { refusedWrite } from '#client/api/api-error.ts';
import { theEngine } from '#client/data/engine-context.tsx';
import { KEPT_ROUTES } from '#client/data/kept-routes.ts';
import { writeSurely } from '#client/data/regain-storage.ts';
import { afterPaint } from '#client/lib/after-paint.ts';
import { askForPersistence } from '#client/lib/persistence.ts';
import { t } from '#client/lib/texts.ts';
import {
  awaitOutcome,
  discardChanges,
  editChange,
  hasNetwork,
  type LastError,
  type LocalRow,
  type NewFile,
  type Operation,
  type Outcome,
  recordOfChange,
  type RecordStore,
  type SyncItem,
  type WriteIntent,
} from '#client/offline/public.ts';

/** How long a screen waits for its change to reach the server before it reports it as saved on this device. */
const WAIT_MS = 10_000;

/** A change that waits on this device for the network: marked as such by `offline` of its endpoint. */
type Waiting = Endpoint & { readonly offline: 'queue' | 'either' };

interface Change {
  readonly store: RecordStore;
  readonly operation: Operation;
}

/** Which change of which store each call is. */
const CHANGES: ReadonlyMap<Route, Change> = new Map<Route, Change>([
  [routes.organizations.update, { store: 'organizations', operation: 'update' }],
  ...KEPT_COLLECTIONS.flatMap((store) =>
    (['create', 'update', 'remove'] as const).map((operation) => [KEPT_ROUTES[store][operation], { store, operation }] as const),
  ),
  [routes.jobEntries.createAtCustomer, { store: 'jobEntries', operation: 'create' }],
]);

/** A change that is kept on this device, and how far it has come. */
export interface Saved<T> {
  /** The record as the server answered it, or as this device shows it until then; undefined after a deletion. */
  readonly record: T;
  readonly state: 'sent' | 'waiting' | 'attention';
  readonly operation: Operation;
  /** The change itself; null if there was nothing to send, or what it undid had not been sent either. */
  readonly itemId: string | null;
}

type Parts<E extends Endpoint> = CallOf<E> & Pick<WriteIntent, 'files' | 'draft' | 'seen'>;

export const intentOf = (orgId: number, route: Route, parts: object): WriteIntent => {
  const write = CHANGES.get(route);
  if (!write) {
    throw new Error(`${route.method} ${route.path} is no change that a screen can make.`);
  }
  const {
    params = {},
    body,
    files,
    draft,
    seen,
  } = parts as {
    params?: { id?: number; orgId?: number };
    body?: Readonly<Record<string, unknown>>;
    files?: readonly NewFile[];
    draft?: readonly string[];
    seen?: LocalRow;
  };
  const isEntry = write.store === 'jobEntries' && write.operation === 'create';
  const id = write.store === 'organizations' ? params.orgId : params.id;
  return {
    ...write,
    orgId,
    ...(isEntry && params.id !== undefined ? { jobId: params.id } : {}),
    ...(write.operation !== 'create' && id !== undefined ? { id } : {}),
    ...(body ? { data: body } : {}),
    ...(files ? { files } : {}),
    ...(draft === undefined ? {} : { draft }),
    ...(seen ? { seen } : {}),
  };
};

/** A refusal that a form shows and lets the user correct: the same change, sent again. */
interface Held {
  readonly itemId: string;
  readonly about: string;
  /** Whether it is all of that item. A change of what waits to be made is part of its making, which its user was told is kept. */
  readonly isWhole: boolean;
}

const aboutOf = ({ store, operation, id }: WriteIntent): string => `${operation} ${store} ${id ?? ''}`;

/** What the server said if it definitely refused the change while the user is still looking at the form. */
export const refusalOf = ({ reason, attempt, lastError }: SyncItem): LastError | null =>
  reason !== 'conflict' && reason !== 'server-bug' && attempt === 1 ? lastError : null;

/** How far a kept change comes while its screen waits for it. */
export const outcomeWithin = async (itemId: string, waitMs: number): Promise<Outcome> => {
  const engine = theEngine();
  const { connection, isHalted } = engine.current();
  return hasNetwork(engine) && connection === 'online' && !isHalted ? awaitOutcome(engine, itemId, waitMs) : { kind: 'waiting' };
};

const keep = async (intent: WriteIntent, held: Held | null): Promise<{ itemId: string | null; record: unknown }> => {
  const engine = theEngine();
  if (held?.about === aboutOf(intent) && (await editChange(engine, held.itemId, intent.data ?? {}, intent))) {
    return { itemId: held.itemId, record: undefined };
  }
  if (held?.isWhole) {
    await discardChanges(engine, [held.itemId]);
  }
  const { itemId, row } = await writeSurely(intent);
  return { itemId, record: row ?? undefined };
};

/** What `useWriter` gives a screen, without the screen: `leave` when it goes. */
export const writerOf = <E extends Waiting>(orgId: number, route: Route<E>, hasForm: boolean) => {
  let held: Held | null = null;
  const write = async (parts: Parts<E>): Promise<Saved<ResponseOf<E>>> => {
    const intent = intentOf(orgId, route, parts);
    const { operation } = intent;
    const before = held;
    held = null;
    const { itemId, record } = await keep(intent, before).catch((error: unknown) => {
      // It is still the one to correct: another of its kind beside it could be sent as well.
      held = before;
      throw error;
    });
    const here = record as ResponseOf<E>;
    if (itemId === null) {
      return { record: here, state: 'sent', operation, itemId };
    }
    const outcome = await outcomeWithin(itemId, WAIT_MS);
    if (outcome.kind === 'attention') {
      const { item } = outcome;
      const refusal = refusalOf(item);
      const isWhole = item.operation === operation;
      if (refusal && hasForm && operation !== 'remove') {
        held = { itemId, about: aboutOf(intent), isWhole };
        throw refusedWrite(refusal);
      }
      const isChangedElsewhere = operation === 'remove' && item.reason === 'conflict';
      if ((refusal && isWhole) || isChangedElsewhere) {
        // After a deletion the user is still looking at the record: it reappears as it is now, and they can try again.
        await discardChanges(theEngine(), [itemId]);
        throw refusal ? refusedWrite(refusal) : new Error(t('Someone else has changed it in the meantime. Look at it again first.'));
      }
    }
    if (outcome.kind === 'waiting') {
      // After the screen has said so: each save asks the browser twice.
      afterPaint(() => void askForPersistence());
      return { record: here ?? (await savedRecord(intent.store, itemId, here)), state: 'waiting', operation, itemId };
    }
    const isSent = outcome.kind === 'sent' || outcome.kind === 'gone';
    const state = isSent ? 'sent' : 'attention';
    return { record: await savedRecord(intent.store, itemId, here), state, operation, itemId };
  };
  // Leaving the form after a refusal discards the change; closing the page does not: then it waits on the Sync screen.
  const leave = () => held?.isWhole && discardChanges(theEngine(), [held.itemId]);
  return { write, leave };
};

/**
 * The one way in which screens write (specification 2.1, 2.13). The change is kept on this device first; then its screen waits a moment for
 * the server. Throws an `ApiError` if the server refuses in that time: correct it and write again, which sends the same change. The screen
 * is not redrawn while it writes, and must prevent double submission itself. Without a form (`hasForm`), and for a deletion, there is
 * nothing to correct: a refused change is discarded at once. What its user was told before that is kept is never discarded with it: if the
 * server refuses a record together with a change of it that went into its making, both stay on the Sync screen.
 */
export const useWriter = <E extends Waiting>(orgId: number, route: Route<E>, hasForm = true) => {
  const writer = useMemo(() => writerOf(orgId, route, hasForm), [orgId, route, hasForm]);
  useEffect(() => () => void writer.leave(), [writer]);
  return writer.write;
};

/** `useWriter` with the state that a form shows. */
export const useWrite = <E extends Waiting>(orgId: number, route: Route<E>) => {
  const writeNow = useWriter(orgId, route);
  const [isPending, setPending] = useState(false);
  const write = async (parts: Parts<E>): Promise<Saved<ResponseOf<E>>> => {
    setPending(true);
    try {
      return await writeNow(parts);
    } finally {
      setPending(false);
    }
  };
  return { write, isPending };
};

/** The record of a change as it is on this device now. */
const savedRecord = async <T>(store: RecordStore, itemId: string, before: T): Promise<T> => {
  const row = await recordOfChange(theEngine(), store, itemId);
  return (row as T | undefined) ?? before;
};
