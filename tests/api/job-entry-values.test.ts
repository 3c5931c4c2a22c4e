import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import type { FieldType } from '#shared/domain/custom-data-field.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { buildWorld, dataString, fingerprint, pngBytes, refusedFor } from './world.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
});

afterAll(() => testApp.close());

const start = async (fieldType?: FieldType, name = 'Value') => {
  const boss = await testApp.owner();
  const world = await buildWorld(boss);
  if (fieldType) {
    await boss.ok(contract.customDataFields.create, { params: boss, body: { name, fieldType } });
  }
  const log = (customFieldValues: unknown, more: object = {}) =>
    boss.send('POST', `/api/jobs/${world.jobId}/entries`, {
      serviceTypeId: world.serviceTypeId,
      date: '2025-06-20',
      customFieldValues,
      ...more,
    });
  return { boss, world, log };
};

const WORDS: Record<string, string> = {
  number: 'a valid number',
  boolean: 'true or false',
  date: 'a date, yyyy-MM-dd',
  attachment: 'a list of files',
};

// What fits each type (specification 8.8, 8.9); everything else that is listed is refused. The older names read as the newer ones.
const FITS: readonly (readonly [FieldType, string, readonly unknown[]])[] = [
  ['text', 'text', ['', 'wet', '12']],
  ['textarea', 'text', ['two\nlines']],
  ['select', 'text', ['Wheat', 'an option that was taken away since']],
  ['dropdown', 'text', ['Wheat']],
  ['number', 'number', [0, 31.25, 1e-7]],
  ['boolean', 'boolean', [true, false]],
  ['date', 'date', ['2025-06-20']],
  ['equipment', 'id', [7, [7, 8], []]],
  ['operator', 'id', [7, [7]]],
  ['employee', 'id', [7]],
  ['attachment', 'attachment', [[]]],
  ['file', 'attachment', [[]]],
];
const OTHERS: readonly unknown[] = ['wet', 31.25, true, '2025-02-30', ['a', 1], -1];

describe('the values of a field are checked by its type', () => {
  test.each(FITS)('%s', async (fieldType, kind, fitting) => {
    const { log } = await start(fieldType);
    for (const value of fitting) {
      expect([value, await log({ Value: value })]).toMatchObject([value, { status: 201, body: { customFieldValues: { Value: value } } }]);
    }
    expect(await log({ Value: null })).toMatchObject({ status: 201 });
    const isText = (value: unknown) => kind === 'text' && typeof value === 'string';
    const isOwn = (value: unknown) =>
      (kind === 'number' && typeof value === 'number' && value >= 0) || (kind === 'boolean' && typeof value === 'boolean');
    const before = await fingerprint(testApp);
    for (const value of OTHERS.filter((each) => !isText(each) && !isOwn(each))) {
      const expected = kind === 'number' && value === -1 ? 'zero or more' : (WORDS[kind] ?? 'text');
      const refused = refusedFor('customFieldValues.Value', `Value must be ${expected}`);
      expect([value, await log({ Value: value })]).toMatchObject([value, kind === 'id' ? { status: 400 } : refused]);
    }
    expect(await fingerprint(testApp)).toEqual(before);
  });

  test('when an entry is changed too', async () => {
    const { boss, world } = await start();
    const answer = await boss.send('PATCH', `/api/job-entries/${world.entryId}`, { customFieldValues: { Moisture: 'wet' } });
    expect(answer).toMatchObject(refusedFor('customFieldValues.Moisture', 'Moisture must be a valid number'));
  });

  test('naming each that is wrong', async () => {
    const { boss, log } = await start('boolean', 'Dry');
    await boss.ok(contract.customDataFields.create, { params: boss, body: { name: 'Until', fieldType: 'date' } });
    expect(await log({ Moisture: 'wet', Dry: 'no', Until: 'May' })).toMatchObject({
      status: 400,
      body: {
        issues: [
          { path: 'customFieldValues.Dry', message: 'Dry must be true or false' },
          { path: 'customFieldValues.Moisture', message: 'Moisture must be a valid number' },
          { path: 'customFieldValues.Until', message: 'Until must be a date, yyyy-MM-dd' },
        ],
      },
    });
  });

  test('also of a field that the service does not offer, or that is inactive', async () => {
    const { boss, world, log } = await start();
    await boss.ok(contract.customDataFields.update, { params: { id: world.fieldId }, body: { isActive: false } });
    expect(await log({ Moisture: 31 })).toMatchObject({ status: 201, body: { customFieldValues: { Moisture: 31 } } });
    expect((await log({ Moisture: 'wet' })).status).toBe(400);
  });
});

describe('a number below zero', () => {
  test('is refused of a new entry and of one that is changed', async () => {
    const { boss, world, log } = await start();
    const refused = refusedFor('customFieldValues.Moisture', 'Moisture must be zero or more');
    const before = await fingerprint(testApp);
    expect(await log({ Moisture: -0.5 })).toMatchObject(refused);
    expect(await boss.send('PATCH', `/api/job-entries/${world.entryId}`, { customFieldValues: { Moisture: -5 } })).toMatchObject(refused);
    expect(await fingerprint(testApp)).toEqual(before);
    expect(await log({ Moisture: -0 })).toMatchObject({ status: 201 });
  });

  test('from earlier times stays on its entry when other things of it change', async () => {
    const { boss, log } = await start();
    const { id } = contract.jobEntries.create.response.parse((await log({ Moisture: 5 })).body);
    await testApp.db.query({
      text: `update job_entries set custom_field_values = '{"Moisture": -5}' where organization_id = $1 and id = $2`,
      values: [boss.orgId, id],
    });
    const change = (customFieldValues: object) => boss.send('PATCH', `/api/job-entries/${id}`, { customFieldValues, notes: 'frost' });
    expect(await change({ Moisture: -5 })).toMatchObject({ status: 200, body: { notes: 'frost', customFieldValues: { Moisture: -5 } } });
    expect(await change({ Moisture: -6 })).toMatchObject(refusedFor('customFieldValues.Moisture', 'Moisture must be zero or more'));
  });

  test.each(['totalHours', 'billableHours', 'fuel', 'loads'])('is refused as %s of an entry that is changed', async (column) => {
    const { boss, world } = await start();
    const answer = await boss.send('PATCH', `/api/job-entries/${world.entryId}`, { [column]: -0.1 });
    expect(answer).toMatchObject({ status: 400, body: { issues: [{ path: column }] } });
  });
});

describe('values under names that no field has', () => {
  test('are kept as they are', async () => {
    const { boss, log } = await start();
    const values = {
      'A field that was renamed': 'x',
      number: 1.5,
      flag: false,
      nothing: null,
      list: ['a', 2],
      'moisture ': 'a blank more',
      農場: '🚜',
    };
    const answer = await log(values);
    expect(answer).toMatchObject({ status: 201, body: { customFieldValues: values } });
    const { id } = contract.jobEntries.create.response.parse(answer.body);
    expect((await boss.ok(contract.jobEntries.get, { params: { id } })).customFieldValues).toEqual(values);
  });

  test('are kept also where JavaScript has something of that name', async () => {
    const { log } = await start();
    const values = { constructor: 'x', toString: 'y', hasOwnProperty: 1 };
    expect(await log(values)).toMatchObject({ status: 201, body: { customFieldValues: values } });
  });

  test('may not be records or lists of records', async () => {
    const { log } = await start();
    expect((await log({ x: { y: 1 } })).status).toBe(400);
    expect((await log({ x: [{ y: 1 }] })).status).toBe(400);
    expect((await log({ '': 1 })).status).toBe(400);
    expect((await log(['x'])).status).toBe(400);
  });
});

test.each(['constructor', 'toString', 'valueOf', 'hasOwnProperty'])('a field may be called %s', async (name) => {
  const { boss, log } = await start('number', name);
  expect(await log({ Other: 'x' })).toMatchObject({ status: 201, body: { customFieldValues: { Other: 'x' } } });
  expect(await log({ [name]: 5 })).toMatchObject({ status: 201 });
  expect(await log({ [name]: 'x' })).toMatchObject(refusedFor(`customFieldValues.${name}`, `${name} must be a valid number`));
  const fields = await boss.ok(contract.customDataFields.list, { params: boss });
  expect(fields.find((field) => field.name === name)?.usageCount).toBe(1);
});

describe('the special names', () => {
  test('Notes and Attachments fill the entry’s own columns', async () => {
    const { boss, log } = await start();
    const photo = dataString(pngBytes('special'));
    const answer = await log({ Notes: 'wet', Attachments: [photo], Moisture: 31 });
    expect(answer).toMatchObject({ status: 201, body: { notes: 'wet', photos: [expect.stringMatching(/^[0-9a-f]{64}\.png$/)] } });
    const made = contract.jobEntries.create.response.parse(answer.body);
    expect(made.customFieldValues).toEqual({ Moisture: 31 });
    const cleared = await boss.send('PATCH', `/api/job-entries/${made.id}`, { customFieldValues: { Notes: '', Attachments: [] } });
    expect(cleared).toMatchObject({ status: 200, body: { notes: null, photos: [], customFieldValues: {} } });
  });

  test('yield to the columns if both are sent', async () => {
    const { log } = await start();
    const answer = await log({ Notes: 'custom', Attachments: [] }, { notes: 'own', photos: [dataString(pngBytes('own'))] });
    expect(answer).toMatchObject({ status: 201, body: { notes: 'own', photos: [expect.any(String)] } });
  });

  test('fill them when those are empty', async () => {
    const { log } = await start();
    expect(await log({ Notes: 'custom' }, { notes: null })).toMatchObject({ status: 201, body: { notes: 'custom' } });
  });

  test('are checked by their types too, so that nothing is lost', async () => {
    const { log } = await start();
    expect(await log({ Notes: 5 })).toMatchObject(refusedFor('customFieldValues.Notes', 'Notes must be text'));
    expect(await log({ Attachments: 'x' })).toMatchObject(
      refusedFor('customFieldValues.Attachments', 'Attachments must be a list of files'),
    );
  });
});

describe('files in a field', () => {
  const photo = (words: string) => dataString(pngBytes(words));

  test('are stored as files, and the entry has their names', async () => {
    const { boss, log } = await start('attachment', 'Scale tickets');
    const answer = await log({ 'Scale tickets': [photo('one'), photo('two')] });
    const { customFieldValues } = contract.jobEntries.create.response.parse(answer.body);
    expect(customFieldValues).toEqual({ 'Scale tickets': [expect.stringMatching(/\.png$/), expect.stringMatching(/\.png$/)] });
    const [name] = customFieldValues['Scale tickets'] as string[];
    expect((await boss.send('GET', `/api/photos/${name}`)).status).toBe(200);
    expect(await log({ 'Scale tickets': [name] })).toMatchObject({ status: 201, body: { customFieldValues: { 'Scale tickets': [name] } } });
  });

  test('may be as large as those of the entry itself', async () => {
    const { log } = await start('attachment', 'Scale tickets');
    const large = dataString(Buffer.concat([pngBytes('large'), Buffer.alloc(2_000_000, 7)]));
    expect((await log({ 'Scale tickets': [large] })).status).toBe(201);
    expect((await log({ Attachments: [large] })).status).toBe(201);
    expect(await log({ 'Scale tickets': [dataString(Buffer.alloc(10_485_761, 7))] })).toMatchObject({
      status: 413,
      body: { code: 'too_large' },
    });
  });

  test('are three at most', async () => {
    const { log } = await start('attachment', 'Scale tickets');
    const four = ['1', '2', '3', '4'].map(photo);
    expect(await log({ 'Scale tickets': four })).toMatchObject(refusedFor('customFieldValues.Scale tickets', 'At most 3 files'));
    expect(await log({ Attachments: four })).toMatchObject(refusedFor('photos', 'At most 3 files'));
    expect((await log({ 'Scale tickets': four.slice(1) })).status).toBe(201);
  });

  test('of a field that was renamed or deleted since are kept as files too', async () => {
    const { boss, log } = await start();
    const answer = await log({ 'Old tickets': [photo('kept'), 'a word'] });
    const { id, customFieldValues } = contract.jobEntries.create.response.parse(answer.body);
    expect(customFieldValues).toEqual({ 'Old tickets': [expect.stringMatching(/\.png$/), 'a word'] });
    expect(JSON.stringify(await boss.ok(contract.jobEntries.get, { params: { id } }))).not.toContain('base64');
  });

  test('that nobody sent are refused', async () => {
    const { log } = await start('attachment', 'Scale tickets');
    const message = 'Must be a data string (data:…;base64,…) or the name of a file sent earlier';
    expect(await log({ 'Scale tickets': ['ticket.png'] })).toMatchObject(refusedFor('customFieldValues.Scale tickets.0', message));
  });
});

test('sending values replaces them all, and sending none leaves them', async () => {
  const { boss, log } = await start();
  const { id } = contract.jobEntries.create.response.parse((await log({ Moisture: 31, Zone: 'A' })).body);
  const patch = (body: object) => boss.send('PATCH', `/api/job-entries/${id}`, body);
  expect(await patch({ notes: 'x' })).toMatchObject({ body: { customFieldValues: { Moisture: 31, Zone: 'A' } } });
  const replaced = contract.jobEntries.update.response.parse((await patch({ customFieldValues: { Zone: 'B' } })).body);
  expect(replaced.customFieldValues).toEqual({ Zone: 'B' });
  expect(contract.jobEntries.update.response.parse((await patch({ customFieldValues: null })).body).customFieldValues).toEqual({});
});
