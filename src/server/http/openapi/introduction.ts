import type { Contract } from '#shared/contract.ts';
import { KIND_GROUPS } from '#server/http/openapi/kinds.ts';

/** A section of the introduction. Backquotes mark code; commands and a list come after the paragraphs. */
export interface Section {
  readonly id: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly code?: string;
  readonly list?: readonly string[];
}

/** What applies to every call. The document says it as Markdown, the page at `/api/docs` as HTML. */
export const SECTIONS: readonly Section[] = [
  {
    id: 'signing-in',
    title: 'Signing in',
    paragraphs: [
      'A program sends an API key with each request: `Authorization: Bearer headland_…`. Owners and admins make keys with `POST /api/organizations/{orgId}/api-keys`; the secret is in that one answer and nowhere else. A key works in its organization, acts as the person who made it, and never above its own access level. It may be limited to reading, and it can be revoked at once.',
      'A browser signs in with `POST /api/login`, which sets the session cookie. Writes that another site’s page sends are refused.',
    ],
    code: 'curl -H "Authorization: Bearer $KEY" "https://headland.example/api/organizations/3/jobs?status=completed"',
  },
  {
    id: 'addresses',
    title: 'Addresses',
    paragraphs: [
      'A record is found at two addresses, `/api/customers/17` and `/api/organizations/3/customers/17`: the same call, answered alike.',
      'A record that does not exist and one of an organization that you are no member of answer alike, with 404.',
      'Beside the calls below, `GET /api/health` says that the program is up, and `GET /api/ready` that it can work or, with 503, that it cannot at the moment.',
    ],
  },
  {
    id: 'values',
    title: 'Ids, dates, numbers and units',
    paragraphs: ['Bodies are JSON in UTF-8, except those of files.'],
    list: [
      'Ids are whole numbers from 1 to 2147483647, given by the server. They are never used again.',
      'Moments are ISO 8601 in UTC, `2025-06-14T17:05:31.250Z`. Days are `yyyy-MM-dd` and have no time zone: the day on which the work was done, where it was done.',
      'Hours are decimal hours. Fuel is in US gallons. Loads are counted. They are exact decimals of zero or more, and sums of them are exact too.',
      'In a change, a field that is left out stays as it is; null empties it.',
      'Fields that a call does not know are ignored. Answers may gain fields: ignore those that you do not know.',
    ],
  },
  {
    id: 'errors',
    title: 'Refusals',
    paragraphs: [
      'Whatever is refused is answered with a problem document (RFC 9457, `application/problem+json`). `detail` is one sentence for a person, `code` a stable word for programs from a closed list, and `issues` says of bad input what is wrong where. `messageCode` and `values` are the sentence for programs that say it in a language of their own. Nothing of a refused write takes effect.',
      'After 429, 500 and 503 the same request may be sent again; `Retry-After` says when, where it is known. Every answer carries `X-Request-Id`: name it when you ask for help.',
    ],
  },
  {
    id: 'paging',
    title: 'Lists and pages',
    paragraphs: [
      'A list answers whole when it is asked plainly. With `limit` it answers a page, and as long as there is more, the header `Link` holds the address of the next page with `rel="next"`. Follow it until it is missing: rows that are added or deleted meanwhile neither repeat others nor hide them.',
    ],
  },
  {
    id: 'exactly-once',
    title: 'Writing exactly once',
    paragraphs: [
      'Networks fail after a write was received and before its answer arrived. Send each write with an `Idempotency-Key` of your own and, whenever no answer came, send it again with the same key: it takes effect once. A repeated write is answered as it was the first time, with `Idempotency-Replayed: true`. The same key with other content is refused with 422 and `key_reused`. Keys are kept for good and belong to the user; a refused write uses none up.',
    ],
  },
  {
    id: 'versions',
    title: 'Changing what others change too',
    paragraphs: [
      'Every record has a `version`, which is also its `ETag`. Send it as `If-Match: "4"` with a change or a deletion: if somebody was faster, nothing is written and the answer is 412 with `version_mismatch` and the record as it is in `current`. Without `If-Match` the last change wins.',
      'To keep a copy up to date, ask `GET /api/organizations/{orgId}/changes` with the cursor of its last answer: it tells what was made, changed and deleted since. Where `X-Server-Epoch` changes, make the copy anew. `GET /api/live` says at once when it is worth asking.',
    ],
  },
];

/** The introduction as CommonMark. */
export const introduction = (): string =>
  [
    'Jobs, entries and machines of farm contractors: everything that the web app does, for other programs.',
    ...SECTIONS.flatMap(({ title, paragraphs, code, list = [] }) => [
      `## ${title}`,
      ...paragraphs,
      ...(code === undefined ? [] : [`    ${code}`]),
      ...(list.length === 0 ? [] : [list.map((item) => `- ${item}`).join('\n')]),
    ]),
  ].join('\n\n');

/**
 * Title and description of each group of calls. A new group of the contract needs its line here, unless it is a kind of record, which has
 * it next to its schemas.
 */
export const GROUPS: Readonly<Record<keyof Contract, readonly [title: string, description: string]>> = {
  ...KIND_GROUPS,
  users: ['Sessions', 'The session of a browser. Programs use an API key instead.'],
  account: ['Own account', 'What somebody sees and changes of his own account. Programs with a key may not.'],
  confirmations: [
    'Confirming who one is',
    'What is sensitive is refused with `confirm_needed` 15 minutes after a sign-in. Programs with a key are not asked.',
  ],
  secondSteps: [
    'Second step',
    'Authenticator app after the password: setting them up, signing in with them, and asking owner and admins for them.',
  ],
  notices: [
    'Notices',
    'What browsers tell their person though the app is closed: a question from the office, an entry sent back, a change that was refused. Programs with a key may not.',
  ],
  organizations: ['Organizations', 'Contractors’ companies. One installation holds several, which never see each other’s data.'],
  archives: ['Export, import and deletion', 'An organization as a whole: taking a copy of it, making it anew from one, and its end.'],
  imports: [
    'Imports',
    'Records from CSV files and Excel workbooks: read a file, look at what would become of each row, say how to read it, then run it until it is done. The same file twice adds nothing.',
  ],
  samples: ['Sample companies', 'A made-up company to look around in: an organization of the caller’s alone, for a few days.'],
  invitations: ['Invitations', 'Links by which people become members.'],
  batches: [
    'Batches',
    'Several writes in one call. Each is judged, answered, kept and refused as if it had come alone; the rest of the batch does not suffer from one that is refused.',
  ],
  entryChecks: [
    'Entries checked',
    'The office looks at entries before they are billed, and says so. A change of an entry takes that back.',
  ],
  entryQuestions: [
    'Questions about entries',
    'The office asks whoever logged an entry, with numbers to choose from, or sends it back. The author answers with a change of the entry, and checking it closes the matter.',
  ],
  entryStats: ['Figures of entries', 'What is usual for machines and services: what hints compare with.'],
  entryViews: ['Views of entries', 'What people saved of the review desk: for themselves, or for all in the organization.'],
  office: ['Office', 'What waits for the office, in numbers.'],
  unbilledJobs: ['Unbilled jobs', 'Completed work that is on no bill yet, and what it comes to.'],
  unbilledBills: ['Unbilled bills', 'The bills that completed work would make now, and how they would be sent.'],
  billingRuns: ['Billing runs', 'Many bills, issued and sent in the background as they were seen.'],
  billPreviews: ['Bills before they are issued', 'Bills as they would be on paper, without a number.'],
  billDrafts: ['Draft bills', 'Bills before they are made, computed from entries and rates whenever they are read.'],
  billingRecords: ['Billing records', 'Numbered bills, which never change. Reopening a job takes its record back by another one.'],
  corrections: ['Credit notes and deposits', 'What is credited of a bill, and what is billed before the work is done.'],
  billingSettings: ['Billing settings', 'How the organization bills: terms of payment, numbers, tax, reminders.'],
  bankStatements: ['Bank statements', 'Files of the bank (camt.053, camt.054, CSV), of which the payments that came in are kept.'],
  bankLines: ['Payments at the bank', 'Payments that came in, the bills that they seem to pay and why, and booking them.'],
  invoiceExports: ['Bills as files', 'Billing records as PDF, e-invoice and lists, and as what accounting programs take in.'],
  paymentStatuses: [
    'Bills sent and paid',
    'What became of billing records after they were made. What was wrong is taken back, never changed.',
  ],
  receivables: ['Receivables', 'What customers owe, how late it is, and what they pay of it.'],
  reminders: ['Reminders', 'Letters that remind customers of overdue bills: what is due, and sending each of them once.'],
  accountStatements: ['Statements of account', 'What a customer owed, was billed, paid and owes.'],
  reports: [
    'Reports',
    'What entries add up to, over a span of time or season against season; what it earned and cost, for those who may see money.',
  ],
  seasonRepeats: ['Same as last year', 'The work of an earlier season, which of it there is already, and making jobs for the rest.'],
  attachments: ['Files', 'Photos and other files of entries, named by the hash of their bytes: the same file is sent and kept once.'],
  auditLogs: ['Activity', 'Who changed what and when, and taking a deletion back.'],
  changes: ['Changes', 'What changed since last time, for copies that are to stay up to date.'],
  apiKeys: ['API keys', 'Keys with which other programs make these calls.'],
  devices: ['Devices', 'Phones and other devices, and how much work on them has not been sent yet.'],
  live: ['Live', 'Hearing of changes at once.'],
  usage: ['Usage', 'How much of what this installation allows is used.'],
  installation: ['Installation', 'Backups, and what is wrong with the machine that the organization lives on. For its owner.'],
};
