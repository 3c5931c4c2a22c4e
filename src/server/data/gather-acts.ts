import type { AuditLog, Audited } from '#shared/domain/audit-log.ts';

/** An item that stands for all that its transaction did in the same way. */
export interface Deed {
  readonly id: number;
  readonly entityType: Audited;
  readonly entityId: number;
  readonly action: AuditLog['action'];
  /** The fields that an update changed, and whether it unchecked an entry; null: nothing was updated. */
  readonly fields: string | null;
  /** Of a 'No job yet', which comes and goes with entries. */
  readonly isPlaceholder: boolean;
  /** Who did it: account and API key. */
  readonly author: string;
  readonly importId: number | null;
  readonly timestamp: string;
  /** To how many records. */
  readonly alike: number;
}

/** What people see of several deeds: the item that is shown, and to how many records the same was done. */
export interface Act {
  readonly id: number;
  readonly count: number;
}

/** Deeds of one kind by the same person are one act if each follows the one before it within this time. */
const TOGETHER_MS = 10 * 60_000;

type Kind = Pick<Deed, 'entityType' | 'action'>;

/** What a call does besides what it was made for: told only by what it came with. */
const COMES_WITH: readonly (readonly [effect: Audited, cause: Audited, isSo: (effect: Deed, cause: Kind) => boolean])[] = [
  ['job', 'billing_record', ({ action }, cause) => action === 'update' && cause.action === 'create'],
  ['billing_record', 'billing_record', ({ action }, cause) => action === 'update' && cause.action === 'create'],
  ['bill_draft', 'billing_record', () => true],
  ['bill_draft', 'job', () => true],
  ['job', 'job_entry', ({ isPlaceholder }) => isPlaceholder],
  ['invitation', 'employee', ({ action }) => action !== 'create'],
  ['employee', 'invitation', ({ action }, cause) => action === 'update' && cause.action === 'create'],
  ['employee', 'organization', ({ action }, cause) => action === cause.action],
  ['custom_data_field', 'organization', ({ action }, cause) => action === 'create' && cause.action === 'create'],
  ['equipment', 'service_type', ({ action }) => action === 'update'],
];

const isEffect = (deed: Deed, kinds: readonly Kind[]): boolean =>
  COMES_WITH.some(
    ([effect, cause, isSo]) => deed.entityType === effect && kinds.some((kind) => kind.entityType === cause && isSo(deed, kind)),
  );

/** Each kind of deed once: there may be thousands of one. */
const kindsOf = (deeds: readonly Deed[]): Kind[] => [
  ...new Map(deeds.map(({ entityType, action }) => [`${entityType} ${action}`, { entityType, action }])).values(),
];

const isOneTransaction = (one: Deed, other: Deed): boolean =>
  one.timestamp === other.timestamp && one.author === other.author && one.importId === other.importId;

/** The deeds of each transaction, which follow each other. */
const transactionsOf = (deeds: readonly Deed[]): Deed[][] => {
  const found: Deed[][] = [];
  for (const deed of deeds) {
    const last = found.at(-1);
    if (last?.[0] && isOneTransaction(last[0], deed)) {
      last.push(deed);
    } else {
      found.push([deed]);
    }
  }
  return found;
};

/** Whether two deeds, the second of which is the one that came before the first, are one act. What an import made is one, and its end another. */
const isOneAct = (one: Deed, earlier: Deed): boolean => {
  if (one.author !== earlier.author || one.importId !== earlier.importId) {
    return false;
  }
  if (one.importId !== null) {
    return (one.action === 'delete') === (earlier.action === 'delete');
  }
  return (
    one.entityType === earlier.entityType &&
    one.action === earlier.action &&
    one.fields === earlier.fields &&
    Date.parse(one.timestamp) - Date.parse(earlier.timestamp) <= TOGETHER_MS
  );
};

/** To how many records the same was done: of two deeds that stand for the same record, only the greater counts. */
const countRecords = (deeds: readonly Deed[]): number => {
  const counts = new Map<number, number>();
  for (const { entityId, alike } of deeds) {
    counts.set(entityId, Math.max(counts.get(entityId) ?? 0, alike));
  }
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
};

/** Of an import, what it did to the most records. */
const actOf = (deeds: readonly Deed[]): Act => {
  const kinds = new Map<string, Deed[]>();
  for (const deed of deeds) {
    const kind = `${deed.entityType} ${deed.action}`;
    const known = kinds.get(kind);
    if (known) {
      known.push(deed);
    } else {
      kinds.set(kind, [deed]);
    }
  }
  const acts = [...kinds.values()].map((alike) => ({ id: alike[0]?.id ?? 0, count: countRecords(alike) }));
  return acts.reduce((most, act) => (act.count > most.count ? act : most));
};

interface Gathered {
  readonly acts: readonly Act[];
  /** The last deed that the acts include; null: none. */
  readonly lastId: number | null;
  /** Whether an act begins behind it. */
  readonly isMore: boolean;
}

/**
 * The first acts of these deeds, which are in the order of the audit log, the newest first; `before` is what comes right before them there.
 * Where an act ends depends on nothing but the deeds next to it, so that pages of any size tell the same acts.
 */
export const gatherActs = (deeds: readonly Deed[], limit: number, before: readonly Deed[] = []): Gathered => {
  const lines: Deed[][] = [];
  let lastId: number | null = null;
  for (const [place, transaction] of transactionsOf(deeds).entries()) {
    const [first] = transaction;
    const begun = place === 0 ? before.filter((deed) => first && isOneTransaction(deed, first)) : [];
    const kinds = kindsOf([...begun, ...transaction]);
    for (const deed of transaction) {
      if (!isEffect(deed, kinds)) {
        const line = lines.at(-1);
        const earliest = line?.at(-1);
        if (line && earliest && isOneAct(earliest, deed)) {
          line.push(deed);
        } else if (lines.length === limit) {
          return { acts: lines.map(actOf), lastId, isMore: true };
        } else {
          lines.push([deed]);
        }
      }
      lastId = deed.id;
    }
  }
  return { acts: lines.map(actOf), lastId, isMore: false };
};
