import { describe, expect, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import { sendMails } from '#server/commands/send-mails.ts';
import { Undeliverable } from '#server/ports/mail.ts';
import { expectAccessible, expectNoSidewaysScroll, PHONE } from '../support/browser.ts';
import { EVERY_LOOK, shoot, turnTo } from '../support/looks.ts';
import type { Company } from '../support/offline-app.ts';
import { started, test as base } from './fixtures.ts';

// The bills to come: seen in one list, issued and sent in one go, in the background (decision 0068).

vi.setConfig({ testTimeout: 90_000 });

const WIDE = { width: 1440, height: 900 };
const PATH = '/organization/billing';

/** Four customers: with an address, without, with two jobs on one bill, and with work that no rate applies to. */
const fill = async ({ boss, orgId, serviceTypeId }: Company): Promise<{ readonly northId: number }> => {
  const params = { orgId };
  await boss.ok(contract.rates.create, {
    params,
    body: { serviceTypeId, name: 'Standard', lines: [{ basis: 'hour', prices: [{ upTo: null, price: '100' }] }] },
  });
  const { id: hauling } = await boss.ok(contract.serviceTypes.create, { params, body: { name: 'Hauling' } });
  const customer = async (businessName: string, email: string | null) =>
    (await boss.ok(contract.customers.create, { params, body: { businessName, email } })).id;
  const job = async (customerId: number, name: string, service: number, totalHours: number) => {
    const { id } = await boss.ok(contract.jobs.create, { params, body: { name, customerId } });
    await boss.ok(contract.jobEntries.create, { params: { id }, body: { serviceTypeId: service, date: '2025-06-20', totalHours } });
    await boss.ok(contract.jobs.update, { params: { id }, body: { status: 'completed' } });
    return id;
  };
  const northId = await job(await customer('Aakre Brothers', 'office@aakre.example'), 'North', serviceTypeId, 2);
  await job(await customer('Goossenaar & Sons', null), 'Dutch Corner', serviceTypeId, 3);
  const lindqvist = await customer('Lindqvist Farms', 'sven@lindqvist.example');
  await job(lindqvist, 'Creek bottom', serviceTypeId, 4);
  await job(lindqvist, 'West 80', serviceTypeId, 5);
  await job(await customer('Mbekeni Land', 'm@mbekeni.example'), 'Hay to the feedlot', hauling, 6);
  return { northId };
};

const test = base.extend('settings', { scope: 'file' }, { hasMail: true }).extend('desk', async ({ visit, company }) => {
  const { northId } = await fill(company);
  return async (locale = 'en-US', viewport = WIDE) => {
    const visited = await visit(company.boss, locale, 'block', { viewport, ...(viewport === PHONE ? { hasTouch: true } : {}) });
    await visited.open(PATH);
    const { page } = visited;
    const grid = page.getByRole('grid');
    return {
      ...visited,
      northId,
      grid,
      panel: page.getByRole('complementary'),
      row: (words: string) => grid.getByRole('row').filter({ hasText: words }),
      run: page.getByRole('region', { name: /Billing run|Rechnungslauf|Tanda de facturas/ }),
      keys: async (...keys: string[]) => {
        for (const key of keys) {
          await page.keyboard.press(key);
        }
      },
    };
  };
});

test.beforeAll(started);

describe('the list', () => {
  test('says of each bill what was worked, what to know before, how it goes out and what it comes to; and the sums', async ({ desk }) => {
    const { row, grid, panel, page } = await desk();
    await row('Aakre Brothers').getByText('$200.00').waitFor();
    expect((await row('Aakre Brothers').innerText()).split(/\s*[\t\n]\s*/).filter(Boolean)).toEqual([
      'Aakre Brothers',
      'North',
      'Jun 20',
      '0 of 1',
      '1 not checked',
      'Email',
      '$200.00',
    ]);
    await row('2 jobs on one bill').getByText('$900.00').waitFor();
    await row('West 80').getByText('$500.00').waitFor();
    await row('Mbekeni Land').getByText('No rate').waitFor();
    await grid.getByText('5 jobs of 4 customers not billed').waitFor();
    await row('2 jobs on one bill').click();
    await panel.getByText('Preview, bill 3 of 4').waitFor();
    await panel.getByText('No rate for Hauling. Left out.').waitFor();
    await panel.getByText('1 customer without email').waitFor();
    const paper = page.getByRole('article', { name: 'Bill for Lindqvist Farms' });
    await paper.getByText('Total due').waitFor();
    expect(await paper.innerText()).toMatch(/4 hrs\s+\$100\.00\s+\$400\.00/);
    await panel.getByText(/5 hrs × \$100\.00 .*= \$500\.00/).waitFor();
    await panel.getByRole('link', { name: 'Show entries' }).first().waitFor();
  });

  test('filters and order are in the address; what narrows the jobs makes other bills', async ({ desk }) => {
    const { page, keys, row, at, grid, said } = await desk();
    await row('Aakre').waitFor();
    await keys('/');
    await page.keyboard.type('corner');
    await at(/q=corner/);
    await grid.getByText('1 job of 1 customer not billed').waitFor();
    await page.getByRole('searchbox').fill('');
    await keys('Escape', 'f');
    const dialog = page.getByRole('dialog', { name: 'Filter' });
    await dialog.getByLabel('Jobs completed on or before').fill('2020-01-01');
    await dialog.getByRole('button', { name: 'Show bills' }).click();
    await at(/by=2020-01-01/);
    await said('No bills match these filters.');
    await page.getByRole('button', { name: /^Remove filter Completed by/ }).click();
    await grid.getByRole('button', { name: 'Amount' }).click();
    await at(/sort=amount/);
    await row('Lindqvist').first().waitFor();
  });
});

describe('a run', () => {
  test('by keys alone: what is ready is selected, issued after one question, mailed, and the rest is printed', async ({
    desk,
    company,
    server,
  }) => {
    const { page, keys, row, run, said, panel, grid } = await desk();
    await row('Aakre').waitFor();
    await keys('a');
    await grid.getByText('4 jobs of 3 customers selected').waitFor();
    await panel.getByText('2 by email, 1 to print').waitFor();
    await keys('i');
    const dialog = page.getByRole('dialog', { name: 'Issue these bills?' });
    await dialog.getByText('$1,400.00').waitFor();
    await dialog.getByRole('button', { name: 'Add a message' }).focus();
    await keys('Enter');
    await page.keyboard.type('See you at harvest.');
    expect(await dialog.getByLabel('Message of all 2 emails').inputValue()).toBe('See you at harvest.');
    await expectAccessible(page);
    await shoot(page, 'billing-run-dialog');
    await expect.poll(() => dialog.getByRole('button', { name: 'Issue and send 3 bills' }).isEnabled()).toBe(true);
    await dialog.getByRole('button', { name: 'Issue and send 3 bills' }).focus();
    await keys('Enter');
    await run.getByText('Issued 0 of 3. You can go on working.').waitFor();
    // What is in hand is no longer to be billed.
    await grid.getByText('1 job of 1 customer not billed').waitFor();
    await company.boss.inBackground();
    await run.getByText('Issued 3 bills.').waitFor();
    await expectAccessible(page);
    const download = page.waitForEvent('download');
    await run.getByRole('button', { name: 'Print 1 bill' }).click();
    expect((await download).suggestedFilename()).toMatch(/^bills-\d+\.pdf$/);
    await run.getByRole('button', { name: 'Printed and posted' }).click();
    await run.getByRole('button', { name: 'Print 1 bill' }).waitFor({ state: 'detached' });
    await run.getByRole('button', { name: 'Close' }).click();
    await run.waitFor({ state: 'detached' });
    await page.reload();
    await row('Mbekeni').waitFor();
    expect(await run.count()).toBe(0);
    const mails = await server.db.query<{ recipient: string; body: string }>({
      text: 'select recipient, body from mails where event_organization_id = $1 order by recipient',
      values: [company.orgId],
    });
    expect(mails.map(({ recipient }) => recipient)).toEqual(['office@aakre.example', 'sven@lindqvist.example']);
    expect(mails.map(({ body }) => body.split('\n')[0])).toEqual(['See you at harvest.', 'See you at harvest.']);
    await said('No rate');
  });

  test('what changed in the meantime is not issued, says why, and is tried again as it is shown', async ({ desk, company }) => {
    const { page, keys, row, run, northId } = await desk();
    await row('Aakre').waitFor();
    await keys('a', 'i');
    await page.getByRole('dialog').getByRole('button', { name: 'Issue and send 3 bills' }).click();
    await run.waitFor();
    await company.boss.ok(contract.rates.create, {
      params: company,
      body: { serviceTypeId: company.serviceTypeId, jobId: northId, lines: [{ basis: 'hour', prices: [{ upTo: null, price: '150' }] }] },
    });
    await company.boss.inBackground();
    await run.getByText('Issued 2 of 3. 1 need your attention.').waitFor();
    await run.getByText(/This bill changed since you last looked\. The total is now 300\.00 USD/).waitFor();
    await run.getByRole('button', { name: 'Try again' }).click();
    await run.getByText('You can go on working.').waitFor();
    await company.boss.inBackground();
    await run.getByText('Issued 3 bills.').waitFor();
    const [record] = await company.boss.ok(contract.billingRecords.list, { params: company });
    expect(record).toMatchObject({ grossCents: 30_000, jobIds: [northId] });
  });

  test('mails that come back stay in it with address and reason, also once it was put away, until the bill is sent in another way', async ({
    desk,
    company,
    server,
  }) => {
    const { page, keys, row, run, open } = await desk();
    await row('Aakre').waitFor();
    await keys('a', 'i');
    await page.getByRole('dialog').getByRole('button', { name: 'Issue and send 3 bills' }).click();
    await run.waitFor();
    await company.boss.inBackground();
    await run.getByText('Issued 3 bills. The emails of 2 bills are still on their way.').waitFor();
    await run.getByRole('button', { name: 'Close' }).click();
    await run.waitFor({ state: 'detached' });
    const send = async ({ recipient }: { readonly recipient: string }): Promise<void> => {
      if (recipient === 'office@aakre.example') {
        throw new Undeliverable('refused', '550 no such mailbox');
      }
    };
    await sendMails({ db: server.db.app, post: { send }, now: () => new Date(), say: () => undefined });
    await page.reload();
    await run.getByText('Issued 3 bills. The email of 1 bill came back.').waitFor();
    const line = run.getByRole('listitem').filter({ hasText: 'Aakre Brothers' });
    await line.getByText('The email to office@aakre.example came back: 550 no such mailbox').waitFor();
    expect(await run.getByRole('listitem').count()).toBe(1);
    for (const look of EVERY_LOOK) {
      await turnTo(page, look.viewport.width < 768 ? { ...look, viewport: PHONE } : look);
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await shoot(page, `billing-run-back-${look.viewport.width}-${look.colorScheme}`);
    }
    await turnTo(page, { viewport: WIDE, colorScheme: 'light' });
    await open(`${PATH}?tab=records`);
    const listed = page.getByRole('grid', { name: 'Billing Records' }).getByRole('row').filter({ hasText: 'Email came back' });
    await listed.filter({ hasText: 'Aakre Brothers' }).waitFor();
    expect(await listed.count()).toBe(1);
    await expectAccessible(page);
    await shoot(page, 'billing-run-back-all-bills');
    await page.goBack();
    await line.getByRole('link', { name: 'Show bill' }).click();
    await page.getByText('The email came back').waitFor();
    await page.getByText('550 no such mailbox').waitFor();
    await page.getByRole('button', { name: 'Mark as mailed (post)' }).click();
    await page.getByText(/^Mailed \(post\) on /).waitFor();
    await open(PATH);
    await row('Mbekeni').waitFor();
    await page.getByRole('button', { name: 'Earlier runs' }).waitFor();
    expect(await run.count()).toBe(0);
  });

  test('whom bills go to is said before the press; all of them can go on paper, in one PDF', async ({ desk, company, server }) => {
    const { page, keys, row, run, panel } = await desk();
    await row('Aakre').click();
    await panel.getByText('To office@aakre.example').waitFor();
    await row('Goossenaar').click();
    await panel.getByText('No email: will be printed').waitFor();
    expect(await panel.getByRole('link', { name: 'Add an email address' }).getAttribute('href')).toMatch(/^\/customers\/\d+$/);
    await page.getByRole('grid').focus();
    await keys('a', 'i');
    const dialog = page.getByRole('dialog', { name: 'Issue these bills?' });
    await dialog.getByText('Who gets them').click();
    const [year] = new Date().toISOString().split('-');
    expect(
      (await dialog.getByRole('region', { name: 'Who gets them' }).getByRole('listitem').allInnerTexts()).map((words) =>
        words.split(/\n+/),
      ),
    ).toEqual([
      ['Aakre Brothers', `${year}-1`, 'To office@aakre.example'],
      ['Goossenaar & Sons', `${year}-2`, 'No email: will be printed'],
      ['Lindqvist Farms', `${year}-3`, 'To sven@lindqvist.example'],
    ]);
    await expectAccessible(page);
    await shoot(page, 'billing-run-who');
    await dialog.getByRole('radio', { name: 'All on paper' }).check();
    await dialog.getByText('3 to print').waitFor();
    expect(await dialog.getByRole('button', { name: 'Add a message' }).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Issue 3 bills' }).click();
    await run.waitFor();
    await company.boss.inBackground();
    await run.getByText('Issued 3 bills.').waitFor();
    const download = page.waitForEvent('download');
    await run.getByRole('button', { name: 'Print 3 bills' }).click();
    await download;
    await run.getByRole('button', { name: 'Printed and posted' }).click();
    const again = page.waitForEvent('download');
    await run.getByRole('button', { name: 'Print all 3 bills' }).click();
    await again;
    expect(await server.db.query({ text: 'select from mails where event_organization_id = $1', values: [company.orgId] })).toEqual([]);
  });

  test('what failed has the way to its cause, and is found again after a later run was put away', async ({ desk, company }) => {
    const { page, keys, row, run, northId, grid } = await desk();
    const issue = async () => {
      await keys('i');
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Issue (?:and send )?\d bills?$/ })
        .click();
      await run.getByText('You can go on working.').waitFor();
    };
    await row('Aakre').getByRole('checkbox').click();
    await issue();
    await company.boss.ok(contract.jobs.update, { params: { id: northId }, body: { status: 'open' } });
    await company.boss.inBackground();
    await run.getByText('Issued 0 of 1. 1 need your attention.').waitFor();
    expect(await run.getByRole('link', { name: 'Show job' }).getAttribute('href')).toBe(`/jobs/${northId}`);
    await row('Goossenaar').getByRole('checkbox').click();
    await issue();
    await company.boss.inBackground();
    await run.getByText('Issued 1 bill.').waitFor();
    await run.getByRole('button', { name: 'Close' }).click();
    await run.getByText('Issued 0 of 1. 1 need your attention.').waitFor();
    await run.getByRole('button', { name: 'Close' }).click();
    await run.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Earlier runs' }).click();
    const runs = page.getByRole('dialog', { name: 'Earlier runs' });
    await runs.getByRole('button', { name: /1 failed/ }).waitFor();
    for (const look of EVERY_LOOK) {
      await turnTo(page, look);
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await shoot(page, `billing-run-earlier-${look.viewport.width}-${look.colorScheme}`);
    }
    await turnTo(page, { viewport: WIDE, colorScheme: 'light' });
    await runs.getByRole('button', { name: /1 failed/ }).click();
    await run.getByRole('link', { name: 'Show job' }).waitFor();
    await run.getByRole('button', { name: 'Close' }).click();
    await run.waitFor({ state: 'detached' });
    expect(await grid.count()).toBe(1);
  });

  test('a job of a bill of several is unticked, by mouse and by keys, and only the others are billed', async ({ desk, company }) => {
    const { page, keys, row, run, grid, panel } = await desk();
    await row('Creek bottom').getByRole('checkbox', { name: 'Select Creek bottom' }).click();
    await row('Lindqvist').getByText('1 of 2 jobs').waitFor();
    await row('Lindqvist').getByText('$400.00').waitFor();
    expect(await row('Lindqvist').getByRole('checkbox').getAttribute('aria-checked')).toBe('mixed');
    await grid.getByText('1 job of 1 customer selected').waitFor();
    await row('Lindqvist').click();
    const paper = page.getByRole('article', { name: 'Bill for Lindqvist Farms' });
    await paper.getByText('Total due').waitFor();
    expect(await paper.innerText()).not.toContain('West 80');
    // All of it again, then without the other one: by the boxes of the panel.
    await grid.focus();
    await keys('x');
    await row('2 jobs on one bill').getByText('$900.00').waitFor();
    await panel.getByRole('checkbox', { name: 'Creek bottom' }).focus();
    await keys('Space');
    await row('1 of 2 jobs').getByText('$500.00').waitFor();
    await paper.getByText('$500.00').first().waitFor();
    await expectAccessible(page);
    await shoot(page, 'billing-run-part');
    await keys('i');
    const dialog = page.getByRole('dialog', { name: 'Issue these bills?' });
    await dialog.getByText('$500.00').waitFor();
    await dialog.getByRole('button', { name: 'Issue and send 1 bill' }).click();
    await run.waitFor();
    await company.boss.inBackground();
    await run.getByText('Issued 1 bill.').waitFor();
    await row('Lindqvist').getByText('Creek bottom').waitFor();
    const [record] = await company.boss.ok(contract.billingRecords.list, { params: company });
    expect(record).toMatchObject({ grossCents: 50_000 });
    expect(record?.jobIds).toHaveLength(1);
  });

  test('on a phone: cards are ticked by touch, a bill is opened over the whole screen', async ({ desk, company }) => {
    const { page, run } = await desk('en-US', PHONE);
    const card = (words: string) => page.locator('.desk-card').filter({ hasText: words });
    await card('Lindqvist').locator('label').tap();
    await card('Aakre').locator('label').tap();
    await page.getByText('3 jobs of 2 customers selected').waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await card('Lindqvist').locator('.desk-card-body').tap();
    const sheet = page.getByRole('dialog', { name: 'Preview' });
    await sheet.getByText('Total due').waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await sheet.getByRole('button', { name: 'Close' }).tap();
    await page.getByRole('button', { name: 'Issue and send 2 bills' }).tap();
    const dialog = page.getByRole('dialog', { name: 'Issue these bills?' });
    await dialog.getByText('Who gets them').tap();
    await dialog.getByText('To sven@lindqvist.example').waitFor();
    for (const colorScheme of ['dark', 'light'] as const) {
      await turnTo(page, { viewport: PHONE, colorScheme });
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await shoot(page, `billing-run-who-${PHONE.width}-${colorScheme}`);
    }
    await dialog.getByRole('button', { name: 'Issue and send 2 bills' }).tap();
    await run.waitFor();
    await company.boss.inBackground();
    await run.getByText('Issued 2 bills.').waitFor();
  });

  test('without a connection the list can be read, and nothing is issued', async ({ desk, proxy }) => {
    const { page, row, keys, panel } = await desk();
    await row('Aakre').waitFor();
    // Its code comes after the list's.
    await panel.getByRole('button', { name: /^Issue and send/ }).waitFor();
    await keys('a');
    await page.context().setOffline(true);
    await panel.getByText('Bills are numbered online.').waitFor();
    expect(await panel.getByRole('button', { name: /^Issue and send/ }).isDisabled()).toBe(true);
    await page.getByText(/^This is the state of/).waitFor();
    await row('Aakre').waitFor();
    await expectAccessible(page);
    await page.context().setOffline(false);
    proxy.calm();
  });
});

test.for(['en-US', 'de-DE', 'es-ES'])('looks good in %s, full and empty, in every look', async (locale, { desk, company }) => {
  const { page, keys, run } = await desk(locale);
  await page.locator('.desk-row').first().waitFor();
  await keys('a', 'j', 'j');
  await page.locator('.bill-paper').waitFor();
  // Nothing of ours is left in English.
  if (locale !== 'en-US') {
    expect(await page.getByRole('main').innerText()).not.toMatch(/customer|selected|not billed|Email|entries|Total due/);
  }
  for (const look of EVERY_LOOK) {
    const isPhone = look.viewport.width < 768;
    await turnTo(page, { ...look, viewport: isPhone ? PHONE : WIDE });
    if (isPhone) {
      await page.keyboard.press('Escape');
    }
    await page
      .locator(isPhone ? '.desk-card' : '.desk-row')
      .first()
      .waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await shoot(page, `billing-run-${locale}-${look.viewport.width}-${look.colorScheme}`);
  }
  await turnTo(page, { viewport: WIDE, colorScheme: 'light' });
  await keys('Escape', 'a', 'i');
  await page.getByRole('dialog').getByRole('button').last().click();
  await run.waitFor();
  await company.boss.inBackground();
  await run.getByRole('button').first().waitFor();
  await expectAccessible(page);
  await shoot(page, `billing-run-done-${locale}`);
});
