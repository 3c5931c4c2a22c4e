import { type CalendarDate, seasonOf } from '#shared/lib/dates.ts';
import { dateOf, type Day, isSunday, momentOf } from '#demo/calendar.ts';
import { type Crew, createRoster, type Roster } from '#demo/crew.ts';
import { entryValues } from '#demo/entry-values.ts';
import { type JobDraft, officePerson } from '#demo/generate-jobs.ts';
import type { Setup } from '#demo/generate-setup.ts';
import type { Correction, DemoEntry, Place } from '#demo/organization.ts';
import type { Profile, WorkPlan } from '#demo/profile.ts';
import { type Random, randomOf, roundTo } from '#demo/random.ts';

const SECOND_MS = 1000;
const TRIES = 8;
const PHOTO_CHANCE = 0.04;
const CORRECTION_CHANCE = 0.02;
const SUNDAY_CHANCE = 0.2;
/** Less than this is not a piece of work: another day is looked for. */
const LEAST_HOURS = 1.5;

interface Season {
  readonly profile: Profile;
  readonly seed: string;
  readonly today: Day;
  readonly setup: Setup;
  readonly seasonStartDate: CalendarDate | null;
}

/** Whether it rained there on that day: the same for every job. */
const isRainy = ({ profile, seed }: Season, day: Day): boolean => randomOf(`${seed}/rain/${day}`).chance(profile.rainChance);

/** A day within the part of the job's time that the step takes; not after today, seldom a Sunday. */
const dayFor = (draft: JobDraft, step: WorkPlan, today: Day, random: Random): Day => {
  const span = draft.lastDay - draft.firstDay + 1;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const part = step.from + random.next() * (step.to - step.from);
    const day = draft.firstDay + Math.min(span - 1, Math.floor(part * span));
    if (day <= today && (!isSunday(day) || random.chance(SUNDAY_CHANCE))) {
      return day;
    }
  }
  return Math.min(today, draft.firstDay + random.int(0, span - 1));
};

/** A day on which a machine and an operator are free for it; of several full days the one with most room. */
const findCrew = (draft: JobDraft, step: WorkPlan, service: Place, today: Day, roster: Roster, random: Random) => {
  let best: { day: Day; crew: Crew } | undefined;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const day = dayFor(draft, step, today, random);
    const crew = roster.find(service, day);
    if (crew.room >= LEAST_HOURS) {
      return { day, crew };
    }
    best = best && best.crew.room >= crew.room ? best : { day, crew };
  }
  if (!best) {
    throw new Error('No day was tried.');
  }
  return best;
};

const correctionOf = (
  entry: { at: number; day: Day; totalHours: number },
  { profile, setup, today }: Season,
  random: Random,
): Correction | null => {
  // On the next morning, when the day's entries are reviewed.
  if (entry.day >= today || !random.chance(CORRECTION_CHANCE)) {
    return null;
  }
  const totalHours = entry.totalHours + random.pick([-0.5, -0.25, 0.25, 0.5, 1]);
  const at = momentOf(entry.day + 1, random.between(8.5, 11.5, 0.01), profile.utcOffset);
  return totalHours > 0 ? { at, by: officePerson(setup.employees, random, 'jobs:write'), totalHours } : null;
};

const photosOf = (profile: Profile, random: Random): Place[] =>
  random.chance(PHOTO_CHANCE)
    ? [...new Set(Array.from({ length: random.pick([1, 1, 1, 2, 3]) }, () => random.int(0, profile.counts.photos - 1)))]
    : [];

/** The entries of one job, in no order. */
const entriesOfJob = (season: Season, draft: JobDraft, job: Place, roster: Roster, random: Random): DemoEntry[] => {
  const { profile, setup, today } = season;
  return Array.from({ length: draft.entries }, () => {
    const step = random.weighted(draft.plan.work, ({ share }) => share);
    const service = profile.services.findIndex(({ name }) => name === step.service);
    const plan = profile.services[service];
    if (!plan) {
      throw new Error(`The profile speaks of ${step.service}, which it does not define.`);
    }
    const { day, crew } = findCrew(draft, step, service, today, roster, random);
    const rainy = isRainy(season, day);
    const wanted = random.between(...plan.hours, 0.25) * (rainy ? 0.6 : 1);
    const totalHours = roster.book(crew, day, roundTo(wanted, 0.25));
    const fields = (setup.services[service]?.fields ?? []).flatMap((place) => setup.fields[place] ?? []);
    const kinds = crew.machines.map((place) => setup.machines[place]?.kind ?? '');
    const work = { service: plan, fields, day, hours: totalHours, isRainy: rainy, job: draft, kinds };
    const [first = 0] = crew.operators;
    const logsHimself = setup.employees[first]?.joinedAt !== null;
    // Most people log in the afternoon or evening; a few remember it the next morning.
    const forgot = day < today && random.chance(0.07);
    const at = forgot
      ? momentOf(day + 1, random.between(6, 8, 0.01), profile.utcOffset)
      : momentOf(day, random.between(11, 21, 0.01), profile.utcOffset);
    return {
      at: at + random.int(0, 59) * SECOND_MS,
      by: logsHimself ? first : officePerson(setup.employees, random, 'jobs:write'),
      job,
      service,
      date: dateOf(day),
      season: seasonOf(dateOf(day), season.seasonStartDate),
      machines: crew.machines,
      operators: crew.operators,
      totalHours,
      ...entryValues(profile, work, random),
      photos: photosOf(profile, random),
      correction: correctionOf({ at, day, totalHours }, season, random),
    };
  });
};

/** The entries of all jobs, in the order in which they were logged. */
export const generateEntries = (season: Season, drafts: readonly JobDraft[]): DemoEntry[] => {
  const { profile, seed, setup } = season;
  const random = randomOf(`${seed}/entries`);
  const roster = createRoster(profile, setup.machines, setup.employees, random);
  return drafts.flatMap((draft, job) => entriesOfJob(season, draft, job, roster, random)).sort((a, b) => a.at - b.at);
};
