/**
 * Whether the fuel of an entry `e` came from the customer: according to the most specific rate that applies to the entry or one of its
 * machines, in the order of `shared/billing/choose-rate`. Costs nothing if no rate says so.
 */
export const IS_SUPPLIED = `(
  exists (select from rates where organization_id = $1 and fuel ->> 'kind' = 'customer' and deleted_at is null)
  and coalesce((select r.fuel ->> 'kind' from rates r
         where r.organization_id = $1 and r.service_type_id = e.service_type_id and r.deleted_at is null
           and (r.job_id is null or r.job_id = e.job_id)
           and (r.customer_id is null or r.customer_id = e.customer_id)
           and (r.equipment_id is null or r.equipment_id = any(e.equipment_ids))
           and (r.valid_from is null or r.valid_from <= e.date)
         order by r.job_id is not null desc, r.customer_id is not null desc, r.equipment_id is not null desc,
                  r.valid_from desc nulls last, r.id desc
         limit 1) = 'customer', false))`;
