import type { FastifyInstance } from 'fastify';
import { contract } from '#shared/contract.ts';
import { type Files, rowsIn, unzip } from '#tests/support/archive.ts';
import type { Answer, Person } from '#tests/support/test-app.ts';

/** What a person downloads. */
export const exportOf = async (app: FastifyInstance, { cookie }: Person, orgId: number) => {
  const answer = await app.inject({ method: 'GET', url: `/api/organizations/${orgId}/export`, headers: { cookie } });
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload };
};

export const exportedFiles = async (app: FastifyInstance, who: Person, orgId: number): Promise<Files> =>
  unzip((await exportOf(app, who, orgId)).bytes);

export const sendArchive = (who: Person, bytes: Buffer): Promise<Answer> =>
  who.send('POST', contract.archives.import.path, bytes, { 'content-type': 'application/zip' });

type Row = Record<string, unknown>;

const LISTS = [
  'organization',
  'employees',
  'customers',
  'customDataFields',
  'serviceTypes',
  'equipment',
  'implements',
  'daysOff',
  'jobs',
  'runs',
  'jobEntries',
  'rates',
  'costRates',
  'billDrafts',
  'billingRecords',
  'billedJobs',
  'billingNumbers',
  'auditLogs',
] as const;

/** Written by hand: the names under which ids of each kind occur in rows, in audit items and in answers of the API. */
const NAMED: Readonly<Record<string, string>> = {
  ownerEmployeeId: 'employees',
  employeeId: 'employees',
  operatorId: 'employees',
  operatorIds: 'employees',
  Spotter: 'employees',
  customerId: 'customers',
  customDataFieldIds: 'customDataFields',
  requiredFieldIds: 'customDataFields',
  serviceTypeId: 'serviceTypes',
  serviceTypeIds: 'serviceTypes',
  equipmentId: 'equipment',
  equipmentIds: 'equipment',
  linkedEquipmentIds: 'equipment',
  Truck: 'equipment',
  Loader: 'equipment',
  'Front loader': 'equipment',
  implementId: 'implements',
  runId: 'runs',
  jobId: 'jobs',
  jobIds: 'jobs',
  entryId: 'jobEntries',
  entryIds: 'jobEntries',
  fieldId: 'customDataFields',
  rateId: 'rates',
  draftId: 'billDrafts',
  recordId: 'billingRecords',
  reversesId: 'billingRecords',
  creditsId: 'billingRecords',
  repeatsJobId: 'jobs',
  reversedById: 'billingRecords',
  organizationId: 'organization',
};

/** What a plain id is of that lies deep in a bill, by what it lies in. */
const DEEP: Readonly<Record<string, string>> = { customer: 'customers', jobs: 'jobs', entries: 'jobEntries', rate: 'rates' };

const AUDITED: Readonly<Record<string, string>> = {
  job_entry: 'jobEntries',
  job: 'jobs',
  customer: 'customers',
  employee: 'employees',
  equipment: 'equipment',
  service_type: 'serviceTypes',
  custom_data_field: 'customDataFields',
  implement: 'implements',
  day_off: 'daysOff',
  run: 'runs',
  organization: 'organization',
  rate: 'rates',
  cost_rate: 'costRates',
  bill_draft: 'billDrafts',
  billing_record: 'billingRecords',
};

/** Writes every id as its rank within its kind, and every person as their e-mail, so that two equal organizations read alike. */
export const plainly = (files: Files) => {
  const ranks = Object.fromEntries(
    LISTS.map((list) => {
      const ids = rowsIn(files, list).map(({ id }) => Number(id));
      return [list, new Map(ids.toSorted((a, b) => a - b).map((id, index) => [id, `${list} ${index + 1}`]))];
    }),
  );
  const people = new Map(rowsIn(files, 'people').map(({ userId, email }) => [Number(userId), String(email)]));
  const called = (list: string, value: unknown): unknown =>
    Array.isArray(value)
      ? value.map((item) => called(list, item))
      : typeof value === 'number'
        ? (ranks[list]?.get(value) ?? `unknown ${list}`)
        : value;
  const plain = (kind: string, value: unknown): unknown => {
    if (Array.isArray(value)) {
      return value.map((item) => plain(kind, item));
    }
    if (typeof value !== 'object' || value === null) {
      return value;
    }
    const about = AUDITED[String((value as Row)['entityType'])];
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => {
        if (key === 'id' || key === 'entityId') {
          return [key, called(key === 'id' ? kind : String(about), item)];
        }
        if (['createdBy', 'updatedBy', 'checkedBy', 'userId'].includes(key)) {
          return [key, typeof item === 'number' ? people.get(item) : item];
        }
        if (key === 'key') {
          const ids = /^job (\d+), rate (\d+), (.+)$/.exec(String(item));
          return [key, ids ? `${String(called('jobs', Number(ids[1])))}, ${String(called('rates', Number(ids[2])))}, ${ids[3]}` : item];
        }
        const list = NAMED[key];
        return [key, list === undefined ? plain(DEEP[key] ?? about ?? kind, item) : called(list, item)];
      }),
    );
  };
  return plain;
};

/** Everything that an export contains, in plain form. */
export const contentsOf = (files: Files): Record<string, unknown> => {
  const plain = plainly(files);
  return Object.fromEntries([
    ...LISTS.map((list) => [list, rowsIn(files, list).map((row) => plain(list, row))]),
    [
      'people',
      rowsIn(files, 'people')
        .map(({ email, firstName, lastName }) => `${String(email).toLowerCase()} ${String(firstName)} ${String(lastName)}`)
        .toSorted(),
    ],
    ['photos', rowsIn(files, 'photos')],
    ['files', [...files].filter(([path]) => path.startsWith('files/')).map(([path, bytes]) => [path, bytes.toString('base64')])],
  ]);
};
