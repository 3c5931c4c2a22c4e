import type { AccessLevel } from '#shared/access/roles.ts';
import type { FieldType } from '#shared/domain/custom-data-field.ts';

/** The range of a number field: a total, or (`perHour`) what an hour of work yields. */
export interface Measure {
  readonly from: number;
  readonly to: number;
  readonly step: number;
  readonly perHour?: boolean;
}

/** A field besides the six system fields. */
export interface FieldPlan {
  readonly name: string;
  readonly fieldType: FieldType;
  readonly description: string;
  readonly options?: readonly string[];
  readonly defaultValue?: string;
  readonly isActive?: boolean;
  /** What people write into a text field. */
  readonly texts?: readonly string[];
}

/** A service: what is recorded about it, which machines it uses, how much it yields. */
export interface ServicePlan {
  readonly name: string;
  readonly description: string;
  readonly fields: readonly string[];
  readonly required: readonly string[];
  /** Kinds of machines: one machine from each list works at the same time. */
  readonly slots: readonly (readonly string[])[];
  readonly allowMultipleOperators?: boolean;
  readonly hours: readonly [number, number];
  /** By the name of the number field. */
  readonly measures: Readonly<Record<string, Measure>>;
  readonly notes: readonly string[];
}

/** Machines of one kind. */
interface MachinePlan {
  readonly kind: string;
  readonly count: number;
  /** The prefix of the unit number: `T` gives T-101, T-102 … */
  readonly unit: string;
  readonly sizes?: readonly string[];
}

/** One step of a job's work: its share of the entries, and which part of the job's time it takes (0 to 1). */
export interface WorkPlan {
  readonly service: string;
  readonly share: number;
  readonly from: number;
  readonly to: number;
}

/** A kind of job, when in the year it comes up, and the work that it consists of. */
export interface JobPlan {
  readonly weight: number;
  /** How busy each month is with it, January first, each a digit from 0 to 9. */
  readonly months: string;
  readonly names: readonly string[];
  readonly days: readonly [number, number];
  /** Entries on a day, compared with other jobs. */
  readonly perDay: number;
  readonly work: readonly WorkPlan[];
}

/** A person whom every run of the demo knows by name. */
export interface PersonPlan {
  readonly firstName: string;
  readonly lastName: string;
  readonly level: AccessLevel;
  readonly isOperator: boolean;
}

/** Lists from which names, addresses and notes are made. In a pattern `{word}` takes one of a list, `#` a digit. */
export interface Words {
  readonly firstNames: readonly string[];
  readonly surnames: readonly string[];
  readonly businesses: readonly string[];
  readonly places: readonly string[];
  readonly addresses: readonly string[];
  readonly roads: readonly string[];
  readonly towns: readonly string[];
  readonly phones: readonly string[];
  /** Of all towns; `#` is a digit. */
  readonly postalCode: string;
  readonly fields: readonly string[];
  /** `{nth}` of a job's name, by month. */
  readonly nth: readonly string[];
  readonly notes: readonly string[];
  readonly rainNotes: readonly string[];
}

/** Everything that distinguishes one made-up organization from another. */
export interface Profile {
  readonly name: string;
  readonly domain: string;
  /** ISO 3166-1, of the organization and its customers. */
  readonly country: 'US' | 'DE';
  /** Month and day, `MM-dd`; null: 1 January. */
  readonly seasonStart: string | null;
  readonly utcOffset: number;
  readonly counts: {
    readonly operators: number;
    readonly customers: number;
    readonly jobs: number;
    readonly openJobs: number;
    readonly entries: number;
    readonly photos: number;
  };
  readonly rainChance: number;
  /** The owner first, then one person for each level to sign in as; all have accounts. */
  readonly people: readonly [PersonPlan, ...PersonPlan[]];
  readonly fields: readonly FieldPlan[];
  readonly services: readonly ServicePlan[];
  readonly machines: readonly MachinePlan[];
  readonly jobs: readonly JobPlan[];
  readonly words: Words;
}
