import { expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { blanks, references } from '#shared/derive-kinds.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { BLANKS, REFERENCES } from '#shared/kinds/derived.ts';
import { kindNamedBy } from '#shared/kinds/references.ts';

test('the ids that the engine and imports know are those of the schemas, field by field; `npm run routes` writes them again', () => {
  expect(REFERENCES).toStrictEqual(references());
});

test('a field that names a record says by `idOf` of which kind it is', () => {
  const bodies = Object.values(contract)
    .flatMap((group): Endpoint[] => Object.values(group))
    .flatMap(({ body }) => (typeof body === 'object' ? Object.keys((body as unknown as { shape?: object }).shape ?? {}) : []));
  const isForgotten = (field: string) => /Ids?$/.test(field) && kindNamedBy(field) === undefined;
  // Devices, organizations, accounts, events, bills, and an id of another program: no records of a kind with calls of its own.
  expect([...new Set(bodies.filter(isForgotten))].toSorted()).toEqual([
    'deviceId',
    'equipmentTypeId',
    'organizationId',
    'paymentId',
    'recordIds',
    'userId',
  ]);
});

test('a record made on a device begins with what its schema says; `npm run routes` writes it again', () => {
  expect(BLANKS).toStrictEqual(blanks());
});
