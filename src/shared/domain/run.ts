import * as z from 'zod/mini';
import { crudEndpoints } from '#shared/domain/crud-endpoints.ts';
import { amount, calendarDate, nullableNumber, nullableText, optionalText, pageQuery, recordFields } from '#shared/domain/fields.ts';
import { jobEntry, MAX_FILES } from '#shared/domain/job-entry.ts';
import { momentOfWork } from '#shared/domain/spans.ts';
import { defineEndpoint } from '#shared/endpoint.ts';
import { firstly } from '#shared/entities/first-values.ts';
import { idOf } from '#shared/entities/ids.ts';
import { type KindWords, say } from '#shared/lib/words.ts';
import { because } from '#shared/messages/because.ts';

/** How the fuel of a run is shared among its entries; `hand`: each has what somebody typed. */
export const SHARE_WAYS = ['hours', 'area', 'loads', 'hand'] as const;
export type ShareWay = (typeof SHARE_WAYS)[number];

const idList = (entity: 'equipment' | 'employee') =>
  z.array(idOf(entity)).check(
    z.maxLength(50, because('atMost', { most: 50 })),
    z.refine((ids) => new Set(ids).size === ids.length, because('eachOnlyOnce')),
  );

/** Like work by one crew at one customer after the other (decision 0075); its stops are its entries. */
export const runInput = z.object({
  date: calendarDate(),
  serviceTypeId: idOf('serviceType'),
  equipmentIds: z.optional(idList('equipment')),
  operatorIds: z.optional(idList('employee')),
  implementId: z.optional(z.nullable(idOf('implement'))),
  /** For the whole run; its entries get their shares. */
  fuel: amount('Fuel'),
  shareBy: z.optional(z.enum(SHARE_WAYS, because('shareWayUnknown'))),
  startedAt: momentOfWork,
  endedAt: z.optional(z.nullable(momentOfWork)),
  notes: optionalText,
  photos: z.optional(z.array(z.string()).check(z.maxLength(MAX_FILES, because('atMostFiles', { most: MAX_FILES })))),
});
export const runPatch = z.partial(runInput);

export const run = z.object({
  ...recordFields,
  updatedBy: z.nullable(z.int()),
  date: z.string(),
  serviceTypeId: z.int(),
  equipmentIds: z.array(z.int()),
  operatorIds: z.array(z.int()),
  implementId: z.nullable(z.int()),
  fuel: nullableNumber,
  shareBy: firstly(z.enum(SHARE_WAYS), 'hours'),
  startedAt: z.string(),
  endedAt: nullableText,
  notes: nullableText,
  photos: z.array(z.string()),
});
export type Run = z.output<typeof run>;
export type RunInput = z.output<typeof runInput>;
export type RunPatch = z.output<typeof runPatch>;

export const runEndpoints = {
  ...crudEndpoints('run', {
    input: runInput,
    patch: runPatch,
    record: run,
    one: 'a run',
    list: 'Runs, newest first',
    says: { remove: 'Delete a run; its entries stay' },
  }),
  entries: defineEndpoint({
    method: 'GET',
    path: '/api/runs/:id/entries',
    summary: 'Entries of a run, newest first',
    scope: 'record',
    entity: 'run',
    capability: 'records:read',
    query: z.object(pageQuery),
    response: z.array(jobEntry),
  }),
};

/** For the documentation of the API. */
export const runWords: KindWords = {
  group: ['Runs', 'Like work by one crew at one customer after the other. Its stops are job entries.'],
  record: 'A run: what is the same for all of its stops, and what was measured for all of them together.',
  input: 'A new run.',
  patch: 'A change of a run. Its fuel is shared among its entries anew.',
  fields: {
    date: say('The day on which it began.', '2025-10-09', 'date'),
    equipmentIds: say('Machines.', [9]),
    operatorIds: say('Employees who did the work.', [2]),
    implementId: say('The implement.', null),
    fuel: say('Gallons or liters for the whole run. Each entry that is not billed gets its share.', 46),
    shareBy: say('How fuel is shared: by hours, area or loads, or by hand, which leaves the entries as they are.', 'area'),
    startedAt: say('When it began.', '2025-10-09T07:05:00-05:00', 'date-time'),
    endedAt: say('When it ended; null: it goes on.', '2025-10-09T16:55:00-05:00', 'date-time'),
    notes: say('What is about all of it.', 'Wet until noon'),
    photos: say('Files about all of it, at most three.', []),
  },
};
