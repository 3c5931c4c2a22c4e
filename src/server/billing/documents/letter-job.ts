import type { AccountStatement } from './statement.ts';
import type { Logos } from './reminder-pdf.ts';
import type { ReminderLetter } from '#shared/billing/schemas/reminder.ts';
import { defineJob } from '#server/work/job.ts';

/** Draws letters of reminder in a thread: each as a PDF of its own, or all as one. */
export const remindersJob = defineJob<
  { readonly letters: readonly ReminderLetter[]; readonly logos: Logos; readonly isOne: boolean },
  readonly Uint8Array[]
>('billing.reminders');

/** Draws a statement of account in a thread. */
export const statementJob = defineJob<{ readonly statement: AccountStatement; readonly logo: string | undefined }, Uint8Array>(
  'billing.statement',
);
