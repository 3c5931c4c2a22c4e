import { MAX_FILE_BYTES } from '#shared/domain/job-entry.ts';
import type { PhotoStore } from '#server/ports/files.ts';
import { recountUses } from '#server/data/field-uses.ts';
import type { Database } from '#server/db/database.ts';
import { insertRows, reserveIds } from '#demo/bulk-insert.ts';
import type { Day } from '#demo/calendar.ts';
import type { BillingPlan } from '#demo/billing-plan.ts';
import { COLUMNS } from '#demo/columns.ts';
import type { LoadedEvent } from '#demo/billing-loading.ts';
import { loadBilling } from '#demo/load-billing.ts';
import type { DemoOrganization } from '#demo/organization.ts';
import { type Ids, type LoadedRecord, recordsOf } from '#demo/records.ts';

/** Tables in an order in which every row finds what it refers to. */
const TABLES: readonly LoadedRecord['table'][] = [
  'employees',
  'custom_data_fields',
  'service_types',
  'equipment',
  'customers',
  'jobs',
  'job_entries',
];

interface Target {
  readonly db: Database;
  readonly photos: PhotoStore;
  readonly passwordHash: string | null;
  readonly plan: BillingPlan;
  readonly today: Day;
  readonly timeZone: string;
  /** Writes a moment of the made-up data as the database takes it. */
  readonly moment: (at: number) => string;
}

const reserveAll = async (db: Database, data: DemoOrganization): Promise<Ids> => {
  const [organization = 0] = await reserveIds(db, 'organizations', 1);
  const accounts = await reserveIds(db, 'users', data.employees.filter(({ joinedAt }) => joinedAt !== null).length);
  const waiting = accounts.values();
  return {
    organization,
    users: data.employees.map(({ joinedAt }) => (joinedAt === null ? null : (waiting.next().value ?? null))),
    employees: await reserveIds(db, 'employees', data.employees.length),
    fields: await reserveIds(db, 'custom_data_fields', data.fields.length),
    services: await reserveIds(db, 'service_types', data.services.length),
    machines: await reserveIds(db, 'equipment', data.machines.length),
    customers: await reserveIds(db, 'customers', data.customers.length),
    jobs: await reserveIds(db, 'jobs', data.jobs.length),
    entries: await reserveIds(db, 'job_entries', data.entries.length),
  };
};

const userRows = ({ employees }: DemoOrganization, ids: Ids, { passwordHash, moment }: Target): object[] =>
  employees.flatMap(({ firstName, lastName, email, joinedAt }, place) =>
    joinedAt === null || email === null
      ? []
      : [
          {
            id: ids.users[place],
            email,
            emailKey: email.toLowerCase(),
            emailVerified: true,
            firstName,
            lastName,
            passwordHash,
            createdAt: moment(joinedAt),
          },
        ],
  );

const organizationRow = (data: DemoOrganization, ids: Ids, { moment, plan, timeZone }: Target): object => ({
  ...plan.organization,
  timeZone,
  id: ids.organization,
  name: data.name,
  onboardingCompleted: true,
  onboardingStep: 'completed',
  seasonStartDate: data.seasonStartDate,
  ownerEmployeeId: ids.employees[0],
  version: 2,
  createdAt: moment(data.createdAt),
  updatedAt: moment(data.onboardedAt),
});

/** The record as it is after all its changes. */
const rowOf = (record: LoadedRecord, organizationId: number, { moment }: Target): object => {
  const { id, at, by, given, updates, claim } = record;
  const last = updates.at(-1);
  return {
    organizationId,
    version: 1 + updates.length + (claim ? 1 : 0),
    createdBy: by,
    createdAt: moment(at),
    updatedAt: moment(claim?.at ?? last?.at ?? at),
    updatedBy: last?.by ?? null,
    ...Object.assign({}, given, ...updates.map((update) => update.new)),
    ...(claim ? { userId: claim.userId } : {}),
    id,
  };
};

/** Who did what, oldest first: the rows that the server would have written for each of these changes. */
const auditRows = (
  data: DemoOrganization,
  ids: Ids,
  records: readonly LoadedRecord[],
  billing: readonly LoadedEvent[],
  { moment }: Target,
): object[] => {
  const owner = ids.users[0] ?? null;
  const organization = { entityType: 'organization', entityId: ids.organization, subject: data.name };
  const { name, seasonStartDate } = data;
  const events = [
    { ...organization, at: data.createdAt, by: owner, action: 'create', changes: { old: null, new: { name, seasonStartDate } } },
    ...records.flatMap(({ audited, id, subject, at, by, given, updates, claim }) => [
      { entityType: audited, entityId: id, subject, at, by, action: 'create', changes: { old: null, new: given } },
      ...updates.map((update) => ({
        entityType: audited,
        entityId: id,
        subject,
        at: update.at,
        by: update.by,
        action: 'update',
        changes: { old: update.old, new: update.new },
      })),
      ...(claim
        ? [
            {
              entityType: audited,
              entityId: id,
              subject,
              at: claim.at,
              by: claim.userId,
              action: 'update',
              changes: { old: { userId: null }, new: { userId: claim.userId } },
            },
          ]
        : []),
    ]),
    ...billing,
    {
      ...organization,
      at: data.onboardedAt,
      by: owner,
      action: 'update',
      changes: {
        old: { onboardingStep: 'employees', onboardingCompleted: false },
        new: { onboardingStep: 'completed', onboardingCompleted: true },
      },
    },
  ];
  return events
    .sort((a, b) => a.at - b.at)
    .map(({ at, by, ...event }) => ({ ...event, organizationId: ids.organization, userId: by, timestamp: moment(at) }));
};

/** Stores the files that entries show, and their rows, dated by the first entry that shows them. */
const loadPhotos = async (data: DemoOrganization, ids: Ids, { db, photos, moment }: Target): Promise<void> => {
  const shownAt = new Map<number, number>();
  for (const entry of data.entries) {
    for (const photo of entry.photos) {
      shownAt.set(photo, shownAt.get(photo) ?? entry.at);
    }
  }
  const shown = data.photos.flatMap((photo, place) => {
    const at = shownAt.get(place);
    return at === undefined ? [] : [{ ...photo, at }];
  });
  await Promise.all(shown.map(async ({ name, bytes }) => (await photos.receive(ids.organization, [bytes], MAX_FILE_BYTES)).keep(name)));
  const rows = shown.map(({ name, bytes, at }) => ({
    organizationId: ids.organization,
    name,
    contentType: 'image/png',
    byteLength: bytes.length,
    createdAt: moment(at),
  }));
  await insertRows(db, 'photos', COLUMNS.photos, rows);
};

/** Its id in the database, and its owner's account. */
export interface LoadedOrganization {
  readonly organizationId: number;
  readonly ownerId: number;
}

/** Writes the organization with all its records and their history, in the caller's transaction. */
export const loadOrganization = async (data: DemoOrganization, target: Target): Promise<LoadedOrganization> => {
  const { db, plan } = target;
  const ids = await reserveAll(db, data);
  const records = recordsOf(data, ids);
  await insertRows(db, 'users', COLUMNS.users, userRows(data, ids, target));
  await db.enter(ids.organization);
  await insertRows(db, 'organizations', COLUMNS.organizations, [organizationRow(data, ids, target)]);
  const settings = { ...plan.settings, organizationId: ids.organization, version: 1, updatedAt: target.moment(data.onboardedAt) };
  await insertRows(db, 'billing_settings', COLUMNS.billing_settings, [settings]);
  await insertRows(db, 'organization_seq', COLUMNS.organization_seq, [{ organizationId: ids.organization, seq: 0, forgotten: 0 }]);
  for (const table of TABLES) {
    const rows = records.filter((record) => record.table === table).map((record) => rowOf(record, ids.organization, target));
    await insertRows(db, table, COLUMNS[table], rows);
  }
  await recountUses({ db, orgId: ids.organization });
  await loadPhotos(data, ids, target);
  const billing = await loadBilling(data, ids, target.plan, target);
  const history = auditRows(data, ids, records, billing, target);
  const auditIds = await reserveIds(db, 'audit_logs', history.length);
  await insertRows(
    db,
    'audit_logs',
    COLUMNS.audit_logs,
    history.map((row, place) => ({ ...row, id: auditIds[place] })),
  );
  return { organizationId: ids.organization, ownerId: ids.users[0] ?? 0 };
};
