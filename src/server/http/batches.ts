import type { FastifyReply, FastifyRequest } from 'fastify';
import findMyWay, { type HTTPMethod } from 'find-my-way';
import type { BatchedAnswer, BatchedWrite } from '#shared/domain/batch.ts';
import { keysNamedIn, withMadeIds } from '#shared/domain/made-by.ts';
import { addressesOf, isKeyed } from '#shared/endpoint.ts';
import { type Entity, labelOf } from '#shared/kinds/registry.ts';
import { tableOf } from '#shared/kinds/spellings.ts';
import { AppError, refusal } from '#shared/lib/errors.ts';
import { counters } from '#server/counters.ts';
import { oneOf } from '#server/data/json-list.ts';
import { claimKeys, type EarlierOutcome } from '#server/data/sync-ops.ts';
import { isDatabaseBusy, isDatabaseLost, isWorthAnotherTry } from '#server/db/connection-errors.ts';
import type { Database, Step } from '#server/db/database.ts';
import { doStep, sideBySide } from '#server/db/gather.ts';
import { commitJournals } from '#server/db/journal.ts';
import { databaseIn } from '#server/http/epoch-header.ts';
import { type Operation, takesRoom } from '#server/http/operations.ts';
import { perform, type Performed } from '#server/http/perform-write.ts';
import { type Explain, problemOf } from '#server/http/problems.ts';
import { parseParams } from '#server/http/request-parts.ts';
import { type ContextDeps, countWrite, requireAllowed, type Resolved } from '#server/http/resolve-context.ts';
import { type AllowedWrite, writeOf } from '#server/http/writes.ts';

/** Of what follows on a write that the database was too busy for, or after this time, nothing is done: it is sent again. */
const WITHIN_MS = 20_000;

/** Calls that may be done at the same time, because nothing depends on the order in which they are: new entries. */
const SIDE_BY_SIDE: ReadonlySet<string> = new Set(['jobEntries.create']);

export interface BatchDeps extends ContextDeps {
  readonly explain: Explain;
  readonly requireDiskSpace: ((bytes: number) => Promise<void>) | undefined;
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

type Member = Extract<Resolved, { readonly orgId: number }>;

interface Done {
  readonly key: string;
  readonly performed: Performed;
  readonly status: number;
}
interface Refused {
  readonly key: string;
  readonly error: unknown;
}
type Judged = Done | Refused;

const targets = new Map<Entity, Step<{ readonly db: Database; readonly orgId: number }, number, boolean>>();

/** Whether the organization has, or had, a record with the id. */
const targetOf = (entity: Entity) => {
  const known = targets.get(entity);
  if (known) {
    return known;
  }
  const step: Step<{ readonly db: Database; readonly orgId: number }, number, boolean> = {
    isRead: true,
    run: async ({ db, orgId }, ids) => {
      const found = await db.query<{ id: number }>({
        name: `find-targets-${entity}`,
        text: `select id from ${tableOf(entity)} where ${oneOf('$2::int[]')}`,
        values: [orgId, [...new Set(ids)]],
      });
      const existing = new Set(found.map(({ id }) => id));
      return ids.map((id) => existing.has(id));
    },
  };
  targets.set(entity, step);
  return step;
};

type Router = ReturnType<typeof findMyWay>;

const routerOf = (
  all: readonly Operation[],
): { find: (method: string, path: string) => { operation: Operation; params: unknown } | null } => {
  const router: Router = findMyWay({ maxParamLength: 300 });
  for (const operation of all) {
    const { endpoint } = operation;
    if (isKeyed(endpoint) && (endpoint.scope === 'organization' || endpoint.scope === 'record')) {
      for (const address of addressesOf(endpoint)) {
        router.on(endpoint.method, address, () => undefined, operation);
      }
    }
  }
  return {
    find: (method, path) => {
      const found = router.find(method as HTTPMethod, path);
      return found && { operation: found.store as Operation, params: found.params };
    },
  };
};

/** Consecutive writes that may be done side by side, and every other one by itself. */
const runsOf = (writes: readonly BatchedWrite[], isFree: (write: BatchedWrite) => boolean): BatchedWrite[][] => {
  const runs: BatchedWrite[][] = [];
  let wasFree = false;
  for (const write of writes) {
    const isNowFree = isFree(write);
    const last = runs.at(-1);
    if (last && wasFree && isNowFree) {
      last.push(write);
    } else {
      runs.push([write]);
    }
    wasFree = isNowFree;
  }
  return runs;
};

/** What ends the whole batch: it is tried again as a whole, here or by its sender. */
const endsAll = (error: unknown): boolean => isDatabaseLost(error) || isWorthAnotherTry(error);

/** The answer to one of them, as JSON; `seq` is the number of the organization's last change when it took effect. */
const answerOf = (judged: Judged, seq: number | null, explain: (error: unknown) => AppError): string => {
  const head = (rest: Omit<BatchedAnswer, 'key' | 'body'>): string => JSON.stringify({ key: judged.key, ...rest }).slice(0, -1);
  if ('performed' in judged) {
    const { body, isReplayed } = judged.performed.answer;
    return `${head({ status: judged.status, seq, isReplayed, retryAfterSeconds: null })},"body":${body ?? 'null'}}`;
  }
  const error = explain(judged.error);
  counters.add('refused_writes', error.code);
  const problem = problemOf(error);
  const { status } = problem;
  return `${head({ status, seq: null, isReplayed: false, retryAfterSeconds: error.retryAfterSeconds ?? null })},"body":${JSON.stringify(problem)}}`;
};

/** Does the writes of batches (specification 9.10, decision 0055). Returns the answers to one as JSON. */
export const createBatches = (deps: BatchDeps, all: readonly Operation[]) => {
  const router = routerOf(all);
  const isFree = ({ method, path }: BatchedWrite): boolean => SIDE_BY_SIDE.has(router.find(method, path)?.operation.id ?? '');

  return async (writes: readonly BatchedWrite[], resolved: Resolved, exchange: Exchange): Promise<string> => {
    if (!('orgId' in resolved)) {
      throw new Error('A batch outside of any organization.');
    }
    const member: Member = resolved;
    const { orgId, user, apiKey } = member;
    const owner = { organizationId: orgId, userId: user.id };
    const deadline = Date.now() + WITHIN_MS;

    /** The write with real ids, if its call exists and the caller may make it. */
    const allow = async (db: Database, given: BatchedWrite, made: ReadonlyMap<string, number>): Promise<AllowedWrite> => {
      const idOf = (key: string): number => {
        const id = made.get(key);
        if (id === undefined) {
          throw refusal('depends_on_other', 'madeByUnknown');
        }
        return id;
      };
      const { key, method, path, version = null, body = null } = withMadeIds(given, idOf);
      const found = router.find(method, path);
      if (!found) {
        throw refusal('malformed', 'notInBatch');
      }
      const { operation } = found;
      const { endpoint } = operation;
      const params = parseParams(found.params);
      const isElsewhere = params['orgId'] !== undefined && params['orgId'] !== orgId;
      const exists = endpoint.scope !== 'record' || (await doStep(targetOf(endpoint.entity), { db, orgId }, Number(params['id'])));
      if (isElsewhere || !exists) {
        throw refusal('not_found', 'notFound', { what: { term: endpoint.scope === 'record' ? labelOf(endpoint.entity) : 'Organization' } });
      }
      requireAllowed(endpoint, member);
      if (key !== writes[0]?.key) {
        // The first was counted as the call.
        countWrite(deps.tally, endpoint, member);
      }
      if (takesRoom(operation)) {
        await deps.requireDiskSpace?.(0);
      }
      const headers = { ...member.headers, key, expectedVersion: version };
      return { operation, resolved, headers, params, query: {}, body };
    };

    const doOne = async (db: Database, given: BatchedWrite, earlier: ReadonlyMap<string, EarlierOutcome>, made: Map<string, number>) => {
      const write = writeOf(deps, all, await allow(db, given, made), exchange);
      const performed = await perform(db, write, earlier.get(given.key));
      return { key: given.key, performed, status: write.status };
    };

    const doAll = async (db: Database, isTogether: boolean): Promise<{ judged: Judged; seq: number | null }[]> => {
      const keys = writes.map(({ key }) => key);
      const earlier = await claimKeys(db, owner, keys, writes.flatMap(keysNamedIn));
      const made = new Map([...earlier].flatMap(([key, { entityId }]) => (entityId === null ? [] : [[key, entityId] as const])));
      const judged: Judged[] = [];
      const note = (one: Judged): void => {
        judged.push(one);
        const id = 'performed' in one ? one.performed.written?.outcome?.entityId : undefined;
        if (typeof id === 'number') {
          made.set(one.key, id);
        }
      };

      const doTogether = async (run: readonly BatchedWrite[]): Promise<void> => {
        const settled = await sideBySide(
          db,
          run.map((write) => (own) => doOne(own, write, earlier, made)),
        );
        settled.forEach((one, index) => {
          if (one.isDone) {
            note(one.value);
          } else if (one.isClean && one.error instanceof AppError) {
            note({ key: run[index]?.key ?? '', error: one.error });
          } else {
            throw one.error;
          }
        });
      };

      /** Returns false if nothing more is to be done. */
      const doAlone = async (write: BatchedWrite): Promise<boolean> => {
        try {
          note(await db.savepoint((own) => doOne(own, write, earlier, made)));
          return Date.now() < deadline;
        } catch (error) {
          if (endsAll(error)) {
            throw error;
          }
          note({ key: write.key, error });
          return !isDatabaseBusy(error);
        }
      };

      for (const run of runsOf(writes, (write) => isTogether && isFree(write))) {
        const [first] = run;
        if (run.length > 1) {
          await doTogether(run);
        } else if (first && !(await doAlone(first))) {
          break;
        }
      }
      const written = judged.flatMap((one) => ('performed' in one && one.performed.written !== null ? [one.performed.written] : []));
      const seqs = await commitJournals(db, { userId: user.id, apiKeyId: apiKey?.id ?? null, keptUnder: orgId }, written);
      const seqOf = new Map(written.map(({ outcome }, index) => [outcome?.key, seqs[index] ?? null]));
      return judged.map((one) => ({
        judged: one,
        seq: seqOf.get(one.key) ?? ('performed' in one ? one.performed.answer.seq : null),
      }));
    };

    const database = databaseIn(deps.db, resolved.epoch);
    const answers = await database
      .transaction((db) => doAll(db, true), orgId)
      .catch((error: unknown) => {
        if (endsAll(error)) {
          throw error;
        }
        // One of those that were done together failed after others, or at the end of all: each is judged alone.
        return database.transaction((db) => doAll(db, false), orgId);
      });
    const texts = answers.map(({ judged, seq }) => answerOf(judged, seq, (error) => deps.explain(error, exchange.request)));
    return `{"answers":[${texts.join(',')}]}`;
  };
};
