import * as z from 'zod/mini';
import { defineEndpoint } from '#shared/endpoint.ts';
import { isTimeZone } from '#shared/lib/is-time-zone.ts';
import { LANGUAGE_IDS } from '#shared/lib/languages.ts';
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

const KINDS = because('noticeKindsUnknown');

/** What a person wants to be told, and the hours in which nothing is: they may go over midnight; null: none. */
export const noticeSettings = z.object({
  kinds: z.array(z.enum(NOTICE_KINDS, KINDS), KINDS).check(z.maxLength(NOTICE_KINDS.length, KINDS)),
  quiet: z.nullable(z.object({ from: timeOfDay, to: timeOfDay }, because('quietHoursWrong'))),
});
export type NoticeSettings = z.output<typeof noticeSettings>;

/** As long as nobody has chosen. */
export const DEFAULT_NOTICE_SETTINGS: NoticeSettings = { kinds: [...NOTICE_KINDS], quiet: { from: '20:00', to: '06:00' } };

/** How many browsers of one person are told; one more takes the place of the oldest. */
export const MOST_NOTICE_BROWSERS = 20;

const LONGEST_ENDPOINT = 1024;
const ENDPOINT = because('pushEndpointUnknown');
const KEYS = because('pushKeysInvalid');
const TIME_ZONE = because('timeZoneUnknown');
/** So many bytes in base64url. */
const bytes = (count: number) => z.string(KEYS).check(z.regex(new RegExp(`^[\\w-]{${Math.ceil((count * 4) / 3)}}={0,2}$`), KEYS));

/** What a browser says when it is to be told: its maker's address for it and its keys (`PushSubscription`), its language and time zone. */
export const noticeBrowser = z.object({
  endpoint: z.string(ENDPOINT).check(z.maxLength(LONGEST_ENDPOINT, ENDPOINT), z.regex(/^https?:\/\/[!-~]+$/, ENDPOINT)),
  keys: z.object({ p256dh: bytes(65), auth: bytes(16) }, KEYS),
  language: z.enum(LANGUAGE_IDS, because('languageUnknown', { languages: LANGUAGE_IDS })),
  timeZone: z.string(TIME_ZONE).check(z.refine(isTimeZone, TIME_ZONE)),
});
export type NoticeBrowser = z.output<typeof noticeBrowser>;

export const noticeState = z.object({
  /** What a browser needs to be told by this installation; null: it tells nobody. */
  publicKey: z.nullable(z.string()),
  settings: noticeSettings,
  /** Whether this browser is told. */
  isOn: z.boolean(),
});
export type NoticeState = z.output<typeof noticeState>;

export const noticeEndpoints = {
  get: defineEndpoint({
    method: 'GET',
    path: '/api/account/notices',
    summary: 'Of what one’s browsers tell one, and whether this one does',
    scope: 'user',
    capability: null,
    response: noticeState,
  }),
  update: defineEndpoint({
    method: 'PUT',
    path: '/api/account/notices',
    summary: 'Choose of what one’s browsers tell one, and when they are quiet',
    scope: 'user',
    capability: null,
    body: noticeSettings,
    response: noticeSettings,
    isRepeatable: true,
  }),
  subscribe: defineEndpoint({
    method: 'POST',
    path: '/api/account/notices/browser',
    summary: 'Have this browser tell one, until it signs out',
    scope: 'user',
    capability: null,
    body: noticeBrowser,
    response: null,
    isRepeatable: true,
  }),
  unsubscribe: defineEndpoint({
    method: 'DELETE',
    path: '/api/account/notices/browser',
    summary: 'Have this browser tell one nothing any more',
    scope: 'user',
    capability: null,
    response: null,
    isRepeatable: true,
  }),
};
