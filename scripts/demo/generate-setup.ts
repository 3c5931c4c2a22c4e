import { SYSTEM_FIELDS } from '#shared/domain/system-fields.ts';
import { type Day, MINUTE_MS, momentOf } from '#demo/calendar.ts';
import type { DemoEmployee, DemoField, DemoMachine, DemoService, Place } from '#demo/organization.ts';
import { emailOf, fillIn, newNames } from '#demo/people.ts';
import type { Profile } from '#demo/profile.ts';
import { type Random, randomOf } from '#demo/random.ts';

const OWNER: Place = 0;
const SECOND_MS = 1000;
/** No letters that can be mistaken for digits. */
const SERIAL_LETTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ';

/** What exists before the first job: created by the owner within one evening, one thing after another. */
export interface Setup {
  readonly createdAt: number;
  readonly fields: readonly DemoField[];
  readonly services: readonly DemoService[];
  readonly machines: readonly DemoMachine[];
  readonly employees: readonly DemoEmployee[];
  /** The next moment of that evening, by the owner. */
  readonly next: () => { at: number; by: Place };
}

type Stamp = Setup['next'];

const makeFields = (profile: Profile, stamp: Stamp): DemoField[] => [
  ...SYSTEM_FIELDS.map((field) => ({
    ...stamp(),
    ...field,
    description: null,
    defaultValue: null,
    isActive: true,
    isSystem: true,
    options: [],
  })),
  ...profile.fields.map(({ name, fieldType, description, defaultValue = null, isActive = true, options = [] }) => ({
    ...stamp(),
    name,
    fieldType,
    description,
    defaultValue,
    isRequired: false,
    isActive,
    isSystem: false,
    options,
  })),
];

const placesOf = (names: readonly string[], records: readonly { name: string }[]): Place[] =>
  names.map((name) => {
    const place = records.findIndex((record) => record.name === name);
    if (place === -1) {
      throw new Error(`The profile speaks of ${name}, which it does not define.`);
    }
    return place;
  });

const makeServices = (profile: Profile, fields: readonly DemoField[], stamp: Stamp): DemoService[] =>
  profile.services.map((plan) => ({
    ...stamp(),
    name: plan.name,
    description: plan.description,
    fields: placesOf(plan.fields, fields),
    required: placesOf(plan.required, fields),
    equipmentCount: plan.slots.length,
    allowMultipleOperators: plan.allowMultipleOperators ?? false,
  }));

/** Three letters and eight digits. */
const serialNumber = (random: Random): string => {
  const letters = Array.from({ length: 3 }, () => SERIAL_LETTERS.charAt(random.int(0, SERIAL_LETTERS.length - 1)));
  return `${letters.join('')}${random.int(10_000_000, 99_999_999)}`;
};

const makeMachines = (profile: Profile, random: Random, stamp: Stamp): DemoMachine[] =>
  profile.machines.flatMap(({ kind, count, unit, sizes }) =>
    Array.from({ length: count }, (_, at) => ({
      ...stamp(),
      kind,
      name: [count > 1 ? `${kind} ${at + 1}` : kind, sizes?.[at % sizes.length]].filter(Boolean).join(', '),
      unitNumber: `${unit}-${101 + at}`,
      serialNumber: serialNumber(random),
      services: profile.services.flatMap((service, place) => (service.slots.some((slot) => slot.includes(kind)) ? [place] : [])),
    })),
  );

/** Which services each operator can do: a few each, and enough operators for each service. */
const makeSkills = (profile: Profile, operators: readonly Place[], random: Random): Map<Place, Place[]> => {
  const skills = new Map<Place, Place[]>(operators.map((operator) => [operator, []]));
  const work = profile.services.map((service) =>
    profile.jobs.reduce((sum, job) => {
      const shares = job.work.reduce((all, { share }) => all + share, 0);
      const share = job.work.find((step) => step.service === service.name)?.share ?? 0;
      return sum + (job.weight * job.perDay * share) / shares;
    }, 0),
  );
  const all = work.reduce((sum, amount) => sum + amount, 0);
  for (const [service, amount] of work.entries()) {
    const enough = Math.min(operators.length, Math.max(3, Math.ceil((2.6 * operators.length * amount) / all)));
    // Those with the fewest skills learn it, so that nobody is left without work.
    const learners = random.shuffled(operators).sort((a, b) => (skills.get(a)?.length ?? 0) - (skills.get(b)?.length ?? 0));
    for (const learner of learners.slice(0, enough)) {
      skills.get(learner)?.push(service);
    }
  }
  return skills;
};

const makeEmployees = (profile: Profile, random: Random, stamp: Stamp): DemoEmployee[] => {
  const phone = () => fillIn(random.pick(profile.words.phones), profile.words, random);
  const freshNames = newNames(profile, random);
  const named = profile.people.map(({ level, ...person }, place) => ({
    ...person,
    email: emailOf(profile, person),
    phoneNumber: phone(),
    level,
    isUser: true,
    hasAccount: true,
    isOwner: place === OWNER,
  }));
  const operators = Array.from({ length: profile.counts.operators }, (_, at) => {
    const names = freshNames();
    // Out of ten operators five sign in, one is invited and has not come yet, and four use no computer.
    const isUser = at % 10 < 6;
    const hasAddress = isUser || random.chance(0.3);
    return {
      ...names,
      email: hasAddress ? emailOf(profile, names) : null,
      phoneNumber: random.chance(0.9) ? phone() : null,
      level: at % 12 === 0 ? ('advanced' as const) : at % 5 === 4 ? ('employee' as const) : ('basic' as const),
      isOperator: true,
      isUser,
      hasAccount: isUser && at % 10 !== 5,
      isOwner: false,
    };
  });
  const everybody = [...named, ...operators];
  const drivers = everybody.flatMap((person, place) => (person.isOperator ? [place] : []));
  const skills = makeSkills(profile, drivers, random);
  return everybody.map(({ hasAccount, isOwner, ...person }, place) => {
    const made = stamp();
    const joinsLater = made.at + random.int(30, 40 * 60) * MINUTE_MS;
    return {
      ...person,
      ...made,
      joinedAt: isOwner ? made.at - 12 * MINUTE_MS : hasAccount ? joinsLater : null,
      skills: skills.get(place) ?? [],
    };
  });
};

/** The organization as its owner set it up on the evening of this day. */
export const generateSetup = (profile: Profile, seed: string, day: Day): Setup => {
  const random = randomOf(`${seed}/setup`);
  const createdAt = momentOf(day, 18, profile.utcOffset);
  let at = createdAt;
  const next = () => {
    at += random.int(4, 70) * SECOND_MS;
    return { at, by: OWNER };
  };
  const employees = makeEmployees(profile, random, next);
  const fields = makeFields(profile, next);
  const services = makeServices(profile, fields, next);
  const machines = makeMachines(profile, random, next);
  return { createdAt, fields, services, machines, employees, next };
};
