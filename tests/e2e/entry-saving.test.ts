import { expect } from 'vitest';
import { PHONE } from '../support/browser.ts';
import { phoneOf } from './entry-phone.ts';
import { started, test } from './fixtures.ts';

// What a phone does between the press on Submit Entry and 'Saved Offline' (decision 0059). The page once did each of these things, and
// each cost a slow phone milliseconds.

interface Done {
  /** Frames that the page asked for. */
  frames: number;
  /** Times that the browser was made to submit a form, and so to read all its fields for its password manager. */
  submits: number;
  /** Times that a field lost the focus. */
  left: number;
}

test.beforeAll(started);

test('saving asks for few frames, submits no form, and leaves the focus where it is', async ({ company, deviceOf }) => {
  const device = await deviceOf(company.boss, { viewport: PHONE, hasTouch: true, isMobile: true, reducedMotion: 'reduce' });
  const { page } = device;
  const phone = phoneOf(device);
  await device.offline();
  await phone.openNew();
  const dialog = phone.entry();
  await dialog.getByLabel('Customer').selectOption({ index: 1 });
  await expect.poll(() => phone.job().inputValue()).not.toBe('');
  await dialog.getByLabel('Service').selectOption({ index: 1 });
  await dialog.getByLabel('Notes').fill('Went round by the road.');
  await dialog.getByLabel('Notes').focus();
  await page.evaluate(() => {
    const done: Done = { frames: 0, submits: 0, left: 0 };
    const soFar: Done = { ...done };
    Object.assign(window, { soFar });
    const ask = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (work) => {
      done.frames += 1;
      return ask(work);
    };
    window.addEventListener('submit', () => (done.submits += 1), true);
    window.addEventListener('focusout', () => (done.left += 1), true);
    new MutationObserver((_changes, observer) => {
      if (document.body.textContent.includes('Saved Offline')) {
        observer.disconnect();
        Object.assign(soFar, done);
      }
    }).observe(document, { childList: true, subtree: true });
  });
  await phone.inEntry('Submit Entry').tap();
  await phone.toast('Saved Offline', 'Job entry created locally and will sync when online');
  const done = await page.evaluate(() => (window as unknown as { soFar: Done }).soFar);
  expect(done).toEqual({ frames: expect.any(Number) as number, submits: 0, left: 0 });
  expect(done.frames).toBeLessThanOrEqual(3);
  expect(await device.queue()).toHaveLength(1);
});

test('a form with a password is submitted by the browser, whose password manager must notice', async ({ company, visit }) => {
  const { page, open, press } = await visit(company.boss);
  await open('/organization/account');
  await press('Change password');
  const dialog = page.getByRole('dialog', { name: 'Change password' });
  await dialog.getByLabel('Current password').fill('one that is long enough');
  await dialog.getByLabel('New password').fill('another that is long enough');
  await page.evaluate(() => {
    const counted = { submits: 0 };
    Object.assign(window, { counted });
    window.addEventListener('submit', () => (counted.submits += 1), true);
  });
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await expect.poll(() => page.evaluate(() => (window as unknown as { counted: { submits: number } }).counted.submits)).toBe(1);
});
