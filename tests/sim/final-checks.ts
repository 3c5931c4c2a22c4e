import { type Collection, COLLECTIONS } from '#shared/domain/changes.ts';
import { type Ask, markOf, TRACED } from '#tests/sim/asks.ts';
import { rowsOf } from '#tests/sim/memory-storage.ts';
import { answered } from '#tests/sim/model-records.ts';
import type { Effect, ModelOrg } from '#tests/sim/model-state.ts';
import { requireFilesKept } from '#tests/sim/removed-values.ts';
import { type Device, Violation } from '#tests/sim/world-state.ts';

const requireFields = (asks: readonly Ask[], ask: Ask, about: readonly Effect[]): void => {
  for (const field of TRACED[ask.store].filter((name) => name in ask.data && !ask.given.has(name))) {
    const value = ask.data[field];
    // An edited change keeps its place in the order, before anything that was waiting behind it.
    const isLater = (other: Ask): boolean => other !== ask && (other.index > ask.index || ask.isInPlace === true);
    const isAgain = (other: Ask): boolean => other.mark === ask.mark && (field in other.data || other.operation === 'remove');
    const isSuperseded = asks.some((other) => isLater(other) && isAgain(other) && other.device === ask.device && other.state !== 'failed');
    if (!isSuperseded && !about.some(({ after }) => after?.[field] === value)) {
      throw new Violation(
        'I1',
        `${ask.store} ${ask.mark}.${field} = ${JSON.stringify(value)} was called saved and never reached the server`,
      );
    }
  }
};

/** I1 after healing: every change that was called saved has had its effect, or its user has discarded it. */
export const requireKept = (asks: readonly Ask[], effects: readonly Effect[]): void => {
  for (const ask of asks) {
    if (ask.state !== 'kept' || ask.isDropped) {
      continue;
    }
    const about = effects.filter(
      (effect) => effect.collection === ask.store && markOf(ask.store, effect.after ?? effect.before) === ask.mark,
    );
    if (ask.operation === 'create' && !about.some(({ kind }) => kind === 'create')) {
      throw new Violation('I1', `${ask.store} ${ask.mark} was called saved and is not on the server`);
    }
    if (ask.operation === 'update') {
      requireFields(asks, ask, about);
    }
    if (ask.operation !== 'remove') {
      requireFilesKept(asks, ask, about);
    }
  }
};

/** Names of other records, which change without the row changing. */
const DERIVED = new Set(['jobName', 'awaitsJob', 'customerName', 'serviceTypeName', 'implementName', 'equipmentNames', 'operatorNames']);

const requireSameRows = (device: Device, org: ModelOrg, collection: Collection): void => {
  const here = new Map(rowsOf(device.db, collection).map((row) => [row.id, row]));
  for (const { row, isDeleted } of org.tables[collection].values()) {
    const copy = here.get(row.id);
    if (isDeleted ? copy !== undefined : copy === undefined) {
      throw new Violation('I10', `${device.name} ${isDeleted ? 'still shows' : 'lacks'} ${collection}/${row.id}`);
    }
    const expected = isDeleted ? null : answered(org, collection, row);
    for (const [field, value] of Object.entries(expected ?? {})) {
      if (copy?.[field] !== value && !DERIVED.has(field) && JSON.stringify(copy?.[field]) !== JSON.stringify(value)) {
        throw new Violation(
          'I10',
          `${device.name} shows ${collection}/${row.id}.${field} as ${JSON.stringify(copy?.[field])}, the server ${JSON.stringify(value)}`,
        );
      }
    }
    here.delete(row.id);
  }
  const extra = [...here.values()].find(({ organizationId }) => organizationId === org.id);
  if (extra) {
    throw new Violation('I10', `${device.name} shows ${collection}/${extra.id}, which the server never had`);
  }
};

/** I10: the copy of the signed-in user is what the server has. Names of other records in a row are not compared. */
export const requireSame = (device: Device, userId: number, orgs: readonly ModelOrg[]): void => {
  for (const org of orgs) {
    if (!org.members.has(userId)) {
      continue;
    }
    for (const collection of COLLECTIONS) {
      requireSameRows(device, org, collection);
    }
  }
};

/** I13: no file stays that no waiting change needs. */
export const requireNoFileLeft = (device: Device): void => {
  const needed = new Set(rowsOf(device.db, 'syncQueue').flatMap(({ blobs }) => blobs));
  const left = rowsOf(device.db, 'blobs').find(({ sha256 }) => !needed.has(sha256));
  if (left) {
    throw new Violation('I13', `${device.name} keeps file ${left.sha256.slice(0, 8)}, which nothing needs any longer`);
  }
};
