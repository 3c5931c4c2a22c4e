import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { type Billing, billingOf } from './billing-field.ts';

let testApp: TestApp;
let billing: Billing;

beforeAll(async () => {
  testApp = await createTestApp({ now: () => new Date('2026-06-20T12:00:00Z') });
});

afterAll(() => testApp.close());

beforeEach(async () => {
  billing = await billingOf(await testApp.owner());
  await billing.setRate('50');
});

const params = () => ({ orgId: billing.boss.orgId });
const settings = (body: object) => billing.boss.ok(contract.billingSettings.update, { params: params(), body });
const customer = (body: object) => billing.boss.ok(contract.customers.update, { params: { id: billing.world.customerId }, body });
const made = async () => {
  const id = await billing.addJob('North');
  await billing.log(id, 2);
  const seen = await billing.boss.ok(contract.billDrafts.ofJob, { params: { id } });
  await billing.setStatus(id, 'billed');
  const [head] = await billing.records();
  const record = await billing.boss.ok(contract.billingRecords.get, { params: { ...params(), id: head?.id ?? 0 } });
  return { seen, record };
};

describe('a bill is due', () => {
  test('after 30 days, where nobody has said otherwise', async () => {
    const { seen, record } = await made();
    expect([seen.paymentDays, record.dueOn]).toEqual([30, '2026-07-20']);
    expect(record.content.terms).toEqual({ paymentDays: 30, discountPercent: null, discountDays: null, discountUntil: null });
  });

  test('as the organization has it', async () => {
    await settings({ paymentDays: 14, discountPercent: '2', discountDays: 8 });
    const { seen, record } = await made();
    expect([seen.paymentDays, record.dueOn]).toEqual([14, '2026-07-04']);
    expect(record.content.terms).toEqual({ paymentDays: 14, discountPercent: '2', discountDays: 8, discountUntil: '2026-06-28' });
  });

  test('as was agreed with the customer, who may have no discount where others have one', async () => {
    await settings({ paymentDays: 14, discountPercent: '2', discountDays: 8 });
    await customer({ paymentDays: 0, discountPercent: '0' });
    const { record } = await made();
    expect([record.dueOn, record.content.terms?.discountPercent]).toEqual(['2026-06-20', null]);
  });
});

test('a record keeps where it is paid to, in which language and whom it is for, whatever changes later', async () => {
  const bank = { bankHolder: 'Halvorsen LLC', bankAccount: 'IE29AIBK93115212345678', bankCode: 'AIBKIE2D', bankName: 'AIB' };
  await billing.boss.ok(contract.organizations.update, {
    params: params(),
    body: { ...bank, phoneNumber: '057 555 0142', language: 'en' },
  });
  await settings({ footer: 'Registered in Ireland, no. 123456', paymentText: 'Checks to Halvorsen' });
  await customer({ taxNumber: 'IE6388047V', buyerReference: 'PO 4711', language: 'de', externalNumber: '1042', hasAnnex: false });
  const { record } = await made();
  await billing.boss.ok(contract.organizations.update, { params: params(), body: { bankAccount: 'DE89370400440532013000' } });
  await settings({ footer: null, paymentText: null });
  await customer({ taxNumber: null, language: null });
  const { content } = await billing.boss.ok(contract.billingRecords.get, { params: { ...params(), id: record.id } });
  expect(content).toMatchObject({
    issuer: { phoneNumber: '057 555 0142', footer: 'Registered in Ireland, no. 123456', taxScheme: 'usual' },
    customer: { taxNumber: 'IE6388047V', buyerReference: 'PO 4711', externalNumber: '1042', taxTreatment: 'usual' },
    payment: { holder: 'Halvorsen LLC', account: bank.bankAccount, code: 'AIBKIE2D', text: 'Checks to Halvorsen', hasReference: false },
    language: 'de',
    hasAnnex: false,
  });
});
