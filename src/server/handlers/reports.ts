import { can } from '#shared/access/capabilities.ts';
import type { ReportQuery } from '#shared/domain/report.ts';
import { seasonSpan } from '#shared/lib/dates.ts';
import type { Context } from '#server/context.ts';
import { sumFuel } from '#server/data/fuel-book.ts';
import { sumMoney } from '#server/billing/data/money-report.ts';
import { findOrganization } from '#server/data/organizations.ts';
import { type ReportSpan, sumEntries } from '#server/data/reports.ts';
import type { Handlers } from '#server/handlers/types.ts';
import { TURNS } from '#server/work/bounds.ts';
import { createTurns } from '#server/work/turns.ts';

type Asked = Pick<ReportQuery, 'season' | 'against' | 'from' | 'to'>;

/** What is asked for, and what it is compared with. */
const spansOf = async (ctx: Context, { season, against, from, to }: Asked): Promise<readonly [ReportSpan, ...ReportSpan[]]> => {
  if (season === undefined) {
    return [{ season: null, from: from ?? null, to: to ?? null }];
  }
  const { seasonStartDate } = await findOrganization(ctx, ctx.orgId);
  const spanOf = (each: string): ReportSpan => ({ season: each, ...seasonSpan(each, seasonStartDate) });
  return [spanOf(season), ...(against === undefined ? [] : [spanOf(against)])];
};

/** Years of entries keep the database busy: an account gets one sum at a time, before it takes a connection. */
const reports = createTurns(TURNS.reports);
const inTurn = <T>({ user }: Context, work: () => Promise<T>): Promise<T> => reports.run(String(user.id), work);

export const reportHandlers: Handlers['reports'] = {
  get: (ctx, { query }) => inTurn(ctx, async () => sumEntries(ctx, query, await spansOf(ctx, query))),
  money: (ctx, { query }) =>
    inTurn(ctx, async () => {
      const [{ from, to }] = await spansOf(ctx, query);
      const { seasonStartDate: seasonStart } = await findOrganization(ctx, ctx.orgId);
      return sumMoney(ctx, query, { from, to, seasonStart });
    }),
  fuel: (ctx, { query }) =>
    inTurn(ctx, async () => {
      const [span] = await spansOf(ctx, query);
      return sumFuel(ctx, query, span, can(ctx.level, 'money:read'));
    }),
};
