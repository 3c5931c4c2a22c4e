import { contract } from '#shared/contract.ts';
import type { Member } from '../support/offline-app.ts';

/** Eight customers, three services, three trucks, and what Dana logged lately. */
export const makeSeason = async (dana: Member) => {
  const params = { orgId: dana.orgId };
  await dana.ok(contract.organizations.update, { params, body: { onboardingStep: 'completed' } });
  const system = await dana.ok(contract.customDataFields.list, { params });
  const fuel = await dana.ok(contract.customDataFields.create, { params, body: { name: 'Fuel', fieldType: 'number' } });
  const fieldNamed = (name: string): number => [...system, fuel].find((field) => field.name === name)?.id ?? 0;
  const service = (name: string, required: string[], more: { equipmentCount?: number } = {}) =>
    dana.ok(contract.serviceTypes.create, {
      params,
      body: {
        name,
        customDataFieldIds: ['Equipment', 'Operator', 'Hours', 'Loads', 'Notes', 'Attachments', 'Fuel'].map(fieldNamed),
        requiredFieldIds: required.map(fieldNamed),
        allowMultipleOperators: true,
        ...more,
      },
    });
  const hauling = await service('Hauling', ['Equipment', 'Hours']);
  await service('Chopping', []);
  const train = await service('Silage train', ['Equipment'], { equipmentCount: 2 });
  const truck = (name: string) => dana.ok(contract.equipment.create, { params, body: { name, serviceTypeIds: [hauling.id, train.id] } });
  const [seven] = [await truck('Truck 7'), await truck('Truck 9'), await truck('Truck 11')];
  const [me] = await dana.ok(contract.employees.list, { params });
  await dana.ok(contract.employees.update, { params: { id: me?.id ?? 0 }, body: { isOperator: true } });
  const customer = async (businessName: string) => (await dana.ok(contract.customers.create, { params, body: { businessName } })).id;
  for (const name of ['Aldrich', 'Bar T Cattle', 'Corliss', 'Dunmore', 'Ekberg', 'Finch Hill']) {
    await customer(name);
  }
  const job = async (name: string, customerId: number) => (await dana.ok(contract.jobs.create, { params, body: { name, customerId } })).id;
  const ridge = await customer('Prairie Ridge Dairy');
  const farm = await customer('Ostrander Land & Grain');
  const jobs = {
    silage: await job('North Quarter silage', ridge),
    rye: await job('West 80 rye cover', farm),
    oats: await job('East 40 oats', farm),
  };
  const log = (jobId: number, body: { totalHours: number; equipmentIds: number[]; loads?: number; notes?: string }) =>
    dana.ok(contract.jobEntries.create, {
      params: { id: jobId },
      body: { serviceTypeId: hauling.id, date: '2025-09-17', operatorIds: [me?.id ?? 0], ...body },
    });
  await log(jobs.rye, { totalHours: 4, equipmentIds: [] });
  await log(jobs.silage, { totalHours: 9.5, loads: 21, equipmentIds: [seven?.id ?? 0], notes: 'soft gate' });
  return { ...jobs, hauling: hauling.id, truck: seven?.id, me: me?.id };
};
