import { expect, test } from 'vitest';
import { keepChange } from '#client/offline/local/own-changes.ts';
import { rowsOf } from '../sim/memory-storage.ts';
import { updateCustomer } from '../sim/model-records.ts';
import { OFFICE } from '../sim/scene.ts';
import { modelDevice } from './model-device.ts';

// How a customer is billed is changed on a device and in the office at once: each field by itself, and asked about where both changed one.

const ORG = 1;
const NOW = Date.UTC(2025, 5, 14, 6);

const openDevice = async () => {
  const { server, db, engine } = modelDevice(() => NOW);
  await engine.signedIn(1);
  await engine.pull(ORG);
  const [{ id } = { id: 0 }] = rowsOf(db, 'customers');
  return {
    id,
    /** What the device does while nothing reaches it, and then sends. */
    change: (data: object) => keepChange(engine, { operation: 'update', store: 'customers', orgId: ORG, id, data: { ...data } }),
    office: (data: object) => updateCustomer(server.office(ORG, OFFICE), id, { ...data }),
    drain: () => engine.drain(),
    queue: () => rowsOf(db, 'syncQueue'),
    stored: () => server.orgOf(ORG).tables.customers.get(id)?.row,
    shown: () => rowsOf(db, 'customers').find((row) => row.id === id),
  };
};

const ANN = { name: 'Ann Lee', email: 'ann@pine.example', phoneNumber: null, getsBills: true };

test('different fields are merged, with people, terms and tax', async () => {
  const { change, office, drain, queue, stored } = await openDevice();
  await change({ contacts: [ANN], discountPercent: '2', discountDays: 10, billWay: 'print' });
  office({ taxTreatment: 'exempt', taxNote: 'Certificate 77', isReminded: false, hasAnnex: false });
  await drain();
  expect(queue()).toEqual([]);
  expect(stored()).toMatchObject({
    contacts: [ANN],
    discountPercent: '2',
    discountDays: 10,
    billWay: 'print',
    taxTreatment: 'exempt',
    taxNote: 'Certificate 77',
    isReminded: false,
    hasAnnex: false,
  });
});

test('people whom both sides changed are asked about, and nobody is lost without a decision', async () => {
  const { change, office, drain, queue, stored } = await openDevice();
  const bo = { ...ANN, name: 'Bo Lee' };
  await change({ contacts: [ANN], buyerReference: 'PO 4711' });
  office({ contacts: [bo] });
  await drain();
  expect(stored()).toMatchObject({ contacts: [bo] });
  expect(queue()).toMatchObject([{ status: 'attention', conflict: { fields: [{ field: 'contacts', mine: [ANN], theirs: [bo] }] } }]);
});

test('half of a discount is refused with what is missing, and stays for its user to complete', async () => {
  const { change, drain, queue, stored } = await openDevice();
  await change({ discountDays: 10 });
  await drain();
  expect(queue()).toMatchObject([{ status: 'attention', reason: 'rejected' }]);
  expect(stored()).toMatchObject({ discountDays: null });
});

test('a new customer is shown at once as the server will make it', async () => {
  const { shown } = await openDevice();
  expect(shown()).toMatchObject({ contacts: [], taxTreatment: 'usual', isReminded: true, billWay: null, hasAnnex: null });
});
