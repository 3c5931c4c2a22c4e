import type { Locator, Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import { closeToast, DESKTOP, openPage } from '../support/browser.ts';
import { controlled, openProfile, type Profile, type PublishedApp, publishApp, settledOwner } from '../support/published-app.ts';
import type { Person } from '../support/test-app.ts';

type Member = Person & { readonly orgId: number };

/** How long a machine with a lot to do may take for what it is polled for. */
export const PATIENTLY = { timeout: 20_000 };

/** What the office has: three open jobs of one customer, an entry, and a customer to be deleted. */
const makeOffice = async (dana: Member) => {
  const params = { orgId: dana.orgId };
  const fields = await dana.ok(contract.customDataFields.list, { params });
  const fuel = await dana.ok(contract.customDataFields.create, { params, body: { name: 'Fuel', fieldType: 'number' } });
  const wanted = fields.filter(({ name }) => ['Equipment', 'Hours', 'Loads', 'Notes', 'Attachments'].includes(name)).map(({ id }) => id);
  const hauling = await dana.ok(contract.serviceTypes.create, {
    params,
    body: { name: 'Hauling', customDataFieldIds: [...wanted, fuel.id], requiredFieldIds: [] },
  });
  const truck = await dana.ok(contract.equipment.create, { params, body: { name: 'Truck 7', serviceTypeIds: [hauling.id] } });
  const farm = await dana.ok(contract.customers.create, { params, body: { businessName: 'Lindqvist Farms' } });
  const gone = await dana.ok(contract.customers.create, { params, body: { businessName: 'Bar T Cattle' } });
  const job = async (name: string) => (await dana.ok(contract.jobs.create, { params, body: { name, customerId: farm.id } })).id;
  const jobs = { hay: await job('West 80 hay'), wheat: await job('Home place wheat'), silage: await job('North Quarter silage') };
  const entry = await dana.ok(contract.jobEntries.create, {
    params: { id: jobs.silage },
    body: { serviceTypeId: hauling.id, date: '2025-09-17', equipmentIds: [truck.id], totalHours: 8, fuel: 20, notes: 'As usual.' },
  });
  return { ...jobs, entry: entry.id, gone: gone.id };
};

interface Parts {
  readonly app: PublishedApp;
  readonly profile: Profile;
  /** Who drives, and owns the organization. */
  readonly dana: Member;
  /** A manager in the office. */
  readonly luis: Member;
  readonly ids: Awaited<ReturnType<typeof makeOffice>>;
  readonly page: Page;
  readonly problems: readonly string[];
}

const fieldOf = ({ app, profile, dana, luis, ids, page, problems }: Parts) => {
  /** Goes to an address of the app as a link in it does, which needs no network. */
  const go = async (path: string): Promise<void> => {
    await page.evaluate((to) => history.pushState(null, '', to), path);
  };
  const dialog = (name: string): Locator => page.getByRole('dialog', { name });
  const section = (name: string): Locator => page.getByRole('region', { name, exact: true });
  const card = (title: string): Locator => page.getByRole('article').filter({ has: page.getByRole('heading', { name: title }) });
  const row = (title: string): Locator =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
  const indicator = (): Locator => page.getByRole('banner').getByRole('link', { name: /^(Online|Offline)/ });
  const says = (words: string | RegExp) =>
    expect.poll(() => indicator().textContent(), PATIENTLY).toEqual(typeof words === 'string' ? words : expect.stringMatching(words));

  /** Waits for the toast and closes it. */
  const toast = async (title: string, text: string | RegExp): Promise<void> => {
    const region = page.getByRole('region', { name: /Notifications/ });
    await region.getByText(title, { exact: true }).waitFor();
    await region.getByText(text).waitFor();
    await closeToast(page);
  };

  const offline = async (): Promise<void> => {
    await profile.context.setOffline(true);
    await toast("You're offline", "Don't worry, changes will be saved locally.");
  };
  const online = (): Promise<void> => profile.context.setOffline(false);

  /** Ends the session behind the app's back; returns a function that restores it. */
  const endSession = async (): Promise<() => Promise<void>> => {
    const cookies = await profile.context.cookies();
    await profile.context.clearCookies();
    return () => profile.context.addCookies(cookies);
  };

  /** Logs an entry in the dialog, with no way to the server. */
  const logEntry = async (job: string, hours: string, photo?: Buffer): Promise<void> => {
    await go('/dashboard');
    await page
      .getByRole('button', { name: /New Job Entry/ })
      .first()
      .click();
    const entry = dialog('New Job Entry');
    await entry.getByLabel('Customer').selectOption({ label: 'Lindqvist Farms' });
    await entry.getByRole('combobox', { name: 'Job', exact: true }).selectOption({ label: job });
    await entry.getByLabel('Service').selectOption({ label: 'Hauling' });
    await entry.getByLabel('Date').fill('2025-09-18');
    await entry.getByLabel('Equipment').selectOption({ label: 'Truck 7' });
    await entry.getByRole('textbox', { name: 'Hours' }).fill(hours);
    if (photo) {
      await entry.locator('input[type=file]').setInputFiles({ name: 'ticket.png', mimeType: 'image/png', buffer: photo });
      await entry.getByText('1 of 3').waitFor();
    }
    await entry.getByRole('button', { name: 'Submit Entry' }).click();
    await entry.waitFor({ state: 'detached' });
    await toast('Saved Offline', 'Job entry created locally and will sync when online');
  };

  const hoursOf = async (jobId: number): Promise<(number | null)[]> =>
    (await luis.ok(contract.jobEntries.ofJob, { params: { id: jobId } })).map(({ totalHours }) => totalHours);

  /** What went wrong on any page, but for what the browser itself writes of calls that are refused, not there or do not get through. */
  const unexpected = (): string[] =>
    problems.filter((problem) => !/status of 4\d\d|ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_NETWORK/.test(problem));

  const close = async (): Promise<void> => {
    await profile.close();
    await app.close();
  };
  return {
    dana,
    luis,
    ids,
    page,
    unexpected,
    go,
    dialog,
    section,
    card,
    row,
    indicator,
    says,
    toast,
    offline,
    online,
    endSession,
    logEntry,
    hoursOf,
    close,
  };
};

/** A driver with the app in the field, and the office with the same records. */
export type Field = ReturnType<typeof fieldOf>;

/** Opens the Sync screen on a device that has everything of the office, and needs no network from then on. */
export const openField = async (): Promise<Field> => {
  const app = await publishApp();
  const dana = await settledOwner(app);
  const luis = await app.test.member(dana, 'manager');
  const ids = await makeOffice(dana);
  const profile = await openProfile(app, dana);
  const { page, problems } = await openPage(profile.context);
  await page.setViewportSize(DESKTOP);
  await page.goto(`${app.url}/sync`);
  await controlled(page);
  // The device reports to the office once it has everything.
  await vi.waitFor(async () => expect(await dana.ok(contract.devices.list, { params: { orgId: dana.orgId } })).toHaveLength(1), {
    timeout: 20_000,
    interval: 200,
  });
  return fieldOf({ app, profile, dana, luis, ids, page, problems });
};

/** Puts copies of the one waiting change into the device's storage, or removes them again. */
export const copyWaiting = (page: Page, copies: number, isThere: boolean): Promise<void> =>
  page.evaluate(
    async ([many, puts]) => {
      const open = indexedDB.open('headland');
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        open.addEventListener('success', () => resolve(open.result));
        open.addEventListener('error', () => reject(open.error ?? new Error('no database')));
      });
      const store = db.transaction('syncQueue', 'readwrite').objectStore('syncQueue');
      await new Promise<void>((resolve, reject) => {
        store.transaction.addEventListener('complete', () => resolve());
        store.transaction.addEventListener('error', () => reject(store.transaction.error ?? new Error('not kept')));
        const all = store.getAll();
        all.addEventListener('success', () => {
          const [one] = all.result as { id: string; seq: number; target: number; marks: string[] }[];
          const place = (seq: number) => `#${String(seq).padStart(12, '0')}`;
          if (!one) {
            return;
          }
          for (let index = 1; index <= many; index += 1) {
            const id = `${one.id}-${index}`;
            const marks = one.marks.map((mark) =>
              mark.replace(place(one.seq), place(one.seq + index)).replace(String(one.target), String(one.target + index)),
            );
            if (puts) {
              store.put({ ...one, id, seq: one.seq + index, target: one.target + index, marks });
            } else {
              store.delete(id);
            }
          }
        });
      });
      db.close();
    },
    [copies, isThere] as const,
  );
