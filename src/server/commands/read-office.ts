import { can } from '#shared/access/capabilities.ts';
import type { UnbilledJob } from '#shared/billing/schemas/unbilled-job.ts';
import { missingOf } from '#shared/domain/missing.ts';
import type { Office } from '#shared/domain/office.ts';
import { addDays, type CalendarDate, mondayOf } from '#shared/lib/dates.ts';
import { listUnbilled } from '#server/billing/commands/unbilled-jobs.ts';
import { billingTermsOf } from '#server/billing/data/billing-terms.ts';
import { servicesOf } from '#server/billing/data/billable-fields.ts';
import { officeBills } from '#server/billing/data/open-bills.ts';
import { cursorOfUnbilled } from '#server/billing/data/unbilled-jobs.ts';
import { catchUp } from '#server/commands/follow-hints.ts';
import type { Context } from '#server/context.ts';
import { customDataFieldData } from '#server/data/custom-data-fields.ts';
import {
  countQuestions,
  countUnchecked,
  countWaitingDevices,
  haveAmountsChanged,
  listUnchecked,
  type OfficeState,
  officeStateOf,
  type UncheckedEntry,
} from '#server/data/office.ts';
import { serviceTypeData } from '#server/data/service-types.ts';
import { todayOf } from '#server/data/today.ts';

/** Unbilled jobs whose amounts are computed: those that have waited longest. */
const MOST_UNBILLED = 200;
const UNBILLED_AT_ONCE = 50;

/** How often each occurs, the most frequent first; of two alike the one that came first. */
const frequencies = <T>(all: readonly T[]): (readonly [T, number])[] => {
  const counts = new Map<T, number>();
  for (const each of all) {
    counts.set(each, (counts.get(each) ?? 0) + 1);
  }
  return [...counts].sort(([, one], [, other]) => other - one);
};

const missingAmong = async (ctx: Context, entries: readonly UncheckedEntry[]): Promise<Office['missing']> => {
  const services = new Map((await serviceTypeData.listByIds(ctx, servicesOf(entries))).map((service) => [service.id, service]));
  const fields = await customDataFieldData.list(ctx);
  const missing = entries.map((entry) => missingOf(entry, services.get(entry.serviceTypeId), fields)).filter(({ length }) => length > 0);
  return { count: missing.length, fields: frequencies(missing.flat()).map(([name, count]) => ({ name, count })) };
};

const hintsAmong = (entries: readonly UncheckedEntry[]): Office['hints'] => {
  const hinted = entries.flatMap(({ hints }) => (hints === null || hints.length === 0 ? [] : [hints]));
  const kinds = hinted.flatMap((hints) => [...new Set(hints.map(({ kind }) => kind))]);
  return { count: hinted.length, kinds: frequencies(kinds).map(([kind, count]) => ({ kind, count })) };
};

const answersAmong = (entries: readonly UncheckedEntry[]): Office['answers'] => {
  const answered = entries.flatMap(({ answeredAt }) => answeredAt ?? []).sort();
  return { count: answered.length, oldestAt: answered[0] ?? null };
};

/** What completed jobs come to, a few at a time, so that other requests need not wait for all of it. */
const unbilledOf = async (ctx: Context, currency: string): Promise<Office['unbilled']> => {
  const jobs: UnbilledJob[] = [];
  let cursor: string | undefined;
  let isMore = true;
  while (isMore && jobs.length < MOST_UNBILLED) {
    const found = await listUnbilled(ctx, { limit: UNBILLED_AT_ONCE + 1, cursor });
    jobs.push(...found.slice(0, UNBILLED_AT_ONCE));
    isMore = found.length > UNBILLED_AT_ONCE;
    const last = jobs.at(-1);
    cursor = last && cursorOfUnbilled(last);
  }
  const amounts = jobs.flatMap(({ netCents }) => netCents ?? []);
  return {
    jobs: jobs.length,
    customers: new Set(jobs.map(({ customerId }) => customerId)).size,
    netCents: amounts.length === 0 ? null : amounts.reduce((sum, cents) => sum + cents, 0),
    currency,
    isMore,
    oldestDays: jobs[0]?.days ?? null,
  };
};

type Money = Pick<Office, 'unbilled' | 'bills'>;
type Work = Omit<Office, keyof Money | 'devices'>;

const moneyOf = async (ctx: Context): Promise<Money> => {
  const { currency } = (await billingTermsOf(ctx)).terms;
  return { unbilled: await unbilledOf(ctx, currency), bills: await officeBills(ctx, currency, todayOf(ctx)) };
};

const workOf = async (ctx: Context): Promise<Work> => {
  const monday = mondayOf(todayOf(ctx));
  const unchecked = await countUnchecked(ctx, monday, addDays(monday, 6));
  const entries = unchecked.count === 0 ? [] : await listUnchecked(ctx, unchecked.count);
  return {
    unchecked,
    missing: await missingAmong(ctx, entries),
    hints: hintsAmong(entries),
    questions: await countQuestions(ctx),
    answers: answersAmong(entries),
  };
};

/** How long something serves again at most, though nothing changed: a restored backup may have the numbers of what it replaced. */
const KEPT_MS = 60_000;
const MOST_KEPT = 500;

/** What was found last about an organization, and by which of its numbers. */
interface Kept extends OfficeState {
  readonly day: CalendarDate;
  /** When the first of it was found. */
  readonly at: number;
  readonly work: Work;
  readonly money: { readonly seq: number; readonly found: Money } | null;
}

/** By program and organization: an overview that stays open asks again and again, and in the season after every entry of a driver. */
const keptBy = new WeakMap<Context['live'], Map<number, Kept>>();

const keep = (all: Map<number, Kept>, orgId: number, kept: Kept): void => {
  all.delete(orgId);
  all.set(orgId, kept);
  const [oldest] = all.keys();
  if (all.size > MOST_KEPT && oldest !== undefined) {
    all.delete(oldest);
  }
};

const followed = async (ctx: Context): Promise<Work & Money> => {
  const all = keptBy.get(ctx.live) ?? new Map<number, Kept>();
  keptBy.set(ctx.live, all);
  const [at, day] = [ctx.now().getTime(), todayOf(ctx)];
  await catchUp(ctx);
  // Read before what follows from it: of what changes in between, the next one to ask hears.
  const state = await officeStateOf(ctx);
  const last = all.get(ctx.orgId);
  const known = last?.day === day && Math.abs(at - last.at) < KEPT_MS ? last : undefined;
  const isSame = known?.seq === state.seq && known.hints === state.hints;
  const work = known && isSame ? known.work : await workOf(ctx);
  let money = known?.money ?? null;
  const maySeeMoney = can(ctx.level, 'money:read');
  if (maySeeMoney && money?.seq !== state.seq) {
    const isStill = money !== null && !(await haveAmountsChanged(ctx, money.seq));
    money = { seq: state.seq, found: money !== null && isStill ? money.found : await moneyOf(ctx) };
  }
  keep(all, ctx.orgId, { ...state, day, at: known?.at ?? at, work, money });
  return { ...work, ...(maySeeMoney && money !== null ? money.found : { unbilled: null, bills: null }) };
};

/** What waits for the office. */
export const readOffice = async (ctx: Context): Promise<Office> => ({
  ...(await followed(ctx)),
  devices: await countWaitingDevices(ctx, can(ctx.level, 'devices:readOfOthers') ? null : ctx.user.id),
});
