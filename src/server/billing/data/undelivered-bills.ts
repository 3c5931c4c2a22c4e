/**
 * SQL: whether `u`, of `billing_events`, is a mail with a bill that came back and that somebody should know of: since then the bill was not sent
 * in any way, nor voided. Reminders that came back are none: they are due again.
 */
export const CAME_BACK = `u.kind = 'undelivered' and u.letter_id is null and u.recipient is not null
  and not exists (
    select from billing_events s
     where s.organization_id = u.organization_id and s.record_id = u.record_id and s.kind = 'sent' and s.id > u.id
       and not exists (select from billing_events b where b.organization_id = s.organization_id and b.takes_back_id = s.id))
  and not exists (select from billing_records v where v.organization_id = u.organization_id and v.reverses_id = u.record_id)`;
