import { randomBytes } from 'node:crypto';
import { dataString, pngBytes } from '../api/world.ts';

export type Collection = 'customers' | 'jobs' | 'jobEntries';

/** What came back, as far as it must come back the same. */
export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly etag: string | null;
  readonly seq: string | null;
}

/** One write with its key. */
export interface Operation {
  readonly key: string;
  readonly kind: 'create' | 'update' | 'delete';
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly record: Tracked;
  answer: Answer | undefined;
  /** An answer failed to come once. */
  wasUnknown: boolean;
}

/** A record as its client knows it. It bears the key of its creation where nothing changes it. */
export interface Tracked {
  readonly collection: Collection;
  readonly operations: Operation[];
  readonly photo: Buffer | null;
  id: number | undefined;
  isDeleteAsked: boolean;
  /** Others hang on it: it is not to be deleted. */
  isInUse: boolean;
}

export interface Base {
  readonly orgId: number;
  readonly customerId: number;
  readonly jobId: number;
  readonly serviceTypeId: number;
}

const PATH: Record<Collection, string> = { customers: 'customers', jobs: 'jobs', jobEntries: 'job-entries' };

const newKey = (): string => `op-${randomBytes(9).toString('base64url')}`;
const chance = (share: number): boolean => Math.random() < share;
const pick = <T>(items: readonly T[]): T | undefined => items[Math.floor(Math.random() * items.length)];

/** Makes up what one client does, so that every effect of it can be told from every other. */
export class Plan {
  readonly records: Tracked[] = [];
  private counter = 0;
  private readonly base: Base;

  constructor(base: Base) {
    this.base = base;
  }

  /** The next write; it only concerns records whose earlier writes have all been answered. */
  next(): Operation {
    const settled = this.records.filter(({ id, isDeleteAsked, operations }) => {
      return id !== undefined && !isDeleteAsked && operations.every(({ answer }) => answer !== undefined);
    });
    const record = pick(settled);
    if (!record || chance(0.55)) {
      return this.create(settled);
    }
    return chance(0.25) && !record.isInUse ? this.remove(record) : this.update(record);
  }

  private add(record: Tracked, operation: Omit<Operation, 'record' | 'answer' | 'wasUnknown'>): Operation {
    const whole: Operation = { ...operation, record, answer: undefined, wasUnknown: false };
    record.operations.push(whole);
    return whole;
  }

  private create(settled: readonly Tracked[]): Operation {
    const { orgId, customerId, jobId, serviceTypeId } = this.base;
    const key = newKey();
    const collection = pick(['customers', 'jobs', 'jobEntries', 'jobEntries'] as const) ?? 'customers';
    const photo = collection === 'jobEntries' && chance(0.2) ? pngBytes(key) : null;
    const record: Tracked = { collection, operations: [], photo, id: undefined, isDeleteAsked: false, isInUse: false };
    this.records.push(record);
    const parent = (of: Collection, otherwise: number): number => {
      const found = chance(0.5) ? pick(settled.filter((each) => each.collection === of)) : undefined;
      if (found) {
        found.isInUse = true;
      }
      return found?.id ?? otherwise;
    };
    const add = (path: string, body: Record<string, unknown>) => this.add(record, { key, kind: 'create', method: 'POST', path, body });
    switch (collection) {
      case 'customers':
        return add(`/api/organizations/${orgId}/customers`, { businessName: key });
      case 'jobs':
        return add(`/api/organizations/${orgId}/jobs`, { name: key, customerId: parent('customers', customerId) });
      case 'jobEntries': {
        const photos = photo === null ? [] : [dataString(photo)];
        return add(`/api/jobs/${parent('jobs', jobId)}/entries`, { serviceTypeId, date: '2025-06-15', notes: key, photos });
      }
    }
  }

  private update(record: Tracked): Operation {
    const key = newKey();
    this.counter += 1;
    const name = record.operations[0]?.key ?? '';
    const body = {
      customers: { address: key },
      jobs: { name: `${name} ${key}` },
      jobEntries: { loads: this.counter, customFieldValues: { Ticket: key } },
    }[record.collection];
    return this.add(record, { key, kind: 'update', method: 'PATCH', path: `/api/${PATH[record.collection]}/${record.id}`, body });
  }

  private remove(record: Tracked): Operation {
    record.isDeleteAsked = true;
    return this.add(record, { key: newKey(), kind: 'delete', method: 'DELETE', path: `/api/${PATH[record.collection]}/${record.id}` });
  }
}
