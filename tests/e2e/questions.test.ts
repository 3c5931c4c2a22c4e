import { describe, expect, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../support/browser.ts';
import { EVERY_LOOK, shoot, turnTo } from '../support/looks.ts';
import { PATIENCE } from '../support/offline-device.ts';
import { test as base } from './desk-fixtures.ts';
import { started } from './fixtures.ts';

// The office asks who logged an entry, and the driver answers on the phone, without a network if need be (decision 0081).

vi.setConfig({ testTimeout: 120_000 });

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

const test = base
  .extend('phone', ({ deviceOf, ben, work }) => {
    return deviceOf({ ...ben, orgId: work.week.slip.organizationId }, PHONE);
  })
  .extend(
    'cardOf',
    ({ phone }) =>
      (name: string) =>
        phone.page.getByRole('region', { name }),
  )
  .extend('desk', ({ deskOf, boss }) => deskOf(boss))
  .extend(
    'entryOf',
    ({ boss }) =>
      (id: number) =>
        boss.ok(contract.jobEntries.get, { params: { id } }),
  );

test.beforeAll(started);

describe('a question', () => {
  test('begins with what looks odd, is answered by one tap without a network, comes back, and is closed by the check', async ({
    desk,
    boss,
    work,
    phone,
    cardOf,
    entryOf,
  }) => {
    const { slip } = work.week;
    const { page, row, press, tab, cells, panel } = desk;
    await row('380').click();
    await press('q');
    const dialog = page.getByRole('dialog', { name: 'Ask about this entry' });
    expect(await dialog.getByLabel('Question').inputValue()).toBe('Fuel on Truck 7, was it 38 or 380 gal?');
    expect(await dialog.getByLabel('Answer with a number').inputValue()).toBe('fuel');
    expect(await dialog.getByLabel('Numbers to choose from').inputValue()).toBe('38; 380');
    await dialog.getByRole('button', { name: 'Ask', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await row('380').getByText('Asked').waitFor();
    await expect.poll(() => tab('Asked').innerText(), PATIENCE).toMatch(/1$/);

    const card = cardOf('Question from the office');
    await card.getByText('Dana Halvorsen asks: Fuel on Truck 7, was it 38 or 380 gal?').waitFor(PATIENCE);
    await phone.offline();
    await card.getByRole('button', { name: '38 gal', exact: true }).tap();
    await phone.page.getByText('Saved Offline').first().waitFor();
    await card.waitFor({ state: 'detached' });
    const kept = (await phone.rows('jobEntries')).find(({ id }) => id === slip.id);
    expect(kept).toMatchObject({ fuel: 38, answer: '38 gal', sync: 'waiting' });
    expect(await entryOf(slip.id)).toMatchObject({ fuel: 380, answer: null });
    // The app starts again without a network, and asks no more.
    await phone.page.reload();
    await phone.page.getByRole('heading', { level: 1 }).first().waitFor();
    expect(await card.count()).toBe(0);
    await phone.online();
    await phone.allSent();
    expect(await entryOf(slip.id)).toMatchObject({ fuel: 38, answer: '38 gal', answeredAt: expect.any(String) });

    const answered = row('Answered: 38 gal');
    await answered.waitFor(PATIENCE);
    expect(await cells(answered)).toContain('38');
    await panel.getByText('Answered: 38 gal').first().waitFor();
    await press('c');
    await page.getByText('1 entry checked').first().waitFor();
    await expect.poll(() => tab('Asked').innerText(), PATIENCE).toMatch(/0$/);
    expect(await entryOf(slip.id)).toMatchObject({ question: expect.any(String), answer: '38 gal', checkedBy: boss.userId });
  });

  test('in words is answered in words, and can be withdrawn', async ({ desk, work, phone, cardOf, entryOf }) => {
    const { gap } = work.week;
    const { row, panel, page, press } = desk;
    await row('Missing').click();
    await press('q');
    const dialog = page.getByRole('dialog', { name: 'Ask about this entry' });
    expect(await dialog.getByLabel('Question').inputValue()).toBe('Loads are missing.');
    await dialog.getByLabel('Question').fill('How many loads?');
    await dialog.getByRole('button', { name: 'Ask', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await panel.getByText('How many loads?').first().waitFor();
    const card = cardOf('Question from the office');
    await card.getByText('How many loads?').waitFor(PATIENCE);
    await card.getByRole('button', { name: 'Write' }).tap();
    await card.getByLabel('Your answer').fill('Twelve, I think');
    await card.getByRole('button', { name: 'Send answer' }).tap();
    await card.waitFor({ state: 'detached' });
    await phone.allSent();
    await panel.getByText('Answered: Twelve, I think').first().waitFor(PATIENCE);
    await panel.getByRole('button', { name: 'Withdraw question' }).click();
    await page.getByText('Question withdrawn').first().waitFor();
    expect(await entryOf(gap.id)).toMatchObject({ question: null, answer: null });
  });

  test('withdrawn while the phone was away: the number that comes still counts', async ({ boss, work, phone, cardOf, entryOf }) => {
    const { id } = work.week.gap;
    await boss.ok(contract.entryQuestions.ask, { params: { id }, body: { text: 'Fuel?', choices: { measure: 'fuel', values: [25, 52] } } });
    const card = cardOf('Question from the office');
    await card.getByText('Fuel?').waitFor(PATIENCE);
    await phone.offline();
    await card.getByRole('button', { name: '52 gal' }).tap();
    await card.waitFor({ state: 'detached' });
    await boss.ok(contract.entryQuestions.withdraw, { params: { id } });
    await phone.online();
    await phone.allSent();
    expect(await entryOf(id)).toMatchObject({ fuel: 52, question: null, answer: null });
  });
});

describe('another question while the phone was away', () => {
  test('stays open and is read; the number that answered the first counts', async ({ boss, work, phone, cardOf, entryOf }) => {
    const { id } = work.week.gap;
    const ask = (text: string, values: readonly number[]) =>
      boss.ok(contract.entryQuestions.ask, { params: { id }, body: { text, choices: { measure: 'fuel', values: [...values] } } });
    await ask('Fuel?', [31, 13]);
    const card = cardOf('Question from the office');
    await card.getByText('Fuel?').waitFor(PATIENCE);
    await phone.offline();
    await card.getByRole('button', { name: '31 gal' }).tap();
    await card.waitFor({ state: 'detached' });
    await ask('Not 62?', [31, 62]);
    await phone.online();
    await phone.allSent();
    expect(await entryOf(id)).toMatchObject({ fuel: 31, question: 'Not 62?', answer: null });
    await card.getByText('Not 62?').waitFor(PATIENCE);
    await card.getByRole('button', { name: '62 gal' }).tap();
    await card.waitFor({ state: 'detached' });
    await phone.allSent();
    expect(await entryOf(id)).toMatchObject({ fuel: 62, question: 'Not 62?', answer: '62 gal' });
  });

  test('is shown beside words that answered the first, which wait on the Sync screen', async ({ boss, work, phone, cardOf, entryOf }) => {
    const { id } = work.week.gap;
    const ask = (text: string) => boss.ok(contract.entryQuestions.ask, { params: { id }, body: { text } });
    await ask('How many loads?');
    const card = cardOf('Question from the office');
    await card.getByText('How many loads?').waitFor(PATIENCE);
    await phone.offline();
    await card.getByRole('button', { name: 'Write' }).tap();
    await card.getByLabel('Your answer').fill('Twelve, I think');
    await card.getByRole('button', { name: 'Send answer' }).tap();
    await card.waitFor({ state: 'detached' });
    await ask('Which field was it?');
    await phone.online();
    await card.getByText('Which field was it?').waitFor(PATIENCE);
    expect(await entryOf(id)).toMatchObject({ question: 'Which field was it?', answer: null });
    await phone.open('/sync');
    const main = phone.page.getByRole('main');
    await main.getByText('The office has asked something else about this entry since.').waitFor(PATIENCE);
    await main.getByText('Answer: Twelve, I think').waitFor();
    expect(await main.getByText('Answer to').count()).toBe(0);
  });
});

describe('what is sent back', () => {
  test('is corrected in its form, where the question stands, and comes back as corrected', async ({
    desk,
    work,
    phone,
    cardOf,
    entryOf,
  }) => {
    const { gap } = work.week;
    const { row, page, press } = desk;
    await row('Missing').click();
    await press('b');
    const dialog = page.getByRole('dialog', { name: 'Send back' });
    await dialog.getByRole('button', { name: 'Send back' }).click();
    await dialog.waitFor({ state: 'detached' });
    await row('Sent back').waitFor();
    const card = cardOf('Sent back');
    await card.getByText('Dana Halvorsen sent this back: Loads are missing.').waitFor(PATIENCE);
    await card.getByRole('button', { name: 'Correct it' }).tap();
    const form = phone.dialog('Edit Job Entry');
    await form.getByText('Loads are missing.').first().waitFor();
    await form.getByRole('textbox', { name: 'Loads' }).fill('12');
    await form.getByRole('button', { name: 'Update Entry' }).tap();
    await form.waitFor({ state: 'detached' });
    await card.waitFor({ state: 'detached' });
    await phone.allSent();
    expect(await entryOf(gap.id)).toMatchObject({ loads: 12, isSentBack: true, answer: '' });
    await row('Corrected').waitFor(PATIENCE);
  });

  test('or asked by its number is answered by the form: at once, also without a network', async ({
    boss,
    work,
    phone,
    cardOf,
    entryOf,
  }) => {
    const { id } = work.week.gap;
    await boss.ok(contract.entryQuestions.ask, {
      params: { id },
      body: { text: 'How much fuel?', choices: { measure: 'fuel', values: [44] } },
    });
    const card = cardOf('Question from the office');
    await card.getByText('How much fuel?').waitFor(PATIENCE);
    await phone.offline();
    const form = phone.dialog('Edit Job Entry');
    const change = async (name: string, value: string): Promise<void> => {
      await card.getByRole('button', { name: 'Open entry' }).tap();
      await form.getByRole('textbox', { name }).fill(value);
      await form.getByRole('button', { name: 'Update Entry' }).tap();
      await form.waitFor({ state: 'detached' });
    };
    // Another number answers nothing.
    await change('Hours', '7');
    await card.getByText('How much fuel?').waitFor();
    await change('Fuel', '47');
    await card.waitFor({ state: 'detached' });
    await phone.online();
    await phone.allSent();
    expect(await entryOf(id)).toMatchObject({ totalHours: 7, fuel: 47, question: 'How much fuel?', answer: '' });
  });
});

describe('how it looks', () => {
  test.for(['en-US', 'de-DE', 'es-MX'])('in %s: the card, the dialog, the panel', async (locale, { deskOf, visit, boss, ben, work }) => {
    const ask = (id: number, isSentBack: boolean) =>
      boss.ok(contract.entryQuestions.ask, {
        params: { id },
        body: { text: 'Fuel on Truck 7, was it 38 or 380 gal?', choices: { measure: 'fuel', values: [38, 380] }, isSentBack },
      });
    await ask(work.week.slip.id, false);
    await ask(work.week.gap.id, true);
    const { page, open } = await visit(ben, locale, 'block', PHONE);
    await open('/dashboard');
    await page.locator('main section').filter({ hasText: '380 gal' }).first().waitFor(PATIENCE);
    for (const look of EVERY_LOOK) {
      await turnTo(page, look);
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await shoot(page, `questions-card-${locale}-${look.viewport.width}-${look.colorScheme}`);
    }
    await turnTo(page, { viewport: { width: 320, height: 700 }, colorScheme: 'light' });
    await expectNoSidewaysScroll(page);
    const sizes = await page
      .locator('main section')
      .filter({ hasText: '380 gal' })
      .first()
      .getByRole('button')
      .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().height));
    expect(sizes.filter((height) => height < 48)).toEqual([]);

    const desk = await deskOf(boss, 'asked=1', locale);
    await desk.page.locator('.desk-row').nth(1).click();
    await desk.panel.getByText('380 gal').first().waitFor();
    await expectAccessible(desk.page);
    await shoot(desk.page, `questions-panel-${locale}`);
    await desk.press('q');
    await desk.page.getByRole('dialog').waitFor();
    await expectAccessible(desk.page);
    await shoot(desk.page, `questions-dialog-${locale}`);
  });
});
