import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { createPost } from '#server/mail/smtp-post.ts';
import { sendMails } from '#server/commands/send-mails.ts';
import { type Mailbox, openMailbox } from '#tests/support/mailbox.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { type Billing, billingOf } from './billing-field.ts';

let mailbox: Mailbox;
let testApp: TestApp;
let billing: Billing;

beforeAll(async () => {
  mailbox = await openMailbox();
  testApp = await createTestApp({ publicUrl: 'http://farm.test', hasMail: true, now: () => new Date('2025-10-02T12:00:00Z') });
});

afterAll(async () => {
  await testApp.close();
  await mailbox.close();
});

const SELLER = {
  street: 'Hauptstraße 1',
  postalCode: '17192',
  town: 'Waren',
  country: 'DE',
  taxNumber: 'DE123456789',
  taxName: 'MwSt',
  taxRate: 1900,
  currency: 'EUR',
  phoneNumber: '03991 5550',
  email: 'hof@waren.test',
  bankAccount: 'DE89370400440532013000',
};
const BUYER = { street: 'Moos 1', postalCode: '5020', town: 'Salzburg', country: 'AT', email: 'auer@salzburg.test' };

/** A contractor in Germany at 95.00 an hour, and a job of five hours for a customer in Austria. */
beforeEach(async () => {
  billing = await billingOf(await testApp.owner());
  await billing.boss.ok(contract.organizations.update, { params: params(), body: SELLER });
  await customer(BUYER);
  await billing.setRate('95');
});

const params = () => ({ orgId: billing.boss.orgId });
const customer = (body: object) => billing.boss.ok(contract.customers.update, { params: { id: billing.world.customerId }, body });
const settings = (body: object) => billing.boss.ok(contract.billingSettings.update, { params: params(), body });
const worked = async (): Promise<number> => {
  const id = await billing.addJob('North');
  await billing.log(id, 5);
  await billing.setStatus(id, 'completed');
  return id;
};
const draftOf = (id: number) => billing.boss.ok(contract.billDrafts.ofJob, { params: { id } });
const billed = async (jobId: number): Promise<number> => {
  await billing.setStatus(jobId, 'billed');
  const [head] = await billing.records();
  return head?.id ?? 0;
};
const file = (id: number, format: string) =>
  billing.boss.send('GET', `/api/organizations/${billing.boss.orgId}/billing-records/${id}/document?format=${format}`);
const exported = (query: string) => billing.boss.send('GET', `/api/organizations/${billing.boss.orgId}/billing-export?${query}`);

describe('the tax of a bill', () => {
  test('is not the seller’s to ask where the customer owes it: in the draft, on the board, in the record and for good', async () => {
    const job = await worked();
    expect(await draftOf(job)).toMatchObject({ bill: { taxCents: 9025, grossCents: 56_525 }, taxPosition: null, legalNeeds: [] });
    await customer({ taxTreatment: 'reverseCharge' });
    const draft = await draftOf(job);
    expect(draft).toMatchObject({ bill: { taxCents: 0, grossCents: 47_500 }, taxPosition: { category: 'AE', reasonCode: 'VATEX-EU-AE' } });
    expect(draft.legalNeeds).toEqual(['the tax number of the customer']);
    const [of] = await billing.boss.ok(contract.unbilledBills.list, { params: params(), query: {} });
    expect(of?.bills[0]).toMatchObject({ grossCents: 47_500, legalNeeds: ['the tax number of the customer'] });
    await customer({ taxNumber: 'ATU12345675' });
    expect((await draftOf(job)).legalNeeds).toEqual([]);
    const [row] = await billing.boss.ok(contract.unbilledJobs.list, { params: params() });
    expect(row).toMatchObject({ id: job, netCents: 47_500, grossCents: 47_500 });

    const id = await billed(job);
    const before = (await file(id, 'ubl')).body;
    expect(before).toContain('<cbc:TaxExemptionReasonCode>VATEX-EU-AE</cbc:TaxExemptionReasonCode>');
    expect(before).toContain('Reverse charge: Steuerschuldnerschaft des Leistungsempfängers');
    expect(before).toContain('<cbc:CompanyID>ATU12345675</cbc:CompanyID>');
    await customer({ taxTreatment: 'usual', taxNumber: null });
    expect((await file(id, 'ubl')).body).toBe(before);
  });

  test('is none of a small business, and the bill says why', async () => {
    await settings({ taxScheme: 'smallBusiness' });
    const id = await billed(await worked());
    const { content } = await billing.boss.ok(contract.billingRecords.get, { params: { ...params(), id } });
    expect(content.bill).toMatchObject({ taxCents: 0, grossCents: 47_500 });
    expect(content.taxPosition?.notes.de).toEqual(['Es gilt die Steuerbefreiung für Kleinunternehmer (§ 19 UStG).']);
  });

  test('a draft says what the law asks for and is not there', async () => {
    await billing.boss.ok(contract.organizations.update, { params: params(), body: { taxNumber: null } });
    await customer({ street: null, postalCode: null, town: null, address: null });
    const { legalNeeds } = await draftOf(await worked());
    expect(legalNeeds).toEqual(['the tax number of the organization', 'the address of the customer']);
  });
});

describe('an e-invoice', () => {
  test('says before a bill is issued what it lacks: the draft, the bills to come, and the refusal name the same', async () => {
    const job = await worked();
    const needs = async () => {
      const [of] = await billing.boss.ok(contract.unbilledBills.list, { params: params(), query: {} });
      const preview = await billing.boss.ok(contract.unbilledBills.preview, { params: params(), query: { jobIds: String(job) } });
      const { eInvoiceNeeds } = await draftOf(job);
      expect(of?.bills[0]?.eInvoiceNeeds).toEqual(eInvoiceNeeds);
      expect(preview.eInvoiceNeeds).toEqual(eInvoiceNeeds);
      return eInvoiceNeeds;
    };
    expect(await needs()).toEqual([]);
    // Whose VAT it is, a number of the tax office alone does not say.
    await customer({ taxTreatment: 'reverseCharge', taxNumber: '12/345' });
    expect(await needs()).toEqual(['the VAT number of the customer']);
    // A public buyer has a Leitweg-ID, and asks for more.
    const own = { phoneNumber: null, bankAccount: null };
    await billing.boss.ok(contract.organizations.update, { params: params(), body: own });
    await customer({ taxTreatment: 'usual', taxNumber: null, email: null, country: 'DE', town: null, buyerReference: '04011000-12345-34' });
    const lacking = [
      'the phone number of the organization',
      'the bank account of the organization',
      'the ZIP and town of the customer',
      'the email of the customer',
    ];
    expect(await needs()).toEqual(lacking);
    const refused = await file(await billed(job), 'xrechnung');
    expect(refused.body).toMatchObject({ values: { missing: lacking.map((term) => ({ term })) } });
  });

  test('lacks nothing where none is usual', async () => {
    const job = await worked();
    await customer({ country: 'US', email: null });
    expect((await draftOf(job)).eInvoiceNeeds).toEqual([]);
    await billing.boss.ok(contract.organizations.update, { params: params(), body: { country: 'US', taxNumber: null } });
    expect((await draftOf(job)).eInvoiceNeeds).toEqual([]);
  });

  test.each([
    ['cii', 'xml', 'rsm:CrossIndustryInvoice'],
    ['facturx', 'pdf', 'factur-x.xml'],
  ])('as %s', async (format, ending, words) => {
    const answer = await file(await billed(await worked()), format);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-disposition']).toMatch(new RegExp(`\\.${ending}"$`));
    expect(answer.body).toContain(words);
  });

  test('as XRechnung, with what German public buyers want, or it is named', async () => {
    await customer({ email: null });
    const id = await billed(await worked());
    expect(await file(id, 'xrechnung')).toMatchObject({
      status: 409,
      body: {
        messageCode: 'eInvoiceLacks',
        values: { missing: [{ term: 'the email of the customer' }, { term: 'the reference of the customer' }] },
      },
    });
    await customer({ email: 'kasse@stadt.test', buyerReference: '04011000-12345-34' });
    const { body, status } = await file(await billed(await worked()), 'xrechnung');
    expect(status).toBe(200);
    expect(body).toContain('<cbc:BuyerReference>04011000-12345-34</cbc:BuyerReference>');
    expect(body).toContain('xrechnung_3.0');
  });

  test('is inside of the mailed PDF among Germany, Austria and France, and not elsewhere', async () => {
    const attached = async (to: string): Promise<string> => {
      const recordId = await billed(await worked());
      await billing.boss.ok(contract.paymentStatuses.mail, { params: { ...params(), id: recordId }, body: { to } });
      await sendMails({
        db: testApp.db.app,
        post: createPost({ smtpUrl: mailbox.url, from: 'Headland <headland@farm.test>' }),
        now: () => new Date('2025-10-02T12:00:00Z'),
        say: () => undefined,
      });
      const [attachment] = (await mailbox.newest(to)).attachments;
      return attachment?.bytes.toString('latin1') ?? '';
    };
    expect(await attached('one@farm.test')).toContain('factur-x.xml');
    await customer({ country: 'US' });
    const plain = await attached('two@farm.test');
    expect([plain.slice(0, 5), plain.includes('factur-x.xml')]).toEqual(['%PDF-', false]);
  });
});

describe('a file for DATEV', () => {
  test('has the books of a client in its name and head, and is refused without', async () => {
    await billed(await worked());
    expect(await exported('format=datev')).toMatchObject({ status: 400, body: { messageCode: 'datevNumbers' } });
    expect((await exported('format=datev&consultant=7&client=1')).status).toBe(400);
    const answer = await exported('format=datev&consultant=29098&client=55003&chart=04');
    expect(answer.status).toBe(200);
    expect(answer.headers['content-disposition']).toMatch(/filename="EXTF_billing-2025-10-02\.csv"/);
    expect(answer.body).toMatch(/^"EXTF";700;21;"Buchungsstapel";13;\d{17};;"RE";"";"";29098;55003;20250101;/);
    expect(answer.body).toContain('565,25;"S";"EUR";');
    const [logged] = await billing.boss.ok(contract.auditLogs.list, { params: billing.boss, query: { action: 'export', limit: '1' } });
    expect(logged).toMatchObject({ changes: { new: { format: 'datev', records: 1 } } });
  });
});
