import { contract } from '#shared/contract.ts';
import type { Member } from '../support/offline-app.ts';

export const FIVE = ['Meyer Brothers', 'Lindqvist Farms', 'Bar T Cattle Co.', 'Prairie Ridge Dairy', 'Ostrander Land & Grain'] as const;

/** A driver who bales for five customers, each with an open job, and the run of the day before; `required`: what each stop must say. */
export const makeRunSeason = async (dana: Member, required: readonly string[] = []) => {
  const params = { orgId: dana.orgId };
  await dana.ok(contract.organizations.update, { params, body: { onboardingStep: 'completed' } });
  const field = async (name: string) =>
    (await dana.ok(contract.customDataFields.create, { params, body: { name, fieldType: 'number' } })).id;
  const own = { Bales: await field('Bales'), Acres: await field('Acres') };
  const system = await dana.ok(contract.customDataFields.list, { params, query: {} });
  const ids = ['Equipment', 'Operator', 'Hours', 'Notes', 'Attachments'].map((name) => system.find((each) => each.name === name)?.id ?? 0);
  const baling = await dana.ok(contract.serviceTypes.create, {
    params,
    body: {
      name: 'Baling',
      customDataFieldIds: [...ids, own.Bales, own.Acres],
      requiredFieldIds: required.map((name) => own[name as keyof typeof own]),
    },
  });
  const tractor = await dana.ok(contract.equipment.create, { params, body: { name: 'Tractor 6', serviceTypeIds: [baling.id] } });
  const baler = await dana.ok(contract.implements.create, { params, body: { name: 'Baler 2', serviceTypeIds: [baling.id] } });
  const [me] = await dana.ok(contract.employees.list, { params, query: {} });
  await dana.ok(contract.employees.update, { params: { id: me?.id ?? 0 }, body: { isOperator: true } });
  const jobs: Record<string, number> = {};
  const crew = { serviceTypeId: baling.id, equipmentIds: [tractor.id], operatorIds: [me?.id ?? 0], implementId: baler.id };
  const run = await dana.ok(contract.runs.create, {
    params,
    body: { ...crew, date: '2025-10-08', startedAt: '2025-10-08T13:00:00Z', endedAt: '2025-10-08T20:00:00Z' },
  });
  for (const [index, businessName] of FIVE.entries()) {
    const customer = await dana.ok(contract.customers.create, { params, body: { businessName } });
    const job = await dana.ok(contract.jobs.create, { params, body: { name: `Hay at ${businessName}`, customerId: customer.id } });
    jobs[businessName] = job.id;
    const span = { from: `2025-10-08T1${3 + index}:00:00Z`, to: `2025-10-08T1${4 + index}:00:00Z` };
    await dana.ok(contract.jobEntries.create, {
      params: { id: job.id },
      body: { ...crew, date: '2025-10-08', runId: run.id, spans: [span], totalHours: 1, customFieldValues: { Bales: 40, Acres: 10 } },
    });
  }
  return { jobs, crew, own, yesterday: run.id, customerCount: FIVE.length };
};
