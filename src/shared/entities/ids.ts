import * as z from 'zod/mini';
import { LARGEST_ID } from '#shared/lib/largest-id.ts';

/** The records that an organization owns and that are addressed by an id of their own. */
export const ENTITIES = [
  'customer',
  'employee',
  'serviceType',
  'customDataField',
  'equipment',
  'implement',
  'job',
  'jobEntry',
  'rate',
  'costRate',
  'billDraft',
] as const;
export type Entity = (typeof ENTITIES)[number];

/** What people call the record, for sentences such as 'Job not found'. */
export const ENTITY_LABEL: Record<Entity, string> = {
  customer: 'Customer',
  employee: 'Employee',
  serviceType: 'Service',
  customDataField: 'Data field',
  equipment: 'Equipment',
  implement: 'Implement',
  job: 'Job',
  jobEntry: 'Job entry',
  rate: 'Rate',
  costRate: 'Cost rate',
  billDraft: 'Draft bill',
};

const MESSAGE = 'Must be the id of a record';

let areTemporaryIdsFine = false;

/**
 * Runs a check in which a record may also be named by the temporary id of a device, which is larger than any other: for the forms of the
 * app, whose engine knows the real id before anything is sent. The check must not wait for anything.
 */
export const withTemporaryIds = <T>(check: () => T): T => {
  areTemporaryIdsFine = true;
  try {
    return check();
  } finally {
    areTemporaryIdsFine = false;
  }
};

/** At most the largest id, but for a check that takes temporary ones. */
const atMostLargest = (message: string) =>
  new z.core.$ZodCheckLessThan({
    check: 'less_than',
    value: LARGEST_ID,
    inclusive: true,
    error: () => message,
    when: ({ value }) => typeof value === 'number' && !areTemporaryIdsFine,
  });

/** The id of a record of this kind, as a number. */
export const idOf = (entity: Entity) => {
  const message = `${MESSAGE} (${ENTITY_LABEL[entity].toLowerCase()})`;
  return z.int(message).check(z.minimum(1, message), atMostLargest(message));
};

/** An id in an address: digits only (decisions §2: anything else is 400). */
export const pathId = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,9}$/, 'Must be a positive integer')),
  z.pipe(
    z.transform((text: string) => Number(text)),
    z.number().check(z.maximum(LARGEST_ID, 'Must be a positive integer below 2147483648')),
  ),
);
