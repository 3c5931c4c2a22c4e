import { fieldKind } from '#shared/domain/custom-data-field.ts';
import type { EntryQuestionInput } from '#shared/domain/entry-question.ts';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import { actorName } from '#shared/domain/names.ts';
import { invalid, refusal } from '#shared/lib/errors.ts';
import type { Context } from '#server/context.ts';
import { customDataFieldData } from '#server/data/custom-data-fields.ts';
import { authorOf } from '#server/data/entry-questions.ts';
import { jobEntryData } from '#server/data/job-entries.ts';
import { jobData } from '#server/data/jobs.ts';
import { noteNotice } from '#server/data/notices.ts';
import { lockRecord } from '#server/data/records.ts';

const requireUnbilled = async (ctx: Context, { jobId }: JobEntry): Promise<void> => {
  const job = await jobData.lock(ctx, jobId, 'share');
  if (job.status === 'billed') {
    throw refusal('conflict', 'jobBilledNoQuestion', { name: job.name });
  }
};

/** Whoever is to be told. Refuses where nobody would ever read the question. */
const askedPerson = async (ctx: Context, entry: JobEntry): Promise<number> => {
  const { isMember, isProgram } = await authorOf(ctx, entry);
  if (isProgram) {
    throw refusal('conflict', 'programCannotBeAsked');
  }
  if (entry.createdBy === null || !isMember) {
    throw refusal('conflict', 'nobodyToAsk');
  }
  return entry.createdBy;
};

/** An answer has to be one that the entry takes: a number field that the organization has. */
const requireNumberField = async (ctx: Context, measure: string): Promise<void> => {
  if (measure.startsWith('own:')) {
    const fields = await customDataFieldData.list(ctx);
    const name = measure.slice('own:'.length);
    if (!fields.some((field) => field.name === name && fieldKind(field.fieldType) === 'number')) {
      throw invalid('choices.measure', 'mustBeMeasure');
    }
  }
};

const nameOf = ({ serviceTypeName, jobName }: JobEntry): string => `${serviceTypeName}, ${jobName}`;

/**
 * Asks the author of an entry something, or sends it back. It takes the place of what was asked before, and takes the check back: whoever
 * asks is not done with the entry. The author is told, as far as a browser of his listens.
 */
export const askAboutEntry = async (ctx: Context, id: number, { text, choices, isSentBack }: EntryQuestionInput): Promise<JobEntry> => {
  await lockRecord(ctx, 'jobEntry', id);
  const entry = await jobEntryData.find(ctx, id);
  await requireUnbilled(ctx, entry);
  const userId = await askedPerson(ctx, entry);
  if (choices) {
    await requireNumberField(ctx, choices.measure);
  }
  const asked = {
    question: text,
    choices: choices ?? null,
    isSentBack: isSentBack ?? false,
    askedBy: ctx.user.id,
    askedAt: ctx.now().toISOString(),
    answer: null,
    answeredAt: null,
  };
  await jobEntryData.update(ctx, entry, asked, nameOf(entry));
  await noteNotice(ctx, {
    userId,
    kind: asked.isSentBack ? 'sentBack' : 'question',
    entryId: id,
    said: { byName: actorName(ctx.user), service: entry.serviceTypeName, date: entry.date },
  });
  return jobEntryData.find(ctx, id);
};

/** What an entry has of a question when nobody asks anything. */
const NOTHING_ASKED = { question: null, choices: null, isSentBack: false, askedBy: null, askedAt: null, answer: null, answeredAt: null };

/** Takes the question back. Answered on a device that has not heard of it, the number that comes still counts. */
export const withdrawQuestion = async (ctx: Context, id: number): Promise<JobEntry> => {
  const entry = await jobEntryData.find(ctx, id);
  if (entry.question === null) {
    throw refusal('conflict', 'nothingAsked');
  }
  await requireUnbilled(ctx, entry);
  await jobEntryData.update(ctx, entry, NOTHING_ASKED, nameOf(entry));
  return jobEntryData.find(ctx, id);
};
