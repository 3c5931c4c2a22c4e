import { expect } from 'vitest';
import { contract } from '#shared/contract.ts';
import { de, messages as germanMessages } from '#client/locales/de/index.ts';
import { es, messages as spanishMessages } from '#client/locales/es/index.ts';
import { expectAccessible, expectNoSidewaysScroll, PHONE } from '../support/browser.ts';
import { allWords, leftInEnglish } from '../support/left-in-english.ts';
import { organizationsOf, started, test } from './fixtures.ts';

// The way in, in the languages that are not the specification's.

test.beforeAll(started);

test('landing and sign-in page are in German from their first frame on, where the browser is', { tags: ['proof'] }, async ({ visit }) => {
  const { page, open, heading, press, follow } = await visit(undefined, 'de-AT');
  await page.setViewportSize(PHONE);
  await page.addInitScript(() => {
    // Every frame in which the page shows English.
    const look = (): void => {
      const title = document.querySelector('h1');
      if (title?.checkVisibility({ visibilityProperty: true }) && /^(Every hour|Sign in)/.test(title.innerText)) {
        sessionStorage.setItem('english', 'seen');
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await open('/');
  await heading('Jede Stunde, jede Fuhre, jeder Liter: aufgeschrieben, wo gearbeitet wird.');
  await page.getByRole('region', { name: 'Was ein Lohnunternehmer sagt', exact: true }).waitFor();
  expect(await page.getByRole('link').count()).toBe(3);
  expect(await leftInEnglish(page, allWords(de, germanMessages))).toEqual([]);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await follow('Über den Identitätsanbieter anmelden');
  await heading('Anmelden');
  expect(await leftInEnglish(page, allWords(de, germanMessages))).toEqual([]);
  await press('Konto anlegen');
  await page.getByLabel('E-Mail').fill('dana@farm.test');
  await page.getByLabel('Passwort').fill('kurz');
  await press('Konto anlegen');
  await page.locator('#password-error').getByText('Das Passwort muss mindestens 12 Zeichen haben').waitFor();
  expect(await leftInEnglish(page, allWords(de, germanMessages))).toEqual([]);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  expect(await page.evaluate(() => sessionStorage.getItem('english'))).toBeNull();
});

test('the onboarding is in Spanish, and so is what the default set-up makes', async ({ visit, server, ownerAt }) => {
  const { page, open, heading } = await visit(await server.person(), 'es-MX');
  await page.setViewportSize(PHONE);
  await open('/dashboard');
  await heading('Le damos la bienvenida a Headland');
  expect(await leftInEnglish(page, allWords(es, spanishMessages))).toEqual([]);
  await page.context().close();

  const owner = await ownerAt('employees');
  const again = await visit(owner, 'es-MX');
  await again.page.setViewportSize(PHONE);
  await again.open('/');
  await again.heading('¿Quién trabaja con usted?');
  await again.said('Paso 1 de 5');
  await again.said('Propietario • No operador');
  expect(await leftInEnglish(again.page, allWords(es, spanishMessages))).toEqual([]);
  await expectNoSidewaysScroll(again.page);
  // German is longest: the three ways on of a batch still fit side by side.
  await again.page.evaluate(() => localStorage.setItem('language', 'de'));
  await again.open(`/onboarding/setup-custom-fields?orgId=${owner.orgId}`);
  await again.heading('Eigene Datenfelder');
  await again.page.getByRole('button', { name: de['Add & Continue'] }).waitFor();
  expect(await leftInEnglish(again.page, allWords(de, germanMessages))).toEqual([]);
  await expectNoSidewaysScroll(again.page);
  await again.page.evaluate(() => localStorage.removeItem('language'));
  await again.open('/');
  await again.follow('Resumen de la configuración');
  await again.press('Usar lo predeterminado');
  await again.at('/dashboard');
  expect((await organizationsOf(owner))[0]?.onboardingCompleted).toBe(true);
  const services = await owner.ok(contract.serviceTypes.list, { params: owner, query: {} });
  expect(services.map(({ name }) => name).toSorted()).toEqual(['Cosecha', 'Fertilización', 'Labranza', 'Pulverización', 'Siembra']);
  const fields = await owner.ok(contract.customDataFields.list, { params: owner, query: {} });
  expect(fields.filter(({ isSystem }) => isSystem).map(({ name }) => name)).toContain('Notes');
  expect(fields.find(({ name }) => name === 'Tipo de cultivo')?.options).toEqual(['Maíz', 'Soja', 'Trigo', 'Avena']);
});
