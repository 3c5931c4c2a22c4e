import type { CalendarDate } from '#shared/lib/dates.ts';
import { dateOf, dayOf } from '#demo/calendar.ts';
import { drawPhotos } from '#demo/draw-photos.ts';
import { generateEntries } from '#demo/generate-entries.ts';
import { closeJob, DAYS_BACK, draftJobs, generateCustomers, reopenOne } from '#demo/generate-jobs.ts';
import { generateSetup } from '#demo/generate-setup.ts';
import type { DemoOrganization } from '#demo/organization.ts';
import type { Profile } from '#demo/profile.ts';
import { randomOf } from '#demo/random.ts';

/** Between setting up and the first day of work. */
const DAYS_TO_BEGIN = 12;

/**
 * A year of work up to `today`, generated from the seed alone: the same arguments produce the same data. It reaches 365 days back rather
 * than to the season's first day, so that there is something to see in January too.
 */
export const generateOrganization = (seedNumber: number, today: CalendarDate, profile: Profile): DemoOrganization => {
  const seed = `${seedNumber}/${profile.name}`;
  const day = dayOf(today);
  const setupDay = day - DAYS_BACK - DAYS_TO_BEGIN;
  const seasonStartDate = profile.seasonStart === null ? null : `${dateOf(setupDay).slice(0, 4)}-${profile.seasonStart}`;
  const setup = generateSetup(profile, seed, setupDay);
  const drafts = draftJobs(profile, seed, day, setup.employees);
  const customers = generateCustomers(profile, seed, drafts, setup.next);
  const closing = randomOf(`${seed}/closing`);
  const closed = drafts.map((draft) => {
    const changes = closeJob(profile, closing, draft, day, setup.employees);
    const { name, customer, at, by } = draft;
    return { name, customer, at, by, changes, status: changes.at(-1)?.to ?? 'open' };
  });
  const jobs = reopenOne(closed, day);
  const { createdAt, fields, services, machines, employees } = setup;
  return {
    name: profile.name,
    seasonStartDate,
    createdAt,
    onboardedAt: setup.next().at,
    fields,
    services,
    machines,
    employees,
    customers,
    jobs,
    entries: generateEntries({ profile, seed, today: day, setup, seasonStartDate }, drafts),
    photos: drawPhotos(profile.counts.photos, `${seed}/photos`),
  };
};
