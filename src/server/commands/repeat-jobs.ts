import { can } from '#shared/access/capabilities.ts';
import { repeatedName } from '#shared/domain/repeated-name.ts';
import {
  type ExpectedWork,
  type RepeatInput,
  type RepeatResult,
  type RepeatsQuery,
  seasonBefore,
  type SeasonRepeats,
  type SeasonService,
} from '#shared/domain/season-repeat.ts';
import { thereAmong } from '#shared/domain/season-state.ts';
import { seasonSpan } from '#shared/lib/dates.ts';
import type { Context } from '#server/context.ts';
import { customerData } from '#server/data/customers.ts';
import { jobData } from '#server/data/jobs.ts';
import { findOrganization } from '#server/data/organizations.ts';
import { listRepeatsOf, listSeasonWork, listThereJobs, revenueByJob } from '#server/data/season-repeats.ts';

/** The work of an earlier season, with what there is of it in this one. */
export const listSeasonRepeats = async (ctx: Context, query: RepeatsQuery): Promise<SeasonRepeats> => {
  const { season, of = seasonBefore(season), serviceTypeId } = query;
  const { seasonStartDate, currency } = await findOrganization(ctx, ctx.orgId);
  const earlier = seasonSpan(of, seasonStartDate);
  const works = await listSeasonWork(ctx, earlier, { serviceTypeId });
  const thereOf = thereAmong(await listThereJobs(ctx, season, seasonSpan(season, seasonStartDate)));
  const revenue = can(ctx.level, 'money:read') ? await revenueByJob(ctx, earlier, currency, serviceTypeId) : null;
  const living = works.filter(({ isCustomerDeleted }) => !isCustomerDeleted);
  return {
    season,
    of,
    currency,
    works: living.map(({ isCustomerDeleted: _isCustomerDeleted, ...work }) => {
      const nextName = repeatedName(work.jobName, of, season);
      const serviceTypeIds = work.services.map((service) => service.serviceTypeId);
      return {
        ...work,
        nextName,
        ...thereOf({ ...work, nextName, serviceTypeIds }),
        revenueCents: revenue && (revenue.get(work.jobId) ?? 0),
      };
    }),
    deletedCustomers: [...new Set(works.flatMap((work) => (work.isCustomerDeleted ? work.customerName : [])))],
  };
};

const COLUMNS = ['totalHours', 'billableHours', 'fuel', 'loads'] as const;

const expectedOf = (services: readonly SeasonService[]): ExpectedWork[] =>
  services.flatMap((service) => {
    const { serviceTypeId, fields } = service;
    const columns = COLUMNS.map((measure) => ({ serviceTypeId, measure, value: service[measure] ?? 0 }));
    const own = fields.map(({ name, total }) => ({ serviceTypeId, measure: `custom:${name}`, value: total }));
    return [...columns, ...own].filter(({ value }) => value > 0);
  });

/**
 * Makes the jobs that do earlier ones again. Of several people who ask at the same time the earlier jobs let one after the other in, so that
 * each finds what the others made.
 */
export const repeatJobs = async (ctx: Context, input: RepeatInput): Promise<RepeatResult> => {
  const { season, of = seasonBefore(season), jobIds } = input;
  await jobData.requireAll(ctx, jobIds, 'jobIds');
  const held = await jobData.lockAll(ctx, jobIds);
  const there = await listRepeatsOf(ctx, jobIds, season);
  const living = new Set((await customerData.listByIds(ctx, [...new Set(held.map(({ customerId }) => customerId))])).map(({ id }) => id));
  const isThere = new Set(there.map(({ repeatsJobId }) => repeatsJobId));
  const wanted = held.filter(({ id, customerId, isPlaceholder }) => living.has(customerId) && !isPlaceholder && !isThere.has(id));
  const { seasonStartDate } = await findOrganization(ctx, ctx.orgId);
  const works = await listSeasonWork(ctx, seasonSpan(of, seasonStartDate), { jobIds: wanted.map(({ id }) => id) });
  const services = new Map(works.map((work) => [work.jobId, work.services]));
  const made = await jobData.insertAll(
    ctx,
    wanted.map(({ id, name, customerId }) => ({
      name: repeatedName(name, of, season),
      customerId,
      status: 'open' as const,
      repeatsJobId: id,
      season,
      expected: expectedOf(services.get(id) ?? []),
    })),
  );
  const isDone = new Set([...isThere, ...wanted.map(({ id }) => id)]);
  return {
    madeIds: made.map(({ id }) => id),
    thereIds: there.map(({ id }) => id),
    leftOutIds: jobIds.filter((id) => !isDone.has(id)),
  };
};
