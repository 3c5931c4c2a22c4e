import * as z from 'zod/mini';
import { jobEntry, MAX_QUESTION } from '#shared/domain/job-entry.ts';
import { MAX_LINE } from '#shared/domain/fields.ts';
import { defineEndpoint } from '#shared/endpoint.ts';
import { because } from '#shared/messages/because.ts';

/** The most numbers that a question offers. */
export const MOST_CHOICES = 3;

const MEASURE = because('mustBeMeasure');
const TEXT = because('questionRequired');
const NUMBER = because('mustBeZeroOrMore');

const choices = z.object({
  measure: z
    .string(MEASURE)
    .check(z.maxLength('own:'.length + MAX_LINE, MEASURE), z.regex(/^(totalHours|billableHours|fuel|loads|own:\S.*)$/, MEASURE)),
  values: z.array(z.number(NUMBER).check(z.minimum(0, NUMBER), z.maximum(1_000_000_000, NUMBER)), because('numberRequired')).check(
    z.minLength(1, because('numberRequired')),
    z.maxLength(MOST_CHOICES, because('atMost', { most: MOST_CHOICES })),
    z.refine((values) => new Set(values).size === values.length, because('eachOnlyOnce')),
  ),
});

export const entryQuestionInput = z.object({
  text: z.string(TEXT).check(z.trim(), z.minLength(1, TEXT), z.maxLength(MAX_QUESTION, because('textTooLong', { most: MAX_QUESTION }))),
  /** Numbers to choose from: each is an answer of one press, and becomes the entry's. */
  choices: z.optional(z.nullable(choices)),
  /** The entry is to be corrected, whatever is answered. */
  isSentBack: z.optional(z.boolean(because('mustBeTrueOrFalse'))),
});
export type EntryQuestionInput = z.output<typeof entryQuestionInput>;

const ofEntry = { path: '/api/job-entries/:id/question', scope: 'record', entity: 'jobEntry', capability: 'jobEntries:check' } as const;

export const entryQuestionEndpoints = {
  ask: defineEndpoint({
    ...ofEntry,
    method: 'POST',
    summary: 'Ask the author of an entry something about it, or send it back to be corrected; it takes the place of what was asked before',
    body: entryQuestionInput,
    response: jobEntry,
    status: 200,
  }),
  withdraw: defineEndpoint({
    ...ofEntry,
    method: 'DELETE',
    summary: 'Take the question about an entry back, answered or not',
    response: jobEntry,
  }),
};
