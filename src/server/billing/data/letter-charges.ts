import type { LetterCharge } from '#shared/billing/letter-charges.ts';
import type { Context } from '#server/context.ts';

type Ground = Pick<Context, 'db' | 'orgId'>;

/** Neither a reminder nor a charge above zero takes something back: so only this is asked of it, and it is found by its bill. */
const live = (event: string): string =>
  `not exists (select from billing_events b where b.organization_id = $1 and b.takes_back_id = ${event}.id)`;

// A letter whose mail came back claimed nothing.
const SENT = `select e.letter_id as id, min(e.id) as since from billing_events e
  where e.organization_id = $1 and e.record_id = any($2::int[]) and e.kind = 'reminder' and e.letter_id is not null and ${live('e')}
  group by 1`;

/** What letters of reminder about these bills claimed of fee and interest, less what was paid of it since; the newest first. */
export const listLetterCharges = async ({ db, orgId }: Ground, recordIds: readonly number[]): Promise<LetterCharge[]> =>
  recordIds.length === 0
    ? []
    : // `+ 0`: payments are found by their bills; by their ids all that happened since would be read for each letter.
      db.query<LetterCharge>({
        name: 'letter-charges',
        text: `select l.id as "letterId", named.ids as "recordIds", (added.cents - coalesce(paid.cents, 0))::float8 as cents
             from (${SENT}) sent
             join reminder_letters l on l.organization_id = $1 and l.id = sent.id
             cross join lateral (select (l.content ->> 'feeCents')::bigint + (l.content ->> 'interestCents')::bigint as cents) added
             cross join lateral (select array_agg((b.bill ->> 'recordId')::int order by b.place) as ids
                                   from jsonb_array_elements(l.content -> 'bills') with ordinality b(bill, place)) named
             left join lateral (select sum(p.charge_cents) as cents from billing_events p
                                 where p.organization_id = $1 and p.record_id = any(named.ids) and p.id + 0 > sent.since and p.charge_cents > 0
                                   and ${live('p')}) paid on true
            where added.cents > coalesce(paid.cents, 0) order by l.id desc`,
        values: [orgId, [...recordIds]],
      });

/** The same, and nobody else books them until the transaction ends. The caller holds the bills. */
export const holdLetterCharges = async (ctx: Ground, recordIds: readonly number[]): Promise<LetterCharge[]> => {
  await ctx.db.query({
    name: 'hold-letters',
    text: `select l.id from reminder_letters l
            where l.organization_id = $1
              and l.id in (select e.letter_id from billing_events e
                            where e.organization_id = $1 and e.record_id = any($2::int[]) and e.kind = 'reminder' and e.letter_id is not null)
            order by l.id for no key update`,
    values: [ctx.orgId, [...recordIds]],
  });
  // A statement of its own: it sees what those did that were waited for.
  return listLetterCharges(ctx, recordIds);
};
