import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { contract } from '#shared/contract.ts';
import type { CallOf, Endpoint, ResponseOf } from '#shared/endpoint.ts';
import { refusedWrite } from '#client/api/api-error.ts';
import { theEngine } from '#client/data/engine-context.tsx';
import { writeSurely } from '#client/data/regain-storage.ts';
import { askForPersistence } from '#client/lib/persistence.ts';
import { t } from '#client/lib/texts.ts';
import type { Operation, SyncItem } from '#client/offline/item.ts';
import type { RecordStore } from '#client/offline/record-stores.ts';
import type { LocalRow } from '#client/offline/stores.ts';
import type { NewFile } from '#client/offline/queue.ts';
import type { WriteIntent } from '#client/offline/write.ts';

/** How long a screen waits for its change to reach the server before it says that it is saved on this device. */
const WAIT_MS = 10_000;

/** Which change of which store a call is. What is not here, no screen can write: the engine is the only way to the server. */
const WRITES: ReadonlyMap<Endpoint, { readonly store: RecordStore; readonly operation: Operation }> = new Map<
  Endpoint,
  { readonly store: RecordStore; readonly operation: Operation }
>([
  [contract.organizations.update, { store: 'organizations', operation: 'update' }],
  ...(['customers', 'employees', 'serviceTypes', 'customDataFields', 'equipment', 'implements', 'jobs', 'jobEntries'] as const).flatMap(
    (store) => [
      [contract[store].create, { store, operation: 'create' }] as const,
      [contract[store].update, { store, operation: 'update' }] as const,
      [contract[store].remove, { store, operation: 'remove' }] as const,
    ],
  ),
  [contract.jobEntries.createAtCustomer, { store: 'jobEntries', operation: 'create' }],
]);

/** A change that is kept on this device, and how far it has come. */
export interface Saved<T> {
  /** The record as the server answered it, or as this device shows it meanwhile; undefined after a deletion. */
  readonly record: T;
  readonly state: 'sent' | 'waiting' | 'attention';
  readonly operation: Operation;
}

type Parts<E extends Endpoint> = CallOf<E> & Pick<WriteIntent, 'files' | 'draft' | 'seen'>;

const intentOf = (orgId: number, endpoint: Endpoint, parts: object): WriteIntent => {
  const write = WRITES.get(endpoint);
  if (!write) {
    throw new Error(`${endpoint.method} ${endpoint.path} is no change that a screen can make.`);
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
}

const aboutOf = ({ store, operation, id }: WriteIntent): string => `${operation} ${store} ${id ?? ''}`;

/** Whether the server said no for certain, while the user still looks at the form. */
const isPlainRefusal = ({ reason, attempt }: SyncItem): boolean => reason !== 'conflict' && reason !== 'server-bug' && attempt === 1;

const keep = async (intent: WriteIntent, held: Held | null): Promise<{ itemId: string | null; record: unknown }> => {
  const engine = theEngine();
  if (held?.about === aboutOf(intent) && (await engine.edit(held.itemId, intent.data ?? {}, intent))) {
    return { itemId: held.itemId, record: undefined };
  }
  if (held) {
    await engine.discard([held.itemId]);
  }
  const { itemId, row } = await writeSurely(intent);
  return { itemId, record: row ?? undefined };
};

/**
 * The one way in which screens write (decisions §6). The change is kept on this device first; then its screen waits a moment for the
 * server. Throws an `ApiError` if the server says no meanwhile: correct it and write again, which sends the same change. The screen is not
 * drawn anew while it writes, and has to see to it that nobody writes twice. Without a form (`hasForm`), and for a deletion, there is nothing
 * to correct: what the server refuses is given up at once.
 */
export const useWriter = <E extends Endpoint>(orgId: number, endpoint: E, hasForm = true) => {
  const held = useRef<Held | null>(null);
  useEffect(
    () => () => {
      // Whoever leaves the form after a refusal gives the change up; closing the page does not: then it waits on the Sync screen.
      if (held.current) {
        void theEngine().discard([held.current.itemId]);
      }
    },
    [],
  );
  return useCallback(
    async (parts: Parts<E>): Promise<Saved<ResponseOf<E>>> => {
      const engine = theEngine();
      const intent = intentOf(orgId, endpoint, parts);
      const { operation } = intent;
      const before = held.current;
      held.current = null;
      const { itemId, record } = await keep(intent, before);
      const here = record as ResponseOf<E>;
      if (itemId === null) {
        return { record: here, state: 'sent', operation };
      }
      const { connection, isHalted } = engine.current();
      const isReachable = engine.core.isOnline() && connection === 'online' && !isHalted;
      const outcome = isReachable ? await engine.outcomeOf(itemId, WAIT_MS) : { kind: 'waiting' as const };
      if (outcome.kind === 'attention' && isPlainRefusal(outcome.item) && outcome.item.lastError) {
        if (hasForm && operation !== 'remove') {
          held.current = { itemId, about: aboutOf(intent) };
        } else {
          await engine.discard([itemId]);
        }
        throw refusedWrite(outcome.item.lastError);
      }
      if (outcome.kind === 'attention' && operation === 'remove' && outcome.item.reason === 'conflict') {
        // Whoever asked still looks at it: it comes back as it is now, and they can ask again.
        await engine.discard([itemId]);
        throw new Error(t('Somebody else has changed it meanwhile. Look at it once more first.'));
      }
      if (outcome.kind === 'waiting') {
        void askForPersistence();
        return { record: here ?? (await savedRecord(intent.store, itemId, here)), state: 'waiting', operation };
      }
      const isSent = outcome.kind === 'sent' || outcome.kind === 'gone';
      const state = isSent ? 'sent' : 'attention';
      return { record: await savedRecord(intent.store, itemId, here), state, operation };
    },
    [orgId, endpoint, hasForm],
  );
};

/** `useWriter` with what a form shows of it. */
export const useWrite = <E extends Endpoint>(orgId: number, endpoint: E) =>
  useMutation<Saved<ResponseOf<E>>, Error, Parts<E>>({ mutationFn: useWriter(orgId, endpoint) });

/** The record of a change as it is on this device now. */
const savedRecord = async <T>(store: RecordStore, itemId: string, before: T): Promise<T> => {
  const { storage } = theEngine().core;
  const row = await storage.read([store, 'syncQueue', 'sent', 'idMap'], async (tx) => {
    const target = (await tx.get('syncQueue', itemId))?.target ?? (await tx.get('sent', itemId))?.item.target;
    const known = target === undefined ? undefined : ((await tx.get('idMap', target))?.id ?? target);
    return known === undefined ? undefined : tx.get(store, known);
  });
  return (row as T | undefined) ?? before;
};
