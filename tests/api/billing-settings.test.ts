import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { exportOf, sendArchive } from './archive-tools.ts';
import { type Billing, billingOf } from './billing-field.ts';
import { refusedFor } from './world.ts';

let testApp: TestApp;
let billing: Billing;

beforeAll(async () => {
  testApp = await createTestApp({ now: () => new Date('2026-06-20T12:00:00Z') });
});

afterAll(() => testApp.close());

beforeEach(async () => {
  billing = await billingOf(await testApp.owner('Halvorsen Custom'));
});

const params = () => ({ orgId: billing.boss.orgId });
const read = () => billing.boss.ok(contract.billingSettings.get, { params: params() });
const set = (body: object) => billing.boss.try(contract.billingSettings.update, { params: params(), body });
const organization = (body: object) => billing.boss.ok(contract.organizations.update, { params: params(), body });

describe('the numbers to come', () => {
  test('are said with the settings, and whether the year has begun', async () => {
    expect(await read()).toMatchObject({
      nextBill: { year: 2026, number: 1, label: '2026-1', hasBegun: false },
      nextCorrection: null,
    });
    await set({ prefix: 'RE-', digits: 4, nextBillNumber: 147, correctionPrefix: 'K-' });
    await billing.setRate('50');
    const id = await billing.addJob('North');
    await billing.log(id, 2);
    await billing.setStatus(id, 'billed');
    expect(await read()).toMatchObject({
      nextBill: { number: 148, label: 'RE-2026-0148', hasBegun: true },
      nextCorrection: { number: 1, label: 'K-2026-0001', hasBegun: false },
    });
  });
});

describe('settings are refused', () => {
  test.each([
    ['a discount without days', { discountPercent: '2' }, 'discountDays', 'A discount needs a percentage and days'],
    ['days without a discount', { discountDays: 10 }, 'discountPercent', 'A discount needs a percentage and days'],
    [
      'an account that is no QR-IBAN',
      { qrIban: 'CH93 0076 2011 6238 5295 7' },
      'qrIban',
      'This is no QR-IBAN. Its bank number, digits 5 to 9, is from 30000 to 31999.',
    ],
  ])('with %s', async (_what, body, path, message) => {
    expect(await set(body)).toMatchObject(refusedFor(path, message));
    expect((await read()).version).toBe(0);
  });

  test('where somebody else has changed them since they were read', async () => {
    await set({ footer: 'First' });
    await set({ footer: 'Second' });
    const late = await billing.boss.send(
      'PATCH',
      `/api/organizations/${billing.boss.orgId}/billing-settings`,
      { footer: 'Late' },
      {
        'if-match': '"1"',
      },
    );
    expect(late).toMatchObject({ status: 412, body: { current: { footer: 'Second' } } });
    expect((await read()).footer).toBe('Second');
  });
});

describe('a customer', () => {
  const customer = (body: object) => billing.boss.try(contract.customers.update, { params: { id: billing.world.customerId }, body });

  test('has a discount with days, none at all, or what all have', async () => {
    expect(await customer({ discountPercent: '2' })).toMatchObject(refusedFor('discountDays', 'A discount needs a percentage and days'));
    expect((await customer({ discountPercent: '2', discountDays: 10 })).status).toBe(200);
    expect(await customer({ discountDays: null })).toMatchObject(refusedFor('discountDays', 'A discount needs a percentage and days'));
    expect((await customer({ discountPercent: '0', discountDays: null })).status).toBe(200);
    expect((await customer({ discountPercent: null })).status).toBe(200);
  });

  test('is made with people who get bills, too, and may not be made with half a discount', async () => {
    const contacts = [{ name: 'Ann Lee', email: 'ann@pine.example', phoneNumber: null, getsBills: true }];
    const make = (body: object) =>
      billing.boss.try(contract.customers.create, { params: params(), body: { businessName: 'Pine', contacts, ...body } });
    expect(await make({ discountDays: 10 })).toMatchObject(refusedFor('discountPercent', 'A discount needs a percentage and days'));
    expect(await make({})).toMatchObject({ body: { contacts, isReminded: true, taxTreatment: 'usual' } });
    const wrong = [{ ...contacts[0], email: 'ann@' }];
    expect(await make({ contacts: wrong })).toMatchObject(refusedFor('contacts.0.email', 'Invalid email address'));
  });
});

test('the organization’s address and its parts follow each other, as a customer’s do', async () => {
  const parts = { street: 'Hauptstr. 4', postalCode: '94315', town: 'Straubing', country: 'DE' };
  expect(await organization(parts)).toMatchObject({ ...parts, address: 'Hauptstr. 4\n94315 Straubing' });
  expect(await organization({ country: 'US', region: 'BY' })).toMatchObject({ address: 'Hauptstr. 4\nStraubing, BY 94315' });
  expect(await organization({ address: 'By the elevator' })).toMatchObject({
    address: 'By the elevator',
    street: null,
    postalCode: null,
    town: null,
    region: null,
    country: 'US',
  });
  const made = await billing.boss.ok(contract.organizations.create, { body: { name: 'Second', ...parts } });
  expect(made.address).toBe('Hauptstr. 4\n94315 Straubing');
});

test('a mistyped IBAN is refused, and an account of another kind is not', async () => {
  const bad = await billing.boss.try(contract.organizations.update, {
    params: params(),
    body: { bankAccount: 'DE98 3704 0044 0532 0130 00' },
  });
  expect(bad).toMatchObject(refusedFor('bankAccount', 'This IBAN has a typing error. Compare it with your card or statement.'));
  expect((await organization({ bankAccount: '0612345678901' })).bankAccount).toBe('0612345678901');
});

test('an export takes along how one bills, whom else to talk to, and where a range of numbers stands', async () => {
  const reminders = [{ afterDays: 10, text: 'Please pay {total}.', feeCents: 750, interestPercent: '9' }];
  await set({
    prefix: 'RE-',
    digits: 4,
    nextBillNumber: 147,
    discountPercent: '2',
    discountDays: 8,
    taxScheme: 'smallBusiness',
    reminders,
  });
  const contacts = [{ name: 'Ann Lee', email: 'ann@pine.example', phoneNumber: null, getsBills: true }];
  const billed = { contacts, discountPercent: '0', taxTreatment: 'exempt', taxNote: 'Certificate 77', billWay: 'print', isReminded: false };
  await billing.boss.ok(contract.customers.create, { params: params(), body: { businessName: 'Pine', ...billed } as never });
  await organization({ street: 'Hauptstr. 4', postalCode: '94315', town: 'Straubing', country: 'DE', language: 'de' });
  const { bytes } = await exportOf(testApp.app, billing.boss, billing.boss.orgId);
  const person = await testApp.person();
  const imported = await sendArchive(person, bytes);
  expect(imported.status).toBe(201);
  const { id: orgId } = imported.body as { id: number };
  const there = { params: { orgId } };
  const { version: _version, ...kept } = await read();
  expect(await person.ok(contract.billingSettings.get, there)).toMatchObject(kept);
  const customers = await person.ok(contract.customers.list, there);
  expect(customers.find(({ businessName }) => businessName === 'Pine')).toMatchObject(billed);
  expect(await person.ok(contract.organizations.get, there)).toMatchObject({
    street: 'Hauptstr. 4',
    address: 'Hauptstr. 4\n94315 Straubing',
    language: 'de',
  });
});
