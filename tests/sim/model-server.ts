import { labelOf } from '#shared/kinds/registry.ts';
import { kindOfCollection } from '#shared/kinds/spellings.ts';
import type { AccessLevel } from '#shared/access/roles.ts';
import type { BatchedWrite } from '#shared/domain/batch.ts';
import type { Collection } from '#shared/domain/changes.ts';
import { jobEntryInput } from '#shared/domain/job-entry.ts';
import { AppError, refusal } from '#shared/lib/errors.ts';
import type { WireRequest } from '#client/offline/engine/ports.ts';
import { alone, writesIn } from '#tests/sim/batches.ts';
import { ModelEpochs } from '#tests/sim/model-epochs.ts';
import { createEntry, createEntryAtCustomer, removeEntry, updateEntry } from '#tests/sim/model-entries.ts';
import { answerFile, sweepFiles } from '#tests/sim/model-files.ts';
import { answerChanges, answerList } from '#tests/sim/model-reads.ts';
import {
  answered,
  createJob,
  createCustomer,
  type Doing,
  findStored,
  removePlain,
  updateJob,
  updateCustomer,
} from '#tests/sim/model-records.ts';
import { createDayOff, createRun, deleteJob, removeDayOff, removeRun, updateDayOff, updateRun } from '#tests/sim/model-runs.ts';
import {
  type Asked,
  headerOf,
  idIn,
  INPUT,
  isWritable,
  type ModelAnswer,
  notFound,
  ok,
  organizationFor,
  parseBody,
  PATCH,
  type Person,
  problem,
  readJson,
  requireExpected,
  requireMay,
  requireVersion,
  RESOURCES,
  type Within,
  withinOf,
  type Writable,
} from '#tests/sim/model-requests.ts';
import type { ModelOrg, ModelRow } from '#tests/sim/model-state.ts';

/** A write and its answer. */
export interface Part {
  readonly request: WireRequest;
  readonly answer: ModelAnswer;
  /** How many effects there were on the server when it had been done, if others were done after it before anybody heard of it. */
  readonly effects?: number;
}

const numberOf = (json: unknown): number | undefined => {
  const id: unknown = Reflect.get(Object(json), 'id');
  return typeof id === 'number' ? id : undefined;
};

/** Our server as far as a device can tell: what it answers, what it keeps, and what a key means. */
export class ModelServer extends ModelEpochs {
  readonly people = new Map<number, Person>();
  readonly sessions = new Map<string, number>();
  /** Kinds of records that this version of the server does not know yet. */
  unknown: ReadonlySet<Collection> = new Set();
  readonly now: () => number;

  constructor(now: () => number) {
    super();
    this.now = now;
  }

  /** Answers like the real one; what took effect has taken effect when this returns. */
  handle(request: WireRequest, token: string | null): ModelAnswer {
    const key = request.headers['Idempotency-Key'] ?? request.headers['idempotency-key'];
    this.settle();
    const headers: Record<string, string> = {
      'content-type': 'application/json; charset=utf-8',
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    };
    try {
      const [address = '', query = ''] = request.path.split('?');
      const path = address.slice('/api/'.length).split('/');
      const person = this.people.get(this.sessions.get(token ?? '') ?? 0);
      if (!person) {
        throw refusal('unauthenticated', 'signInFirst');
      }
      headers['x-server-epoch'] = String(this.epoch);
      requireExpected(request, person, this.epoch);
      const writes = writesIn(request);
      if (writes) {
        return this.batch({ request, person, path, query: new URLSearchParams(query), headers }, writes);
      }
      return this.route({ request, person, path, query: new URLSearchParams(query), headers });
    } catch (error) {
      if (error instanceof AppError) {
        return problem(error, headers);
      }
      throw error;
    }
  }

  /** The answers to the single writes of a batch, each with its write as it would have come alone. */
  readonly parts = new WeakMap<ModelAnswer, readonly Part[]>();
  /** Of the next batch, only so many writes are done, and the others neither done nor answered; null: all. */
  doAtMost: number | null = null;

  /** An actor for whatever happens in the office, outside any request. */
  office(orgId: number, userId: number, level: AccessLevel = 'owner'): Doing {
    this.settle();
    return { ...this.doing(this.orgOf(orgId), userId, level, null) };
  }

  orgOf(id: number): ModelOrg {
    const org = this.orgs.get(id);
    if (!org) {
      throw new Error(`The model has no organization ${id}.`);
    }
    return org;
  }

  /** Like the sweep of the real server. */
  sweepPhotos(): void {
    this.settle();
    for (const org of this.orgs.values()) {
      sweepFiles(org, this.now());
    }
  }

  private doing(org: ModelOrg, userId: number, level: AccessLevel, key: string | null): Doing {
    return {
      org,
      userId,
      level,
      key,
      at: new Date(this.now()).toISOString(),
      nextId: () => this.nextId(),
      effects: this.effects,
      touched: new Set(),
    };
  }

  private route(asked: Asked): ModelAnswer {
    const { path, person, request } = asked;
    const what = `${request.method} ${path.join('/')}`;
    if (what === 'GET auth/user' || what === 'GET user') {
      return ok(asked, 200, { ...person, username: person.email, firstName: null, lastName: null, language: null });
    }
    if (what === 'GET organizations') {
      const mine = [...this.orgs.values()].filter(({ members }) => members.has(person.id));
      return ok(
        asked,
        200,
        mine.map((org) => organizationFor(org, person.id)),
      );
    }
    if (what === 'POST sync/heartbeat') {
      const body = readJson(request) as { organizationId: number };
      if (!this.orgs.get(body.organizationId)?.members.has(person.id)) {
        throw refusal('not_found', 'organizationNotFound');
      }
      return ok(asked, 204, undefined);
    }
    if (path[0] !== 'organizations') {
      return this.record(asked, path);
    }
    const orgId = idIn(path[1]);
    if (path.length > 3 && path[2] !== 'attachments') {
      return this.record(asked, path.slice(2), orgId);
    }
    const within = withinOf(asked, this.orgs.get(orgId), 'Organization');
    if (path.length === 2 && request.method === 'GET') {
      return ok(asked, 200, organizationFor(within.org, person.id));
    }
    return this.inOrganization(within, path[2] ?? '', path[3]);
  }

  /** Every write as if it had come alone. */
  private batch(asked: Asked, writes: readonly BatchedWrite[]): ModelAnswer {
    const { request, person, path } = asked;
    const { org } = withinOf(asked, this.orgs.get(idIn(path[1])), 'Organization');
    const idOf = (key: string): number => {
      const id = numberOf(org.keys.get(`${person.id}|${key}`)?.json);
      if (id === undefined) {
        throw refusal('depends_on_other', 'madeByUnknown');
      }
      return id;
    };
    const parts = writes.slice(0, this.doAtMost ?? writes.length).map((write): Part => {
      const part = this.part(request, person, org.id, write, idOf);
      return { ...part, effects: this.effects.length };
    });
    this.doAtMost = null;
    const answers = parts.map(({ request: { headers }, answer }) => ({
      key: headers['idempotency-key'],
      status: answer.status,
      seq: answer.headers['x-org-seq'] === undefined ? null : Number(answer.headers['x-org-seq']),
      isReplayed: answer.headers['idempotency-replayed'] === 'true',
      retryAfterSeconds: answer.headers['retry-after'] === undefined ? null : Number(answer.headers['retry-after']),
      body: answer.json ?? null,
    }));
    const whole = ok(asked, 200, { answers });
    this.parts.set(whole, parts);
    return whole;
  }

  private part(batch: WireRequest, person: Person, orgId: number, write: BatchedWrite, idOf: (key: string) => number): Part {
    const headers = { 'idempotency-key': write.key, 'x-server-epoch': String(this.epoch) };
    let request = alone(batch, write, () => 0);
    try {
      request = alone(batch, write, idOf);
      const stumble = this.stumble(write.key);
      if (stumble) {
        return { request, answer: { ...stumble, headers: { ...stumble.headers, ...headers } } };
      }
      const path = request.path.slice('/api/'.length).split('/');
      const asked = { request, person, path, query: new URLSearchParams(), headers: { ...headers } };
      if (path[0] !== 'organizations') {
        return { request, answer: this.record(asked, path, orgId) };
      }
      if (path.length > 3) {
        return { request, answer: this.record(asked, path.slice(2), idIn(path[1]) === orgId ? orgId : 0) };
      }
      if (idIn(path[1]) !== orgId) {
        throw refusal('not_found', 'notFound', { what: { term: 'Organization' } });
      }
      return { request, answer: this.route(asked) };
    } catch (error) {
      if (error instanceof AppError) {
        return { request, answer: problem(error, headers) };
      }
      throw error;
    }
  }

  /** What the server answers where it fails over a single write. */
  stumble: (key: string) => ModelAnswer | null = () => null;

  private inOrganization(within: Within, name: string, sha256: string | undefined): ModelAnswer {
    const { request, org, member, query, headers } = within;
    if (name === 'changes' && request.method === 'GET') {
      return ok(
        within,
        200,
        answerChanges(org, within, query, () => organizationFor(org, within.person.id), this.unknown),
      );
    }
    if (name === 'attachments' && sha256 !== undefined) {
      const { status, json } = answerFile(org, request, sha256, this.now());
      return ok(within, status, json);
    }
    const collection = RESOURCES[name];
    if (collection === undefined || this.unknown.has(collection)) {
      throw notFound();
    }
    if (request.method === 'GET') {
      const { rows, next } = answerList(org, collection, query);
      const link = next === null ? {} : { link: `<${request.path.split('?')[0]}?${next}>; rel="next"` };
      return ok({ ...within, headers: { ...headers, ...link } }, 200, rows);
    }
    if (request.method !== 'POST' || !isWritable(collection)) {
      throw notFound();
    }
    requireMay(member, collection, 'create');
    const raw = readJson(request);
    const body = parseBody(INPUT[collection], raw);
    const create = {
      customers: (doing: Doing) => createCustomer(doing, body),
      daysOff: (doing: Doing) => createDayOff(doing, body),
      runs: (doing: Doing) => createRun(doing, body),
      jobs: (doing: Doing) => createJob(doing, body),
      jobEntries: (doing: Doing) => createEntryAtCustomer(doing, body),
    };
    return this.write(within, [`${collection}.create`, {}, raw], (doing) => answered(org, collection, create[collection](doing)));
  }

  private record(asked: Asked, [name = '', idText, more]: readonly string[], expectedOrg?: number): ModelAnswer {
    const collection = RESOURCES[name];
    if (collection === undefined || (more !== undefined && !(collection === 'jobs' && more === 'entries'))) {
      throw notFound();
    }
    const { request } = asked;
    const id = idIn(idText);
    const org = [...this.orgs.values()].find((each) => each.tables[collection].has(id));
    const what = labelOf(kindOfCollection(collection));
    const isKeyed = headerOf(request, 'Idempotency-Key') !== undefined;
    const isGone = org?.tables[collection].get(id)?.isDeleted === true && (request.method === 'GET' || !isKeyed);
    const within = withinOf(asked, isGone || (expectedOrg !== undefined && org?.id !== expectedOrg) ? undefined : org, what);
    if (request.method === 'GET') {
      if (more === 'entries') {
        within.query.set('jobId', String(id));
        return ok(asked, 200, answerList(within.org, 'jobEntries', within.query).rows);
      }
      return ok(asked, 200, answered(within.org, collection, findStored(within.org, collection, id).row));
    }
    if (!isWritable(collection)) {
      throw notFound();
    }
    return this.writeRecord(within, more === 'entries' ? 'jobEntries' : collection, id, request.method);
  }

  private writeRecord(within: Within, collection: Writable, id: number, method: string): ModelAnswer {
    const { request, org } = within;
    const operation = method === 'POST' ? 'create' : method === 'PATCH' ? 'update' : 'remove';
    if ((operation === 'create') !== (within.path.at(-1) === 'entries')) {
      throw notFound();
    }
    requireMay(within.member, collection, operation);
    const raw = operation === 'remove' ? undefined : readJson(request);
    const content = [`${collection}.${operation}`, { id }, raw];
    if (operation === 'create') {
      const input = parseBody(jobEntryInput, raw);
      return this.write(within, content, (doing) => answered(org, 'jobEntries', createEntry(doing, id, input)));
    }
    const body = operation === 'remove' ? {} : parseBody(PATCH[collection], raw);
    return this.write(within, content, (doing) => {
      requireVersion(within, collection, id);
      if (operation === 'remove') {
        const remove = {
          customers: () => removePlain(doing, 'customers', id),
          daysOff: () => removeDayOff(doing, id),
          runs: () => removeRun(doing, id),
          jobs: () => deleteJob(doing, id),
          jobEntries: () => removeEntry(doing, id),
        };
        remove[collection]();
        return undefined;
      }
      const update = {
        customers: () => updateCustomer(doing, id, body),
        daysOff: () => updateDayOff(doing, id, body),
        runs: () => updateRun(doing, id, body),
        jobs: () => updateJob(doing, id, body),
        jobEntries: () => updateEntry(doing, id, body),
      };
      return answered(org, collection, update[collection]());
    });
  }

  /** Key and effect together; a refusal leaves the key free. */
  private write(within: Within, content: readonly unknown[], work: (doing: Doing) => ModelRow | undefined): ModelAnswer {
    const { request, org, person, member, headers } = within;
    const key = headerOf(request, 'Idempotency-Key');
    const keptUnder = `${person.id}|${key}`;
    const earlier = key === undefined ? undefined : org.keys.get(keptUnder);
    const text = JSON.stringify(content);
    if (earlier && earlier.content !== text) {
      throw refusal('key_reused', 'keyReused');
    }
    const before = org.seq;
    const row = earlier ? undefined : work(this.doing(org, person.id, member.level, key ?? null));
    const [collection, operation] = String(content[0]).split('.');
    const isCreate = operation === 'create';
    const made = isCreate && row ? { collection: collection as Collection, id: row.id, key: key ?? '' } : null;
    const outcome = earlier ?? { content: text, json: row, version: row?.version ?? null, seq: org.seq, userId: person.id, made };
    if (!earlier && key !== undefined) {
      org.keys.set(keptUnder, outcome);
    }
    const more = {
      ...(outcome.version === null ? {} : { etag: `"${outcome.version}"` }),
      ...(key === undefined && before === org.seq ? {} : { 'x-org-seq': String(outcome.seq) }),
      ...(earlier ? { 'idempotency-replayed': 'true' } : {}),
    };
    const status = outcome.json === undefined ? 204 : isCreate ? 201 : 200;
    return ok({ ...within, headers: { ...headers, ...more } }, status, outcome.json);
  }
}
