import * as z from 'zod/mini';
import { because } from '#shared/messages/because.ts';

/** What a browser tells its person about, though the app is closed. */
export const NOTICE_KINDS = ['question', 'sentBack', 'refused'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

const timeOfDay = z.string(because('mustBeTimeOfDay')).check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, because('mustBeTimeOfDay')));

/** What a person wants to be told, and the hours in which nothing is: they may go over midnight; null: none. */
export const noticeSettings = z.object({
  kinds: z.array(z.enum(NOTICE_KINDS)).check(z.maxLength(NOTICE_KINDS.length)),
  quiet: z.nullable(z.object({ from: timeOfDay, to: timeOfDay })),
});
export type NoticeSettings = z.output<typeof noticeSettings>;
