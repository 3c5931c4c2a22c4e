import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { createTestApp, type Person, type TestApp } from '#tests/support/test-app.ts';

// Whoever redirects a company's money must not do so unnoticed: owner and admins are told by mail where its customers pay from now on.

let testApp: TestApp;
let boss: Person & { readonly orgId: number };
let admin: Person;
let manager: Person;

beforeAll(async () => {
  testApp = await createTestApp({ hasMail: true, publicUrl: 'http://farm.test' });
});

afterAll(() => testApp.close());

beforeEach(async () => {
  boss = await testApp.owner('Halvorsen Custom');
  admin = await testApp.member(boss, 'admin');
  manager = await testApp.member(boss, 'manager');
  await update({ onboardingStep: 'completed' });
});

const params = () => ({ orgId: boss.orgId });
const update = (body: object, who: Person = boss) => who.ok(contract.organizations.update, { params: params(), body });
const set = (body: object) => boss.ok(contract.billingSettings.update, { params: params(), body });
const mails = () =>
  testApp.db.query<{ recipient: string; subject: string; body: string }>({
    text: "select recipient, subject, body from mails where subject ~* 'bank|bancarios' and recipient = any($1) order by id",
    values: [[boss, admin, manager].map(({ email }) => email)],
  });

test('owner and admins are told who did it and where to look, each in their own language; managers are not', async () => {
  await admin.ok(contract.account.update, { body: { language: 'de' } });
  await update({ bankAccount: 'DE89 3704 0044 0532 0130 00' }, admin);
  const [first, second, ...others] = await mails();
  expect(others).toEqual([]);
  expect([first?.recipient, second?.recipient]).toEqual([boss.email, admin.email]);
  expect(first?.subject).toBe('Bank details on your bills were changed');
  expect(first?.body).toContain('customers of “Halvorsen Custom” are asked to pay');
  expect(first?.body).toContain('New account: DE89 … 3000');
  expect(first?.body).toContain('\n\nhttp://farm.test/organization/billing/settings\n\n');
  expect(second?.subject).toBe('Die Bankverbindung auf den Rechnungen wurde geändert');
  expect(second?.body).toContain('Neues Konto: DE89 … 3000');
  expect(`${first?.body}${second?.body}`).not.toContain('0532');
});

test('also where the account goes, where only its holder changes, and where a QR-IBAN or other ways to pay are set', async () => {
  await update({ bankAccount: '12345678' });
  await update({ bankAccount: null });
  await update({ bankHolder: 'Somebody Else' });
  await set({ qrIban: 'CH44 3199 9123 0008 8901 2' });
  await set({ paymentText: 'Cash to the man in the blue car' });
  const told = (await mails()).filter(({ recipient }) => recipient === boss.email).map(({ body }) => /New account: .*/.exec(body)?.[0]);
  expect(told).toEqual(['New account: 12345678', undefined, undefined, 'New account: CH44 … 9012', 'New account: CH44 … 9012']);
});

test('nothing is mailed about what stays as it is, what is no account, or a company that is still being set up', async () => {
  await update({ bankName: 'AIB', phoneNumber: '555 0100' });
  await set({ footer: 'Thank you' });
  const account = { bankAccount: 'IE29AIBK93115212345678' };
  await update(account);
  const before = (await mails()).length;
  await update(account);
  expect((await mails()).length).toBe(before);
  const fresh = await testApp.owner('Fresh');
  await fresh.ok(contract.organizations.update, { params: { orgId: fresh.orgId }, body: account });
  expect(await testApp.db.query({ text: 'select id from mails where recipient = $1', values: [fresh.email] })).toEqual([]);
});

test('a change that is refused alarms nobody, and one that is repeated alarms once', async () => {
  await boss.try(contract.billingSettings.update, { params: params(), body: { qrIban: 'CH44 3199 9123 0008 8901 2', discountDays: 3 } });
  expect(await mails()).toEqual([]);
  const key = randomUUID();
  const body = { bankAccount: '12345678' };
  const once = () => boss.send('PATCH', `/api/organizations/${boss.orgId}`, body, { 'idempotency-key': key });
  expect([(await once()).status, (await once()).status]).toEqual([200, 200]);
  expect((await mails()).filter(({ recipient }) => recipient === boss.email)).toHaveLength(1);
});
