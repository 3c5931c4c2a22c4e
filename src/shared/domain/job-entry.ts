import * as z from 'zod/mini';
import {
  amount,
  calendarDate,
  MAX_TEXT,
  nullableNumber,
  nullableText,
  optionalText,
  pageQuery,
  recordFields,
} from '#shared/domain/fields.ts';
import { hint } from '#shared/domain/hint.ts';
import { momentOfWork, span, spans } from '#shared/domain/spans.ts';
import { defineEndpoint } from '#shared/endpoint.ts';
import { idOf, pathId } from '#shared/entities/ids.ts';
import { because } from '#shared/messages/because.ts';

/** Files of one attachment field (specification 5.33, 8.20). */
export const MAX_FILES = 3;
/** The longest question of the office, and the longest answer. */
export const MAX_QUESTION = 500;
export const MAX_FILE_BYTES = 10_485_760;

/** Whether a stored file of this name is a picture that every browser shows, judged by the extension that its bytes gave it. */
export const isPictureName = (name: string): boolean => /\.(jpg|png|gif|webp)$/.test(name);

const idList = (entity: 'equipment' | 'employee') =>
  z.optional(
    z.array(idOf(entity)).check(
      z.maxLength(50, because('atMost', { most: 50 })),
      z.refine((ids) => new Set(ids).size === ids.length, because('eachOnlyOnce')),
    ),
  );

/** Whether the text is a file as a device sends it. */
export const isDataString = (text: string): boolean => /^data:[^,]{0,200};base64,/.test(text.slice(0, 300));

const listItem = z.string().check(z.refine((text) => text.length <= MAX_TEXT || isDataString(text), because('tooLong')));

/** A value under a field's name: the types of all kinds of fields. */
const fieldValue = z.nullable(
  z.union([
    z.string().check(z.maxLength(MAX_TEXT, because('textTooLong', { most: MAX_TEXT }))),
    z.number(),
    z.boolean(),
    z.array(z.union([listItem, z.number()])).check(z.maxLength(50, because('atMost', { most: 50 }))),
  ]),
);

const entryFields = {
  date: calendarDate(),
  equipmentId: z.optional(z.nullable(idOf('equipment'))),
  equipmentIds: idList('equipment'),
  operatorId: z.optional(z.nullable(idOf('employee'))),
  operatorIds: idList('employee'),
  implementId: z.optional(z.nullable(idOf('implement'))),
  totalHours: amount('Hours'),
  billableHours: amount('Billable Hours'),
  fuel: amount('Fuel'),
  loads: amount('Loads'),
  notes: optionalText,
  /** Data strings of new files, or names of files that the organization already has. */
  photos: z.optional(z.nullable(z.array(z.string()).check(z.maxLength(MAX_FILES, because('atMostFiles', { most: MAX_FILES }))))),
  /** The run that it is a stop of. */
  runId: z.optional(z.nullable(idOf('run'))),
  /** When it was worked. */
  spans: z.optional(spans),
  /** Hints that somebody looked at and said are right (`hintKey`). */
  hintsAccepted: z.optional(
    z
      .array(z.string().check(z.minLength(1), z.maxLength(400, because('textTooLong', { most: 400 }))))
      .check(z.maxLength(50, because('atMost', { most: 50 }))),
  ),
  customFieldValues: z.optional(
    z.nullable(
      z
        .record(z.string().check(z.minLength(1), z.maxLength(300)), fieldValue)
        .check(z.refine((values) => Object.keys(values).length <= 500, because('atMostValues', { most: 500 }))),
    ),
  ),
};

export const jobEntryInput = z.object({ ...entryFields, serviceTypeId: idOf('serviceType') });

/** Where an entry goes whose job is not known: on 'No job yet' of this customer (specification 5.40). */
const awaiting = { customerId: idOf('customer'), awaitsJob: z.optional(z.literal(true, because('mustBeTrueOrAbsent'))) };
export const awaitingEntryInput = z.extend(jobEntryInput, awaiting);

/**
 * An entry may move to another open job; its customer always comes from the job (specification 5.37). Without a job, `awaitsJob` or another
 * customer moves it to 'No job yet' of that customer, or else of its own.
 */
export const jobEntryPatch = z.partial(
  z.object({
    ...entryFields,
    serviceTypeId: idOf('serviceType'),
    jobId: idOf('job'),
    ...awaiting,
    /** What its author answers to the office's question. */
    answer: z.string(because('mustBeText')).check(z.trim(), z.maxLength(MAX_QUESTION, because('textTooLong', { most: MAX_QUESTION }))),
    /** `askedAt` of the question that its author knew of: the change answers that one and no other. */
    answerTo: momentOfWork,
  }),
);

export const jobEntry = z.object({
  ...recordFields,
  updatedBy: z.nullable(z.int()),
  jobId: z.int(),
  customerId: z.int(),
  serviceTypeId: z.int(),
  date: z.string(),
  season: z.string(),
  equipmentId: z.nullable(z.int()),
  equipmentIds: z.array(z.int()),
  operatorId: z.nullable(z.int()),
  operatorIds: z.array(z.int()),
  implementId: z.nullable(z.int()),
  totalHours: nullableNumber,
  billableHours: nullableNumber,
  fuel: nullableNumber,
  loads: nullableNumber,
  notes: nullableText,
  photos: z.array(z.string()),
  customFieldValues: z.record(z.string(), z.unknown()),
  runId: z.nullable(z.int()),
  spans: z.array(span),
  /** What the office asks its author; open as long as there is no answer. */
  question: nullableText,
  /** The office wants it corrected. */
  isSentBack: z.boolean(),
  /** Numbers to choose from, for one of its fields; null: none. */
  choices: z.nullable(z.object({ measure: z.string(), values: z.array(z.number()) })),
  askedBy: z.nullable(z.int()),
  askedAt: nullableText,
  askedByName: nullableText,
  answer: nullableText,
  answeredAt: nullableText,
  hintsAccepted: z.array(z.string()),
  /** What its service asks for now and it does not hold (`missingOf`). */
  missing: z.array(z.string()),
  /** Who in the office checked its current version, and when; null if it changed since. */
  checkedBy: z.nullable(z.int()),
  checkedAt: nullableText,
  /** Current names, even of records that were deleted since (specification 8.16). */
  jobName: z.string(),
  /** Its job is the customer's 'No job yet'. */
  awaitsJob: z.boolean(),
  customerName: z.string(),
  serviceTypeName: z.string(),
  implementName: nullableText,
  equipmentNames: z.array(z.string()),
  operatorNames: z.array(z.string()),
  checkedByName: nullableText,
});
export type JobEntry = z.output<typeof jobEntry>;
export type JobEntryInput = z.output<typeof jobEntryInput>;
export type JobEntryPatch = z.output<typeof jobEntryPatch>;
export type AwaitingEntryInput = z.output<typeof awaitingEntryInput>;

// Three files of 10 MiB as base64 data strings, and the rest of the entry.
const ENTRY_BODY_LIMIT = Math.ceil((MAX_FILES * MAX_FILE_BYTES * 4) / 3) + 1_048_576;

const optionalId = z.optional(pathId);
/** A condition that is on or off in an address. */
const yesOrNo = z.optional(
  z.pipe(
    z.enum(['true', 'false'], because('mustBeTrueOrFalse')),
    z.transform((text) => text === 'true'),
  ),
);

export const jobEntryEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/organizations/:orgId/job-entries',
    summary: 'Entries of the organization, newest date first; `limit` and `cursor` page them',
    scope: 'organization',
    capability: 'records:read',
    query: z.object({
      ...pageQuery,
      q: z.optional(z.string().check(z.maxLength(200, because('textTooLong', { most: 200 })))),
      jobId: optionalId,
      runId: optionalId,
      customerId: optionalId,
      equipmentId: optionalId,
      operatorId: optionalId,
      /** The caller's own (`isOwnEntry`). */
      mine: z.optional(z.literal('true', because('mustBeTrueOrAbsent'))),
      serviceTypeId: optionalId,
      from: z.optional(calendarDate()),
      to: z.optional(calendarDate()),
      /** Whether the office checked it. */
      checked: yesOrNo,
      /** Whether it lacks something that its service asks for. */
      missing: yesOrNo,
      /** Whether there is a hint that nobody has accepted. */
      hints: yesOrNo,
      /** Whether its job is billed. */
      billed: yesOrNo,
      /** Whether the office asked something that its author has not answered. */
      asked: yesOrNo,
    }),
    response: z.array(jobEntry),
  }),
  ofJob: defineEndpoint({
    method: 'GET',
    path: '/api/jobs/:id/entries',
    summary: 'Entries of a job, newest first',
    scope: 'record',
    entity: 'job',
    capability: 'records:read',
    query: z.object(pageQuery),
    response: z.array(jobEntry),
  }),
  create: defineEndpoint({
    method: 'POST',
    path: '/api/jobs/:id/entries',
    summary: 'Log an entry on an open job',
    scope: 'record',
    entity: 'job',
    capability: 'jobEntries:write',
    offline: 'queue',
    body: jobEntryInput,
    response: jobEntry,
    bodyLimit: ENTRY_BODY_LIMIT,
  }),
  createAtCustomer: defineEndpoint({
    method: 'POST',
    path: '/api/organizations/:orgId/job-entries',
    summary: 'Log an entry whose job nobody has named yet: on the job "No job yet" of its customer, which is made if there is none',
    scope: 'organization',
    capability: 'jobEntries:write',
    offline: 'queue',
    body: awaitingEntryInput,
    response: jobEntry,
    bodyLimit: ENTRY_BODY_LIMIT,
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/api/job-entries/:id',
    summary: 'Read an entry',
    scope: 'record',
    entity: 'jobEntry',
    capability: 'records:read',
    response: jobEntry,
  }),
  update: defineEndpoint({
    method: 'PATCH',
    path: '/api/job-entries/:id',
    summary: 'Change an entry',
    scope: 'record',
    entity: 'jobEntry',
    capability: 'jobEntries:write',
    offline: 'queue',
    body: jobEntryPatch,
    response: jobEntry,
    bodyLimit: ENTRY_BODY_LIMIT,
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: '/api/job-entries/:id',
    summary: 'Delete an entry',
    scope: 'record',
    entity: 'jobEntry',
    capability: 'jobEntries:write',
    offline: 'queue',
    response: null,
  }),
  hints: defineEndpoint({
    method: 'GET',
    path: '/api/job-entries/:id/hints',
    summary: 'What looks like a slip in an entry, the strongest first; those that somebody accepted are left out',
    scope: 'record',
    entity: 'jobEntry',
    capability: 'records:read',
    response: z.array(hint),
  }),
  photo: defineEndpoint({
    method: 'GET',
    path: '/api/photos/:name',
    summary: 'The bytes of an attached file, for members of the organization that holds it',
    scope: 'user',
    capability: null,
    response: 'file',
  }),
};
