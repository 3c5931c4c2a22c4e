import type { AccessLevel } from '#shared/access/roles.ts';
import type { FieldType } from '#shared/domain/custom-data-field.ts';
import type { JobStatus } from '#shared/domain/job.ts';
import type { CalendarDate } from '#shared/lib/dates.ts';

/** The index of a record in its list; the database assigns the real ids. Moments are milliseconds since 1970. */
export type Place = number;

interface Made {
  readonly at: number;
  /** The employee who made it. */
  readonly by: Place;
}

/** A service data field. */
export interface DemoField extends Made {
  readonly name: string;
  readonly fieldType: FieldType;
  readonly description: string | null;
  readonly defaultValue: string | null;
  readonly isRequired: boolean;
  readonly isActive: boolean;
  readonly isSystem: boolean;
  readonly options: readonly string[];
}

/** A service type with the fields that it offers and requires. */
export interface DemoService extends Made {
  readonly name: string;
  readonly description: string;
  readonly fields: readonly Place[];
  readonly required: readonly Place[];
  readonly equipmentCount: number;
  readonly allowMultipleOperators: boolean;
}

/** A piece of equipment; its kind is what services ask for. */
export interface DemoMachine extends Made {
  readonly kind: string;
  readonly name: string;
  readonly unitNumber: string;
  readonly serialNumber: string;
  readonly services: readonly Place[];
}

/** An employee, with or without an account. */
export interface DemoEmployee extends Made {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string | null;
  readonly phoneNumber: string | null;
  readonly level: AccessLevel;
  readonly isOperator: boolean;
  readonly isUser: boolean;
  /** When the account was created; null: nobody signs in as this employee (yet). */
  readonly joinedAt: number | null;
  /** Services whose machines this employee drives. */
  readonly skills: readonly Place[];
}

/** A customer and its contact. */
export interface DemoCustomer extends Made {
  readonly businessName: string;
  readonly address: string | null;
  readonly phoneNumber: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly externalNumber: string;
  readonly email: string | null;
  readonly street: string | null;
  readonly postalCode: string | null;
  readonly town: string | null;
  readonly region: string | null;
  readonly country: string;
  readonly paymentDays: number | null;
  /** Null: by email if there is an address. */
  readonly billWay: 'print' | null;
}

/** A step of a job's status, recorded in the audit log. */
export interface StatusChange extends Made {
  readonly from: JobStatus;
  readonly to: JobStatus;
}

/** A job as it is now, and its history. */
interface DemoJob extends Made {
  readonly name: string;
  readonly customer: Place;
  readonly status: JobStatus;
  readonly changes: readonly StatusChange[];
}

/** A later correction of an entry: the value that its `totalHours` had before. */
export interface Correction extends Made {
  readonly totalHours: number;
}

/** An entry as it is now. */
export interface DemoEntry extends Made {
  readonly job: Place;
  readonly service: Place;
  readonly date: CalendarDate;
  readonly season: string;
  readonly machines: readonly Place[];
  readonly operators: readonly Place[];
  readonly totalHours: number;
  readonly billableHours: number | null;
  readonly fuel: number | null;
  readonly loads: number | null;
  readonly notes: string | null;
  readonly photos: readonly Place[];
  readonly customFieldValues: Readonly<Record<string, string | number | boolean>>;
  readonly correction: Correction | null;
}

/** A picture and the name under which the server keeps it. */
export interface DemoPhoto {
  readonly name: string;
  readonly bytes: Buffer;
}

/** A made-up organization and its season, complete, without a database. */
export interface DemoOrganization {
  readonly name: string;
  readonly seasonStartDate: CalendarDate | null;
  readonly createdAt: number;
  readonly onboardedAt: number;
  readonly fields: readonly DemoField[];
  readonly services: readonly DemoService[];
  readonly machines: readonly DemoMachine[];
  /** The owner first. */
  readonly employees: readonly DemoEmployee[];
  readonly customers: readonly DemoCustomer[];
  readonly jobs: readonly DemoJob[];
  /** In the order in which they were logged. */
  readonly entries: readonly DemoEntry[];
  readonly photos: readonly DemoPhoto[];
}
