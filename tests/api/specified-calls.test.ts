import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { buildWorld, type Member, type World } from './world.ts';

let testApp: TestApp;
let boss: Member;
let world: World;

beforeAll(async () => {
  testApp = await createTestApp();
  boss = await testApp.owner();
  world = await buildWorld(boss);
});

afterAll(() => testApp.close());

/** Every call that the specification lists (specification, chapter 9), except the pages GET /api/login and GET /api/logout. */
const CALLS = `
GET /api/auth/user
GET /api/user
GET /api/organizations
POST /api/login
POST /api/register
POST /api/logout
POST /api/organizations
PATCH /api/organizations/{orgId}
GET /api/organizations/{orgId}/audit-logs
GET /api/organizations/{orgId}/jobs
GET /api/organizations/{orgId}/jobs?status=open
GET /api/organizations/{orgId}/customers
GET /api/organizations/{orgId}/employees
GET /api/organizations/{orgId}/members
GET /api/organizations/{orgId}/equipment
GET /api/organizations/{orgId}/service-types
GET /api/organizations/{orgId}/custom-data-fields
GET /api/organizations/{orgId}/job-entries
GET /api/organizations/{orgId}/audit-logs/job_entry/{jobEntry}
POST /api/organizations/{orgId}/jobs
POST /api/organizations/{orgId}/customers
POST /api/organizations/{orgId}/employees
POST /api/organizations/{orgId}/equipment
POST /api/organizations/{orgId}/service-types
POST /api/organizations/{orgId}/custom-data-fields
POST /api/jobs/{job}/entries
GET /api/jobs/{job}
GET /api/jobs/{job}/entries
PATCH /api/jobs/{job}
PATCH /api/job-entries/{jobEntry}
GET /api/customers/{customer}
GET /api/customers/{customer}/jobs
PATCH /api/organizations/{orgId}/customers/{customer}
GET /api/employees/{employee}
GET /api/employees/{employee}/job-entries
PATCH /api/employees/{employee}
GET /api/service-types/{serviceType}
GET /api/service-types/{serviceType}/job-entries
PATCH /api/service-types/{serviceType}
PATCH /api/organizations/{orgId}/service-types/{serviceType}
GET /api/equipment/{equipment}
GET /api/equipment/{equipment}/job-entries
PATCH /api/equipment/{equipment}
PATCH /api/organizations/{orgId}/equipment/{equipment}
PATCH /api/custom-data-fields/{field}
GET /api/organizations/{orgId}/implements
POST /api/organizations/{orgId}/implements
PATCH /api/implements/{implement}
DELETE /api/implements/{implement}
DELETE /api/organizations/{orgId}/customers/{customer}
DELETE /api/employees/{employee}
DELETE /api/service-types/{serviceType}
DELETE /api/equipment/{equipment}
DELETE /api/custom-data-fields/{field}
DELETE /api/jobs/{job}
DELETE /api/job-entries/{jobEntry}
`;

const linesOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split(' ') as [string, string]);

const isServed = async (method: string, path: string): Promise<boolean> => {
  const ids: Record<string, number> = {
    orgId: world.orgId,
    customer: world.customerId,
    employee: world.employeeId,
    serviceType: world.serviceTypeId,
    equipment: world.equipmentId,
    field: world.fieldId,
    job: world.jobId,
    jobEntry: world.entryId,
    implement: world.implementId,
  };
  const url = path.replace(/\{(\w+)\}/g, (_, name: string) => String(ids[name]));
  const answer = await testApp.app.inject({
    method: method as 'GET',
    url,
    headers: { cookie: boss.cookie, 'content-type': 'text/plain' },
    payload: 'not JSON',
  });
  // A read succeeds, a write refuses what is not JSON: either way there is an answer.
  return (method === 'GET' ? [200] : [204, 415]).includes(answer.statusCode);
};

describe('every call of the specification is served', () => {
  test.each(linesOf(CALLS))('%s %s', async (method, path) => {
    expect(await isServed(method, path)).toBe(true);
  });
});

describe('the bodies that the screens of the specification send are accepted as they are', () => {
  const inOrg = (who: Member, path: string) => `/api/organizations/${who.orgId}${path}`;

  test('those of the wizard', async () => {
    const own = await testApp.owner();
    const { orgId } = own;
    const send = (path: string, body: object) => own.send('POST', inOrg(own, path), { ...body, organizationId: orgId });
    const employee = { firstName: 'Jo', lastName: 'Lind', email: '', phoneNumber: '', accessLevel: 'employee', isOperator: true };
    expect(await send('/employees', employee)).toMatchObject({ status: 201, body: { email: null, accessLevel: 'employee' } });
    const standard = { name: 'Hours', fieldType: 'number', description: '', options: [], isRequired: false, isSystem: true };
    expect(await send('/custom-data-fields', standard)).toMatchObject({ status: 201, body: { name: 'Hours', isSystem: true } });
    const custom = {
      name: 'Crop Type',
      fieldType: 'dropdown',
      description: '',
      options: ['Corn', 'Soybeans', 'Wheat', 'Oats'],
      isRequired: false,
      isSystem: false,
    };
    const field = contract.customDataFields.create.response.parse((await send('/custom-data-fields', custom)).body);
    const service = {
      name: 'Planting',
      showEquipment: true,
      showOperator: true,
      showTotalHours: false,
      showLoads: false,
      showNote: true,
      allowMultipleOperators: true,
      showEquipmentCount: true,
      requiredFields: ['Equipment'],
      customDataFieldIds: [field.id],
      requiredFieldIds: [],
    };
    const planting = contract.serviceTypes.create.response.parse((await send('/service-types', service)).body);
    const machine = await send('/equipment', { name: 'Kinze 3600', unitNumber: '', serialNumber: '', serviceTypeIds: [planting.id] });
    expect(machine).toMatchObject({ status: 201, body: { unitNumber: null, serviceTypeIds: [planting.id] } });
    expect((await send('/customers', { businessName: 'Pine', address: '', phoneNumber: '' })).status).toBe(201);
    expect((await own.send('PATCH', inOrg(own, ''), { onboardingStep: 'completed' })).status).toBe(200);
  });

  test('those of the management screens', async () => {
    const who = { organizationId: boss.orgId, createdBy: boss.userId };
    const send = (method: string, path: string, body: object) => boss.send(method, path, { ...body, ...who });
    const customer = { businessName: 'Blue Hill', address: null, phoneNumber: null };
    expect((await send('POST', inOrg(boss, '/customers'), customer)).status).toBe(201);
    const employee = { firstName: 'A', lastName: 'B', phoneNumber: '', email: '', accessLevel: 'basic', isOperator: false, isUser: false };
    expect((await send('POST', inOrg(boss, '/employees'), employee)).status).toBe(201);
    expect((await send('PATCH', `/api/employees/${world.employeeId}`, employee)).status).toBe(200);
    const service = {
      name: 'S',
      customDataFieldIds: [],
      requiredFieldIds: [],
      equipmentCount: 1,
      allowMultipleOperators: false,
      linkedEquipmentIds: [],
    };
    expect((await send('POST', inOrg(boss, '/service-types'), service)).status).toBe(201);
    expect((await send('POST', inOrg(boss, '/jobs'), { name: 'J', customerId: world.customerId, status: 'open' })).status).toBe(201);
    expect((await send('PATCH', `/api/jobs/${world.jobId}`, { status: 'completed', updatedBy: boss.userId })).status).toBe(200);
    expect((await send('PATCH', `/api/jobs/${world.jobId}`, { status: 'open' })).status).toBe(200);
    const field = { name: 'F', description: '', fieldType: 'text', defaultValue: '', isRequired: false, isActive: true, isSystem: false };
    expect((await send('POST', inOrg(boss, '/custom-data-fields'), field)).status).toBe(201);
  });

  test('that of the entry dialog, for a new entry and for a change', async () => {
    const body = {
      jobId: world.jobId,
      customerId: world.customerId,
      organizationId: boss.orgId,
      serviceTypeId: world.serviceTypeId,
      date: '2025-06-20',
      season: '2025',
      createdBy: boss.userId,
      equipmentId: world.equipmentId,
      equipmentIds: [world.equipmentId],
      operatorId: world.employeeId,
      operatorIds: [world.employeeId],
      loads: 3,
      totalHours: 8.5,
      fuel: null,
      photos: [],
      customFieldValues: { Notes: 'wet', Attachments: [], Moisture: 31 },
    };
    const made = await boss.send('POST', `/api/jobs/${world.jobId}/entries`, body);
    expect(made).toMatchObject({ status: 201, body: { notes: 'wet', season: '2025', customFieldValues: { Moisture: 31 } } });
    const { id } = contract.jobEntries.create.response.parse(made.body);
    expect(await boss.send('PATCH', `/api/job-entries/${id}`, body)).toMatchObject({ status: 200, body: { version: 1 } });
  });
});
