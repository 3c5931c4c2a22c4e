import { contract } from '#shared/contract.ts';
import { issue } from './billing-field.ts';
import { dataString, type Member, pngBytes, TEN, type World } from './world.ts';

const HOUR = { basis: 'hour' as const, prices: [{ upTo: null, price: '95.50' }] };
const none = { unit: null, taxPercent: null, taxIncluded: null };

/** Rates for a job, a customer, a machine and in steps; one that was deleted. */
const setRates = async (boss: Member, { serviceTypeId, customerId, equipmentId, fieldId, fresh }: World, jobId: number): Promise<void> => {
  const params = { orgId: boss.orgId };
  const steps = [
    { upTo: '20', price: '95.00' },
    { upTo: null, price: '88.125' },
  ];
  const lines = [
    { label: 'Call-out', basis: 'flat' as const, per: 'job' as const, prices: [{ upTo: null, price: '150' }] },
    { basis: 'load' as const, per: 'job' as const, prices: steps },
    { ...HOUR, rounding: { step: '0.25', direction: 'up' as const, on: 'entry' as const }, minimumCents: 30_000 },
  ];
  const fuel = { kind: 'surchargeByPercent' as const, price: '3.92', basePrice: '3.50', step: '0.10', percent: '1' };
  const rate = { serviceTypeId, lines: [HOUR] };
  for (const body of [
    { ...rate, name: 'Chopping in steps', lines, fuel, taxPercent: '5.5' },
    { ...rate, customerId, validFrom: '2025-03-01', fuel: { kind: 'billed' as const, price: '4.10' } },
    { ...rate, customerId, equipmentId, name: 'Loader at Pine Ridge', lines, fuel, taxIncluded: true, taxPercent: '19' },
    { ...rate, jobId, equipmentId, lines: [{ basis: 'field' as const, fieldId, prices: [{ upTo: null, price: '1.75' }] }] },
  ]) {
    await boss.ok(contract.rates.create, { params, body });
  }
  await boss.ok(contract.rates.remove, { params: { id: await fresh.rate() } });
};

/**
 * What a contractor has who bills: rates, a record of two jobs with lines by hand and discounts, one that was taken back, a credit note in a
 * range of its own, and a draft. Gives the job of the draft and the one on the record that was made last.
 */
export const fillBilling = async (boss: Member, world: World): Promise<{ drafted: number; billed: number }> => {
  const params = { orgId: boss.orgId };
  const { customerId, serviceTypeId, equipmentId, employeeId, fresh } = world;
  const job = async (name: string) => (await boss.ok(contract.jobs.create, { params, body: { name, customerId } })).id;
  const log = (id: number, more: object) =>
    boss.ok(contract.jobEntries.create, { params: { id }, body: { serviceTypeId, date: '2025-06-20', totalHours: 3.1, ...more } });
  const [north, south, west, east] = [await job('North'), await job('South'), await job('West'), await job('East')];
  await setRates(boss, world, south);
  await log(north, {
    equipmentIds: [equipmentId],
    operatorIds: [employeeId],
    loads: 27,
    fuel: 12.5,
    customFieldValues: { Truck: [equipmentId], Loader: [equipmentId] },
  });
  await log(north, { date: '2025-06-21', loads: 3, photos: [dataString(pngBytes('weighed'))], customFieldValues: { Spotter: employeeId } });
  await log(south, { equipmentIds: [equipmentId], customFieldValues: { Moisture: 31.5 } });
  await log(south, { serviceTypeId: await fresh.serviceType(), equipmentIds: [equipmentId] });
  const lines = [
    { ...none, label: 'Twine', jobId: north, quantity: '3', unit: 'roll', price: '40', taxPercent: '10' },
    { ...none, label: 'Thanks', jobId: null, quantity: '1', price: '-20' },
  ];
  const discounts = [
    { label: 'Friend', percent: '10', cents: null },
    { label: 'Rounded', percent: null, cents: 1234 },
  ];
  const body = { jobIds: [south, north], lines, discounts, notes: 'Thank you' };
  const { id: draftId } = await boss.ok(contract.billDrafts.create, { params, body });
  const { id: recordId } = await issue(boss, draftId);
  await boss.ok(contract.billingSettings.update, { params, body: { correctionPrefix: 'C-', nextCorrectionNumber: 40 } });
  const back = { ...none, label: 'Twine back', jobId: north, quantity: '1', price: '40', taxPercent: '10', taxIncluded: false };
  await boss.ok(contract.corrections.credit, { params: { ...params, id: recordId }, body: { lines: [back], grossCents: 4400 } });
  await log(west, { equipmentIds: [equipmentId], loads: 2 });
  for (const status of ['billed', 'completed', 'billed'] as const) {
    await boss.ok(contract.jobs.update, { params: { id: west }, body: { status } });
  }
  await log(east, { loads: 4 });
  const east1 = { ...none, label: 'Stones', jobId: east, quantity: '2', price: '15' };
  await boss.ok(contract.billDrafts.create, { params, body: { jobIds: [east], lines: [east1], discounts, notes: 'Not sent' } });
  await boss.ok(contract.corrections.deposit, { params, body: { jobIds: [east], ...TEN } });
  return { drafted: east, billed: west };
};

/** Something of every kind that exports contain. Returns the jobs that `fillBilling` returns. */
export const fillOrganization = async (boss: Member, luis: Member, world: World): ReturnType<typeof fillBilling> => {
  const params = { orgId: boss.orgId };
  const { serviceTypeId, equipmentId, employeeId, implementId, jobId, customerId } = world;
  for (const [name, fieldType] of [
    ['Truck', 'equipment'],
    ['Loader', 'equipment'],
    ['Spotter', 'employee'],
    ['Ticket', 'attachment'],
    ['Remark', 'text'],
  ] as const) {
    await boss.ok(contract.customDataFields.create, { params, body: { name, fieldType } });
  }
  const fields = await boss.ok(contract.customDataFields.list, { params });
  await boss.ok(contract.serviceTypes.update, {
    params: { id: serviceTypeId },
    body: { customDataFieldIds: fields.map(({ id }) => id), requiredFieldIds: [world.fieldId], linkedEquipmentIds: [equipmentId] },
  });
  const second = await boss.ok(contract.equipment.create, { params, body: { name: '=HYPERLINK("x")', serviceTypeIds: [serviceTypeId] } });
  const entry = await luis.ok(contract.jobEntries.create, {
    params: { id: jobId },
    body: {
      serviceTypeId,
      date: '2025-06-17',
      equipmentIds: [second.id, equipmentId],
      operatorIds: [employeeId],
      implementId,
      totalHours: 8.25,
      fuel: 0.1,
      notes: 'wet,\r\n"heavy"',
      photos: [dataString(pngBytes('second cut')), dataString(Buffer.from('no picture'))],
      customFieldValues: {
        Truck: [equipmentId, second.id],
        Spotter: employeeId,
        Ticket: [dataString(Buffer.from('%PDF-1.7 weighbridge'))],
        Moisture: 31.5,
        Remark: '-2+3',
        unheardOf: ['x', 2],
      },
    },
  });
  await luis.ok(contract.daysOff.create, { params, body: { employeeId, date: '2025-06-18' } });
  const run = await luis.ok(contract.runs.create, {
    params,
    body: {
      serviceTypeId,
      date: '2025-06-17',
      startedAt: '2025-06-17T07:05:00-05:00',
      equipmentIds: [equipmentId],
      operatorIds: [employeeId],
      implementId,
      photos: [dataString(pngBytes('the whole day'))],
    },
  });
  const gone = await luis.ok(contract.runs.create, { params, body: { serviceTypeId, date: '2025-06-17', startedAt: run.startedAt } });
  const spans = [{ from: '2025-06-17T07:05:00-05:00', to: '2025-06-17T15:35:00-05:00' }];
  await luis.ok(contract.jobEntries.update, { params: { id: entry.id }, body: { runId: gone.id } });
  await luis.ok(contract.runs.remove, { params: gone });
  const { version } = await boss.ok(contract.jobEntries.update, {
    params: { id: entry.id },
    body: { totalHours: 8.5, runId: run.id, spans },
  });
  await boss.ok(contract.entryChecks.set, { params, body: { isChecked: true, entries: [{ id: entry.id, version }] } });
  const billing = await fillBilling(boss, world);
  // What was billed goes on naming it as it was.
  const loader = fields.find(({ name }) => name === 'Loader');
  await boss.ok(contract.customDataFields.update, { params: { id: loader?.id ?? 0 }, body: { name: 'Front loader' } });
  for (const id of [await world.fresh.customer(), customerId]) {
    await boss.ok(contract.customers.remove, { params: { id } });
  }
  await boss.ok(contract.jobs.remove, { params: { id: await world.fresh.job() } });
  await boss.ok(contract.jobs.update, { params: { id: jobId }, body: { status: 'completed' } });
  await boss.ok(contract.organizations.update, { params, body: { seasonStartDate: '2025-07-01', onboardingStep: 'completed' } });
  return billing;
};
