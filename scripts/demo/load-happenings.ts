import { insertRows, reserveIds } from '#demo/bulk-insert.ts';
import { dateOf, MINUTE_MS } from '#demo/calendar.ts';
import { DAY_MS, type Loading, type Numbered } from '#demo/billing-loading.ts';
import { COLUMNS } from '#demo/columns.ts';

const SENT = 0.94;
const PAID = 0.92;
const PARTLY = 0.4;

const dayOfMoment = (at: number): string => dateOf(Math.floor(at / DAY_MS));

interface Happening {
  readonly at: number;
  readonly event: {
    readonly kind: 'sent' | 'payment';
    readonly happenedOn: string;
    readonly amountCents: number;
    readonly way: string | null;
  };
  readonly noted: { readonly old: object; readonly new: object };
}

/** What happened to a record: sent in most cases, paid within some weeks, by a few in part or not at all. */
const happeningsOf = ({ random, today }: Loading, { at, row: { grossCents }, isLive }: Numbered): Happening[] => {
  const [isSent, isPaid, isPartly] = [random.chance(SENT), random.chance(PAID), random.chance(PARTLY)];
  const paidDay = Math.floor(at / DAY_MS) + random.int(5, 38);
  const way = random.pick(['post', 'post', 'hand'] as const);
  if (!isLive || !isSent || at > (today - 1) * DAY_MS) {
    return [];
  }
  const sentOn = dayOfMoment(at);
  const sent: Happening = {
    at: at + 5 * MINUTE_MS,
    event: { kind: 'sent', happenedOn: sentOn, amountCents: 0, way },
    noted: { old: { sentOn: null }, new: { sentOn, way } },
  };
  if (grossCents <= 0 || paidDay >= today || !(isPaid || isPartly)) {
    return [sent];
  }
  const [amountCents, paidOn] = [isPaid ? grossCents : Math.round(grossCents / 2), dateOf(paidDay)];
  const paid: Happening = {
    at: paidDay * DAY_MS + 600 * MINUTE_MS,
    event: { kind: 'payment', happenedOn: paidOn, amountCents, way: null },
    noted: { old: { paidCents: 0 }, new: { paidCents: amountCents, paidOn } },
  };
  return [sent, paid];
};

/** Writes down what happened to the records. */
export const insertHappenings = async (loading: Loading, records: readonly Numbered[]): Promise<void> => {
  const { db, ids, moment, events } = loading;
  const happenings = records
    .flatMap((record) => happeningsOf(loading, record).map((happening) => ({ record, ...happening })))
    .sort((a, b) => a.at - b.at);
  const reserved = await reserveIds(db, 'billing_events', happenings.length);
  await insertRows(
    db,
    'billing_events',
    COLUMNS.billing_events,
    happenings.map(({ record, at, event }, index) => {
      const stamps = { organizationId: ids.organization, id: reserved[index], createdBy: record.by, createdAt: moment(at) };
      return { ...event, ...stamps, recordId: record.id };
    }),
  );
  for (const { record, at, noted } of happenings) {
    const { id: entityId, year, number, by } = record;
    events.push({ at, by, entityType: 'billing_record', entityId, subject: `${year}-${number}`, action: 'update', changes: noted });
  }
};
