import * as z from 'zod/mini';
import { because } from '#shared/messages/because.ts';

/** What a browser tells its person about, though the app is closed. */
export const NOTICE_KINDS = ['question', 'sentBack', 'refused'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** The kinds that the server sends: a refused change is known to its own device alone. */
export const SENT_KINDS = ['question', 'sentBack'] as const satisfies readonly NoticeKind[];

/** What a notice says on a lock screen: who asks about which work of which day; neither the customer nor the question (decision 0079). */
export interface NoticeWords {
  /** Null: nobody knows. */
  readonly byName: string | null;
  readonly service: string;
  /** YYYY-MM-DD. */
  readonly date: string;
}

const timeOfDay = z.string(because('mustBeTimeOfDay')).check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, because('mustBeTimeOfDay')));

/** What a person wants to be told, and the hours in which nothing is: they may go over midnight; null: none. */
export const noticeSettings = z.object({
  kinds: z.array(z.enum(NOTICE_KINDS)).check(z.maxLength(NOTICE_KINDS.length)),
  quiet: z.nullable(z.object({ from: timeOfDay, to: timeOfDay })),
});
export type NoticeSettings = z.output<typeof noticeSettings>;
