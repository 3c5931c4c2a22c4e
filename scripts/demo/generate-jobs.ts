import { addressOf } from '#shared/domain/postal-address.ts';
import { can } from '#shared/access/capabilities.ts';
import { type Day, MINUTE_MS, monthOf, momentOf } from '#demo/calendar.ts';
import type { DemoCustomer, DemoEmployee, Place, StatusChange } from '#demo/organization.ts';
import { fillIn, plain } from '#demo/people.ts';
import type { JobPlan, Profile } from '#demo/profile.ts';
import { type Random, randomOf } from '#demo/random.ts';

/** How far back the data reaches: whatever month it is, the year before it is complete. */
export const DAYS_BACK = 364;
/** Jobs that are still open began at most this long ago. */
const OPEN_DAYS = 13;
/** One open job in this many has not begun. */
const NOT_BEGUN = 9;

/** A job with its time and its number of entries, before they are made. */
export interface JobDraft {
  readonly plan: JobPlan;
  readonly name: string;
  readonly fieldName: string;
  /** From 0 to 1: decides what stays the same for the whole job, such as its crop. */
  readonly lot: number;
  readonly customer: Place;
  readonly isOpen: boolean;
  readonly firstDay: Day;
  readonly lastDay: Day;
  readonly entries: number;
  readonly at: number;
  readonly by: Place;
}

/** Smooths the months' digits, so that no season begins overnight on the first. */
const busyness = (plan: JobPlan, day: Day): number =>
  [-10, 0, 10].reduce((sum, shift) => sum + Number(plan.months[monthOf(day + shift)]), 0) * plan.weight;

const choicesOf = (profile: Profile, from: Day, to: Day) =>
  profile.jobs.flatMap((plan) =>
    Array.from({ length: to - from + 1 }, (_, at) => ({ plan, day: from + at, weight: busyness(plan, from + at) })),
  );

/** Distributes the total among the weights, in whole numbers that add up to it; positive weights get at least one. */
const apportion = (total: number, weights: readonly number[]): number[] => {
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const spare = total - weights.filter((weight) => weight > 0).length;
  const exact = weights.map((weight) => (weight > 0 ? 1 + (spare * weight) / all : 0));
  const parts = exact.map(Math.floor);
  let left = total - parts.reduce((sum, part) => sum + part, 0);
  const byRemainder = exact.map((value, at) => ({ at, rest: value - Math.floor(value) })).sort((a, b) => b.rest - a.rest || a.at - b.at);
  for (const { at } of byRemainder) {
    if (left === 0) {
      break;
    }
    parts[at] = (parts[at] ?? 0) + 1;
    left -= 1;
  }
  return parts;
};

/** Who in the office may do it; a manager does most. */
export const officePerson = (employees: readonly DemoEmployee[], random: Random, capability: 'jobs:write' | 'jobs:bill'): Place => {
  const able = employees.flatMap(({ joinedAt, level }, place) => (joinedAt !== null && can(level, capability) ? [place] : []));
  return random.weighted(able, (place) => (employees[place]?.level === 'manager' ? 4 : 1));
};

/** The organization's jobs, oldest first: as many of them open as the profile says, all of these begun recently. */
export const draftJobs = (profile: Profile, seed: string, today: Day, employees: readonly DemoEmployee[]): JobDraft[] => {
  const random = randomOf(`${seed}/jobs`);
  const { jobs, openJobs, customers, entries } = profile.counts;
  const fieldNames = Array.from({ length: customers }, () => random.shuffled(profile.words.fields).slice(0, random.int(2, 5)));
  const everyCustomer = random.shuffled(Array.from({ length: customers }, (_, place) => place));
  const pastChoices = choicesOf(profile, today - DAYS_BACK, today - 4);
  const openChoices = choicesOf(profile, today - OPEN_DAYS, today);

  const drafts = Array.from({ length: jobs }, (_, index) => {
    const isOpen = index >= jobs - openJobs;
    const { plan, day: firstDay } = random.weighted(isOpen ? openChoices : pastChoices, (choice) => choice.weight);
    const lastDay = Math.min(firstDay + random.int(...plan.days) - 1, isOpen ? Infinity : today - 2);
    // Every customer has a job; beyond that a few customers have many.
    const customer = everyCustomer[index] ?? random.weighted(everyCustomer, (place) => 1 / (place + 4));
    const fieldName = random.pick(fieldNames[customer] ?? profile.words.fields);
    const lead = random.int(0, 6);
    const worked = Math.min(lastDay, today) - firstDay + 1;
    const hasBegun = !isOpen || random.int(1, NOT_BEGUN) > 1;
    const draft = {
      plan,
      name: fillIn(random.pick(plan.names), profile.words, random, { field: fieldName, nth: profile.words.nth[monthOf(firstDay)] ?? '' }),
      fieldName,
      lot: random.next(),
      customer,
      isOpen,
      firstDay,
      lastDay,
      at: momentOf(firstDay - lead, lead === 0 ? random.between(5, 7, 0.01) : random.between(7, 17, 0.01), profile.utcOffset),
      by: officePerson(employees, random, 'jobs:write'),
    };
    return { draft, size: hasBegun ? worked * plan.perDay * random.between(0.6, 1.5, 0.01) : 0 };
  });
  const parts = apportion(
    entries,
    drafts.map(({ size }) => size),
  );
  return drafts.map(({ draft }, at) => ({ ...draft, entries: parts[at] ?? 0 })).sort((a, b) => a.at - b.at);
};

/** How the job continued after its last day: completed, and billed if there was time for that. */
export const closeJob = (
  profile: Profile,
  random: Random,
  draft: JobDraft,
  today: Day,
  employees: readonly DemoEmployee[],
): StatusChange[] => {
  if (draft.isOpen) {
    return [];
  }
  const afternoon = (day: Day) => momentOf(day, random.between(13, 17.5, 0.01), profile.utcOffset);
  const completedOn = Math.min(draft.lastDay + random.int(1, 4), today - 1);
  const completed: StatusChange = {
    at: afternoon(completedOn),
    by: officePerson(employees, random, 'jobs:write'),
    from: 'open',
    to: 'completed',
  };
  const billedOn = completedOn + random.int(2, 21);
  const isBilled = billedOn <= today && random.chance(0.95);
  return isBilled
    ? [completed, { at: afternoon(billedOn), by: officePerson(employees, random, 'jobs:bill'), from: 'completed', to: 'billed' }]
    : [completed];
};

/** A bill that was wrong: in the middle of the year one job is reopened, and billed again the day after. */
export const reopenOne = <J extends { readonly changes: readonly StatusChange[] }>(jobs: readonly J[], today: Day): J[] => {
  const billedAt = ({ changes }: J): number => changes.at(-1)?.at ?? 0;
  const old = jobs.filter(({ changes }) => changes.length === 2).sort((a, b) => billedAt(a) - billedAt(b));
  const wrong = old.filter((job) => billedAt(job) < (today - 12) * 1440 * MINUTE_MS)[Math.floor(old.length / 2)];
  return jobs.map((job) => {
    const last = job.changes.at(-1);
    if (job !== wrong || !last) {
      return job;
    }
    const after = (days: number) => ({ at: last.at + days * 1440 * MINUTE_MS, by: last.by });
    return {
      ...job,
      changes: [...job.changes, { ...after(2), from: 'billed' as const, to: 'completed' as const }, { ...last, ...after(3) }],
    };
  });
};

/** The parts of a made-up address, and its lines as the country writes them. */
const placeOf = ({ country, words }: Profile, random: Random, text: string | null) => {
  const [street = null, town = null, region = null] = text?.split(', ') ?? [];
  const postalCode = street === null ? null : fillIn(words.postalCode, words, random);
  const parts = { street, postalCode, town, region, country };
  return { ...parts, address: addressOf(parts) };
};

/** How a customer gets and pays their bills: nine of ten by email. */
const billingOf = (businessName: string, place: Place, random: Random) => ({
  externalNumber: String(1001 + place),
  email: random.chance(0.9) ? `office@${plain(businessName)}.example` : null,
  paymentDays: random.chance(0.08) ? 14 : null,
  billWay: random.chance(0.05) ? ('print' as const) : null,
});

/** All customers: most were there from the beginning (`stamp`), the others came with their first job. */
export const generateCustomers = (
  profile: Profile,
  seed: string,
  drafts: readonly JobDraft[],
  stamp: () => { at: number; by: Place },
): DemoCustomer[] => {
  const random = randomOf(`${seed}/customers`);
  // What was added later draws from numbers of its own, so that everything else stays what it was.
  const billed = randomOf(`${seed}/customers/billing`);
  const { words } = profile;
  const taken = new Set<string>();
  const newName = (surname: string): string => {
    for (;;) {
      const name = fillIn(random.pick(words.businesses), words, random, { surname });
      if (!taken.has(name)) {
        taken.add(name);
        return name;
      }
      surname = random.pick(words.surnames);
    }
  };
  return Array.from({ length: profile.counts.customers }, (_, place) => {
    const lastName = random.pick(words.surnames);
    const hasContact = random.chance(0.8);
    const firstJob = drafts.find((draft) => draft.customer === place);
    const isLater = firstJob !== undefined && random.chance(0.25);
    const made = isLater ? { at: firstJob.at - random.int(1, 20) * MINUTE_MS, by: firstJob.by } : stamp();
    const businessName = newName(lastName);
    return {
      ...made,
      businessName,
      ...placeOf(profile, billed, random.chance(0.93) ? fillIn(random.pick(words.addresses), words, random) : null),
      ...billingOf(businessName, place, billed),
      phoneNumber: random.chance(0.92) ? fillIn(random.pick(words.phones), words, random) : null,
      firstName: hasContact ? random.pick(words.firstNames) : null,
      lastName: hasContact ? lastName : null,
    };
  });
};
