import type { AccessLevel } from '#shared/access/roles.ts';
import type { Collection } from '#shared/domain/changes.ts';
import { UNASKED } from '#shared/domain/asked.ts';
import { BLANK_CUSTOMER, BLANK_JOB, insertRow } from '#tests/sim/model-records.ts';
import { type ModelServer } from '#tests/sim/model-server.ts';
import { type Backup, emptyTables } from '#tests/sim/model-state.ts';
import { World } from '#tests/sim/world.ts';

/** Two drivers, and a person in the office of each organization. */
export const USERS = [1, 2] as const;
export const OFFICE = 9;
export const ORGS = [1, 2] as const;
/** The kind of record that plays the new one: only the office makes any. */
export const NEW_KIND = 'implements' satisfies Collection;

const LEVELS: readonly (readonly [orgId: number, userId: number, level: AccessLevel])[] = [
  [1, OFFICE, 'owner'],
  [1, 1, 'manager'],
  [1, 2, 'advanced'],
  [2, OFFICE, 'owner'],
  [2, 1, 'advanced'],
  [2, 2, 'manager'],
];

const EMPLOYEE = { email: null, phoneNumber: null, isOperator: true, isUser: true };

const furnish = (server: ModelServer, orgId: number): void => {
  const members = new Map();
  server.orgs.set(orgId, {
    id: orgId,
    tellsNames: false,
    row: { name: `Organization ${orgId}`, version: 1, seasonStartDate: null, onboardingCompleted: true },
    seq: 0,
    forgotten: 0,
    members,
    tables: emptyTables(),
    changes: [],
    keys: new Map(),
    photos: new Map(),
  });
  const office = server.office(orgId, OFFICE);
  for (const [, userId, accessLevel] of LEVELS.filter(([of]) => of === orgId)) {
    const { id } = insertRow(office, 'employees', { ...EMPLOYEE, firstName: 'Jo', lastName: `Lind ${userId}`, accessLevel, userId });
    members.set(userId, { employeeId: id, level: accessLevel });
  }
  insertRow(office, 'serviceTypes', { name: 'Chopping' });
  insertRow(office, 'equipment', { name: 'Claas 970' });
  const { id: customerId } = insertRow(office, 'customers', {
    ...BLANK_CUSTOMER,
    businessName: `c${orgId}|Pine Ridge`,
  });
  const blank = {
    equipmentId: null,
    equipmentIds: [],
    operatorId: null,
    operatorIds: [],
    implementId: null,
    photos: [],
    customFieldValues: {},
    hintsAccepted: [],
  };
  for (const name of ['a', 'b']) {
    const { id: jobId } = insertRow(office, 'jobs', { ...BLANK_JOB, name: `j${orgId}${name}|Silage`, customerId, status: 'open' });
    insertRow(office, 'jobEntries', {
      ...UNASKED,
      ...blank,
      runId: null,
      spans: [],
      jobId,
      customerId,
      serviceTypeId: [...server.orgOf(orgId).tables.serviceTypes.keys()][0],
      date: '2025-06-12',
      season: '2025',
      totalHours: null,
      billableHours: null,
      fuel: null,
      loads: null,
      notes: `e${orgId}${name}|first`,
    });
  }
};

let template: Backup | null = null;

/** Fills a new world's server: the same records in each schedule, and numbers that continue after them. */
export const furnishServer = (server: ModelServer): void => {
  if (template === null) {
    const world = new World(0, false);
    for (const orgId of ORGS) {
      furnish(world.server, orgId);
    }
    template = world.server.backUp();
  }
  server.begin(template);
  for (const id of [...USERS, OFFICE]) {
    server.people.set(id, { id, email: `user-${id}@example.com` });
  }
};
