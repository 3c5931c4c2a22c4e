import type { Page, Route } from 'playwright-core';
import { contract } from '#shared/contract.ts';
import type { Office } from '#shared/domain/office.ts';
import { addDays, localDate } from '#shared/lib/dates.ts';
import type { Company, Member } from '../support/offline-app.ts';
import type { Person, TestApp } from '../support/test-app.ts';

const DAY_MS = 86_400_000;
const today = (): string => localDate(new Date());

/** The office of the mockup, for pictures beside it. */
export const OFFICE_OF_THE_DESIGN: Office = {
  unchecked: { count: 214, thisWeek: 214, oldest: addDays(today(), -3) },
  missing: {
    count: 9,
    fields: [
      { name: 'Fuel', count: 5 },
      { name: 'Loads', count: 3 },
      { name: 'Equipment', count: 1 },
    ],
  },
  hints: {
    count: 6,
    kinds: [
      { kind: 'decimalSlip', count: 3 },
      { kind: 'duplicate', count: 2 },
      { kind: 'longDay', count: 1 },
    ],
  },
  unbilled: { jobs: 40, customers: 36, netCents: 41_238_820, currency: 'USD', isMore: false, oldestDays: 50 },
  bills: {
    currency: 'USD',
    openCount: 31,
    openCents: 9_651_275,
    overdueCount: 7,
    overdueCents: 3_894_015,
    overdueCustomers: 5,
    oldestDays: 68,
    ages: { notDue: 5_757_260, to30: 2_141_015, to60: 1_178_000, over60: 575_000 },
  },
  answers: { count: 0, oldestAt: null },
  questions: { count: 3, oldestAt: new Date(new Date().setHours(0, 52)).toISOString() },
  devices: {
    count: 2,
    changes: 8,
    first: { userName: 'Cal Nyberg', pending: 6, seenAt: new Date(Date.now() - 2 * DAY_MS).toISOString() },
  },
};

/** An office in which nothing waits. */
export const NOTHING_WAITS: Office = {
  unchecked: { count: 0, thisWeek: 0, oldest: null },
  missing: { count: 0, fields: [] },
  hints: { count: 0, kinds: [] },
  unbilled: { jobs: 0, customers: 0, netCents: null, currency: 'USD', isMore: false, oldestDays: null },
  bills: {
    currency: 'USD',
    openCount: 0,
    openCents: 0,
    overdueCount: 0,
    overdueCents: 0,
    overdueCustomers: 0,
    oldestDays: null,
    ages: { notDue: 0, to30: 0, to60: 0, over60: 0 },
  },
  answers: { count: 0, oldestAt: null },
  questions: { count: 0, oldestAt: null },
  devices: { count: 0, changes: 0, first: null },
};

export const OFFICE = /\/organizations\/\d+\/office$/;

/** Lets the page be told this about the office, whatever the company has. */
export const tellOffice = async (page: Page, officeOf: () => Office): Promise<void> => {
  const tell = (route: Route): Promise<void> => {
    const { 'idempotency-key': key = '' } = route.request().headers();
    return route.fulfill({ json: officeOf(), headers: { 'idempotency-key': key } });
  };
  await page.route(OFFICE, tell);
};

const OUT: readonly (readonly [first: string, last: string, machine: string, hours: number])[] = [
  ['Luis', 'Ortega', 'Chopper 12', 6],
  ['Mia', 'Stroud', 'Truck 9', 6],
  ['Karl', 'Meyer', 'Combine 2', 7.5],
  ['Cal', 'Nyberg', 'Baler 2', 4.25],
  ['Ben', 'Carver', 'Truck 7', 3],
];

/** Five people with work today, each with a machine of their own. */
export const sendOut = async ({ boss, orgId, customerId }: Company): Promise<void> => {
  const params = { orgId };
  const fields = await boss.ok(contract.customDataFields.list, { params });
  const ids = fields.filter(({ name }) => ['Equipment', 'Operator', 'Hours', 'Loads'].includes(name)).map(({ id }) => id);
  const body = { name: 'Chopping', customDataFieldIds: ids, allowMultipleOperators: true };
  const { id: serviceTypeId } = await boss.ok(contract.serviceTypes.create, { params, body });
  const job = await boss.ok(contract.jobs.create, { params, body: { name: 'North Quarter silage', customerId } });
  for (const [firstName, lastName, name, totalHours] of OUT) {
    const person = await boss.ok(contract.employees.create, { params, body: { firstName, lastName, isOperator: true } });
    const machine = await boss.ok(contract.equipment.create, { params, body: { name, serviceTypeIds: [serviceTypeId] } });
    await boss.ok(contract.jobEntries.create, {
      params: { id: job.id },
      body: { serviceTypeId, date: today(), totalHours, operatorIds: [person.id], equipmentIds: [machine.id] },
    });
  }
};

/** Closes the first steps, as every company has that is past its first bill. */
export const pastFirstSteps = ({ boss, orgId }: Pick<Company, 'boss' | 'orgId'>) =>
  boss.ok(contract.organizations.update, { params: { orgId }, body: { isGuideHidden: true } });

interface WaitingOffice extends Company {
  readonly driver: Person;
}

/**
 * A company in whose office something of everything waits. `daysAgo` turns the server's clock: bills have to be old to be overdue.
 */
export const letThingsWait = async (
  server: TestApp,
  settle: (boss: Member) => Promise<Company>,
  daysAgo: (days: number) => void,
): Promise<WaitingOffice> => {
  daysAgo(100);
  const company = await settle(await server.owner('Halvorsen Custom'));
  const { boss, orgId, customerId, serviceTypeId } = company;
  const params = { orgId };
  const prices = [{ upTo: null, price: '95' }];
  await boss.ok(contract.rates.create, { params, body: { serviceTypeId, lines: [{ basis: 'hour', prices }] } });
  const workOn = async (name: string, totalHours: number, status: 'open' | 'completed' | 'billed'): Promise<number> => {
    const { id } = await boss.ok(contract.jobs.create, { params, body: { name, customerId } });
    await boss.ok(contract.jobEntries.create, { params: { id }, body: { serviceTypeId, date: addDays(today(), -1), totalHours } });
    await boss.ok(contract.jobs.update, { params: { id }, body: { status } });
    return id;
  };
  // Long overdue, overdue by 45 and by 10 days, and not due.
  for (const [days, hours] of [
    [100, 4],
    [75, 5],
    [40, 6],
    [0, 7],
  ] as const) {
    daysAgo(days);
    await workOn(`Billed ${days} days ago`, hours, 'billed');
  }
  await workOn('Corn, home place', 8, 'completed');
  await workOn('Beans, Section 14', 9, 'completed');

  const hours = (await boss.ok(contract.customDataFields.list, { params })).find(({ name }) => name === 'Hours');
  const required = { customDataFieldIds: [hours?.id ?? 0], requiredFieldIds: [hours?.id ?? 0] };
  const { id: asking } = await boss.ok(contract.serviceTypes.create, {
    params,
    body: { name: 'Hauling', customDataFieldIds: [hours?.id ?? 0] },
  });
  const open = await workOn('West 80, hay', 7, 'open');
  await boss.ok(contract.jobEntries.create, { params: { id: open }, body: { serviceTypeId: asking, date: today() } });
  await boss.ok(contract.serviceTypes.update, { params: { id: asking }, body: required });
  // More hours than a day has.
  await boss.ok(contract.jobEntries.create, { params: { id: open }, body: { serviceTypeId, date: today(), totalHours: 70 } });

  const driver = await server.member(boss, 'basic');
  await driver.ok(contract.jobEntries.createAtCustomer, { params, body: { serviceTypeId, customerId, date: today(), totalHours: 2 } });
  await driver.ok(contract.devices.heartbeat, {
    body: { organizationId: orgId, deviceId: 'cab-phone', name: 'Chrome on Android', pending: 6, attention: 0 },
  });
  await pastFirstSteps(company);
  return { ...company, driver };
};
