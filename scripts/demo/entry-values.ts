import { columnOf } from '#shared/domain/system-fields.ts';
import { dateOf, type Day } from '#demo/calendar.ts';
import type { JobDraft } from '#demo/generate-jobs.ts';
import type { DemoEntry, DemoField } from '#demo/organization.ts';
import type { FieldPlan, Measure, Profile, ServicePlan } from '#demo/profile.ts';
import { type Random, roundTo } from '#demo/random.ts';

const NOTES_CHANCE = 0.12;
/** How often an optional value is filled in. */
const GIVEN_CHANCE = 0.85;

type Values = Pick<DemoEntry, 'billableHours' | 'fuel' | 'loads' | 'notes' | 'customFieldValues'>;

/** What is known about an entry when its values are made up. */
export interface Work {
  readonly service: ServicePlan;
  /** The service's fields, out of the organization's. */
  readonly fields: readonly DemoField[];
  readonly day: Day;
  readonly hours: number;
  readonly isRainy: boolean;
  readonly job: JobDraft;
  /** Kinds of the machines at work, such as 'Round baler'. */
  readonly kinds: readonly string[];
}

const amountOf = (measure: Measure | undefined, field: string, { service, hours }: Work, random: Random): number => {
  if (measure === undefined) {
    throw new Error(`${service.name} has no measure for ${field}.`);
  }
  const { from, to, step, perHour = false } = measure;
  return Math.max(step, roundTo(random.between(from, to, 0.01) * (perHour ? hours : 1), step));
};

const SHORTEST_TELLING_WORD = 4;

/**
 * An option that fits a machine at work ('Round, net wrap') or the job ('corn', 'fungicide'); otherwise the job's random number decides.
 */
const optionOf = (options: readonly string[], { kinds, job }: Work): string => {
  const words = job.name
    .toLowerCase()
    .split(/[ ,]+/)
    .filter((word) => word.length >= SHORTEST_TELLING_WORD);
  const ofMachine = options.filter((option) => kinds.some((kind) => option.split(/[ ,]/)[0] === kind.split(' ')[0]));
  const ofJob = options.filter((option) => words.some((word) => option.toLowerCase().includes(word)));
  const fitting = [ofMachine, ofJob, options].find((some) => some.length > 0) ?? options;
  return fitting[Math.floor(job.lot * fitting.length)] ?? '';
};

const customValue = (field: DemoField, plan: FieldPlan | undefined, work: Work, random: Random): string | number | boolean => {
  switch (field.fieldType) {
    case 'number':
      return amountOf(work.service.measures[field.name], field.name, work, random);
    case 'boolean':
      return work.isRainy && random.chance(0.7);
    case 'select':
      return optionOf(field.options, work);
    case 'date':
      return dateOf(Math.max(work.job.firstDay, work.day - random.int(1, 3)));
    default:
      return plan?.texts ? random.pick(plan.texts) : work.job.fieldName;
  }
};

const noteOf = ({ words }: Profile, { service, isRainy }: Work, random: Random): string => {
  if (isRainy && random.chance(0.4)) {
    return random.pick(words.rainNotes);
  }
  return random.pick(random.chance(0.4) ? service.notes : words.notes);
};

/** Fills the service's fields: each required one, and most of the others. */
export const entryValues = (profile: Profile, work: Work, random: Random): Values => {
  const customFieldValues: Record<string, string | number | boolean> = {};
  let billableHours: number | null = null;
  let fuel: number | null = null;
  let loads: number | null = null;
  let notes: string | null = null;
  for (const field of work.fields) {
    const { name } = field;
    const isRequired = work.service.required.includes(name);
    const column = columnOf(field);
    if (column === 'notes') {
      notes = isRequired || random.chance(NOTES_CHANCE) ? noteOf(profile, work, random) : null;
    } else if (isRequired || random.chance(GIVEN_CHANCE)) {
      if (column === 'billableHours') {
        billableHours = Math.max(0.25, work.hours - random.pick([0, 0, 0, 0.25, 0.5]));
      } else if (column === 'fuel') {
        fuel = amountOf(work.service.measures[name], name, work, random);
      } else if (column === 'loads') {
        loads = amountOf(work.service.measures[name], name, work, random);
      } else if (column === null) {
        const plan = profile.fields.find((candidate) => candidate.name === name);
        customFieldValues[name] = customValue(field, plan, work, random);
      }
    }
  }
  return { billableHours, fuel, loads, notes, customFieldValues };
};
