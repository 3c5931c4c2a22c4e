import { describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { addressesOf, type Endpoint } from '#shared/endpoint.ts';
import { ENTITIES, KIND_NAMES, kindOf, labelOf, removerOf } from './registry.ts';
import { auditedOf, collectionOf, KEPT_COLLECTIONS, kindOfAudited, kindOfCollection, pathOf, tableOf } from './spellings.ts';

test.each([
  ['customDataField', 'custom_data_field', 'customDataFields', 'custom_data_fields', 'custom-data-fields', 'Data field'],
  ['jobEntry', 'job_entry', 'jobEntries', 'job_entries', 'job-entries', 'Job entry'],
  ['equipment', 'equipment', 'equipment', 'equipment', 'equipment', 'Equipment'],
  ['apiKey', 'api_key', 'apiKeys', 'api_keys', 'api-keys', 'API key'],
] as const)('%s is spelled %s, %s, %s, %s and called %s', (kind, audited, collection, table, path, label) => {
  expect([auditedOf(kind), collectionOf(kind), tableOf(kind), pathOf(kind), labelOf(kind)]).toEqual([
    audited,
    collection,
    table,
    path,
    label,
  ]);
});

test.each(KIND_NAMES)('%s is found by each of its spellings', (kind) => {
  expect([kindOfCollection(collectionOf(kind)), kindOfAudited(auditedOf(kind))]).toEqual([kind, kind]);
});

describe.each(ENTITIES)('%s', (kind) => {
  const group: Readonly<Record<string, Endpoint>> = contract[collectionOf(kind)];
  const { isMoney = false, isOffline = false, write } = kindOf(kind);

  test('has the usual calls under its name if its row says so', () => {
    expect(addressesOf(contract[collectionOf(kind)].get)).toEqual([
      `/api/${pathOf(kind)}/:id`,
      `/api/organizations/:orgId/${pathOf(kind)}/:id`,
    ]);
    expect([group['get']?.capability, group['update']?.capability, group['remove']?.capability]).toEqual([
      isMoney ? 'money:read' : 'records:read',
      write,
      removerOf(kind),
    ]);
  });

  test('its changes may wait on devices that keep it, and only then', () => {
    const waits = ['create', 'update', 'remove'].map((name) => ['queue', 'either'].includes(group[name]?.offline ?? 'never'));
    expect(waits).toEqual([isOffline, isOffline, isOffline]);
    expect(KEPT_COLLECTIONS.some((each) => each === collectionOf(kind))).toBe(isOffline);
  });
});

test('nothing about money waits on a device, and nothing that only reads does', () => {
  const all = Object.values(contract).flatMap((group): Endpoint[] => Object.values(group));
  const waiting = all.filter(({ offline = 'never' }) => offline !== 'never');
  expect(waiting.filter(({ method, capability }) => method === 'GET' || capability?.startsWith('money:'))).toEqual([]);
});
