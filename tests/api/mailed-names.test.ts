import { expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { accept, invitationsField, invite, ORIGIN } from './invitations-field.ts';
import { refusedFor } from './world.ts';

const field = invitationsField();

const EVIL = 'Evil\r\nBcc: spy@x.example\r\n\r\nhttps://phish.example/login \u202Egpj.exe';
const links = (text: string): string[] => text.match(/\S*(:\/\/|www\.|\w\.[a-z]{2})\S*/g) ?? [];

const expectOneLink = async (to: string): Promise<void> => {
  const { text, subject } = await field.mailTo(to);
  expect(links(text)).toEqual([expect.stringMatching(`^${ORIGIN}/invitation#`)]);
  expect(text.split(/\r?\n/).filter((line) => /^(Bcc|.*phish)/.test(line) && !line.includes('“'))).toEqual([]);
  expect(text).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/);
  expect(subject).toBe('You are invited to an organization on Headland');
};

test('the name of an organization neither begins a line, nor is a link, nor turns round in a mail', async () => {
  const boss = await field.testApp.owner(EVIL);
  await invite(boss, { email: 'stranger@t.example' });
  await expectOneLink('stranger@t.example');
  const { name } = await boss.ok(contract.organizations.get, { params: { orgId: boss.orgId } });
  expect(name).toBe('Evil Bcc: spy@x.example https://phish.example/login gpj.exe');
});

test('nor does one from before names were kept as one line, in the mail and on the invitation’s page', async () => {
  const { boss, testApp } = field;
  await testApp.db.query({ text: 'update organizations set name = $2 where id = $1', values: [boss.orgId, EVIL] });
  const { token } = await invite(boss, { email: 'second@t.example' });
  await expectOneLink('second@t.example');
  const look = await testApp.nobody.ok(contract.invitations.look, { body: { token: token ?? '' } });
  expect(look.organizationName).not.toMatch(/[\r\n\u202E]/);
});

test.each([
  ['customers', { businessName: 'Olson\nFarms\u202E' }, 'businessName', 'Olson Farms'],
  ['jobs', { name: 'Silage\t2025' }, 'name', 'Silage 2025'],
  ['equipment', { name: 'Deere\u00078R' }, 'name', 'Deere 8R'],
] as const)('a change of %s that waited with such a name passes', async (kind, body, field_, kept) => {
  const { boss } = field;
  const { id } = await boss.ok(contract.customers.create, { params: { orgId: boss.orgId }, body: { businessName: 'Hill' } });
  const answer = await boss.send('POST', `/api/organizations/${boss.orgId}/${kind}`, kind === 'jobs' ? { ...body, customerId: id } : body);
  expect(answer).toMatchObject({ status: 201, body: { [field_]: kept } });
});

test('notes, addresses and descriptions keep their lines', async () => {
  const { boss } = field;
  const { address } = await boss.ok(contract.customers.create, {
    params: { orgId: boss.orgId },
    body: { businessName: 'Hill', address: 'Mill Road 1\nAmes' },
  });
  expect(address).toBe('Mill Road 1\nAmes');
});

test.each(['n1;flood@t.example', 'group:a@x.example;', '<a@b.example>', 'a,b@t.example', 'flood@ｔ.example'])(
  '%s is no address to invite, to register or to employ',
  async (email) => {
    const { boss, testApp } = field;
    const answer = await boss.try(contract.invitations.create, { params: { orgId: boss.orgId }, body: { email } });
    expect(answer).toMatchObject(refusedFor('email', 'Invalid email address'));
    const body = { email, password: 'correct horse battery staple' };
    expect(await testApp.nobody.send('POST', '/api/register', body)).toMatchObject(refusedFor('email', 'Invalid email address'));
    const person = { firstName: 'A', lastName: 'B', email };
    expect(await boss.try(contract.employees.create, { params: { orgId: boss.orgId }, body: person })).toMatchObject(
      refusedFor('email', 'Invalid email address'),
    );
  },
);

test('a stored address that is none is never delivered to, and its account signs in', async () => {
  const { testApp, mailbox } = field;
  const email = 'n2;flood@t.example';
  const someone = await testApp.person({ email });
  const body = { email, password: 'correct horse battery' };
  expect((await testApp.nobody.send('POST', '/api/login', body)).status).toBe(200);
  expect((await testApp.nobody.send('POST', '/api/password/forgot', { email })).status).toBe(204);
  await field.boss.ok(contract.invitations.create, { params: { orgId: field.boss.orgId }, body: { email: 'last@t.example' } });
  await field.mailTo('last@t.example');
  expect(mailbox.countOf('flood@t.example')).toBe(0);
  await accept(someone, await invite(field.boss));
});
