import { afterEach, expect, test, vi } from 'vitest';
import { CATALOGUES } from '#client/app/catalogues.ts';
import type { FieldType } from '#shared/domain/custom-data-field.ts';
import { UNITS } from '#shared/domain/units.ts';
import { refusalMessage } from '#shared/lib/errors.ts';
import { checkMessage, issuesOf } from '#shared/messages/issues.ts';

// What the program says by code, and what people wrote, on a page in another language. Decision 0047.

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** The modules as a page in this language loads them. */
const onPage = async (language: string) => {
  // Other files of this worker have read the language already.
  vi.resetModules();
  vi.stubGlobal('document', { documentElement: { lang: language } });
  vi.stubGlobal('navigator', { languages: [language] });
  vi.stubGlobal('localStorage', { getItem: () => null });
  const { loadWords } = await import('#client/lib/texts.ts');
  await loadWords(CATALOGUES);
  const [{ say }, { changedValues }, { messageOf, refusedWrite }] = await Promise.all([
    import('#client/lib/messages.ts'),
    import('#client/features/organization/activity-words.ts'),
    import('#client/api/api-error.ts'),
  ]);
  return { say, changedValues, messageOf, refusedWrite };
};

test('the words of a message are the reader’s, the names inside are as people wrote them', async () => {
  const { say } = await onPage('de');
  // 'Load', 'Open' and 'Acre' are texts of the catalogue as well.
  expect(say(refusalMessage('jobBilledAlready', { name: 'Load' }))).toBe('Der Auftrag Load ist schon abgerechnet.');
  expect(say(refusalMessage('fieldNameTaken', { name: 'Acre' }))).toBe('Ein Datenfeld namens Acre gibt es schon');
  expect(say(refusalMessage('jobNotOpen', { name: 'Open', status: { term: 'billed' } }))).toMatch(/^Der Auftrag Open ist abgerechnet\. /);
});

test('kinds, lists and numbers inside a message are written as the page writes them', async () => {
  const { say } = await onPage('de');
  expect(say(refusalMessage('notFoundAmong', { what: { term: 'Service' }, ids: ['7', '9'] }))).toBe('Leistung nicht gefunden: 7 und 9');
  expect(say(refusalMessage('changedMeanwhile', { what: { term: 'Job entry' } }))).toMatch(/^Eintrag wurde inzwischen/);
  expect(say(checkMessage('atMostEntries', { most: 5000 }))).toBe('Höchstens 5.000 Einträge');
  vi.resetModules();
  const spanish = await onPage('es');
  expect(spanish.say(refusalMessage('notFound', { what: { term: 'Job entry' } }))).toBe('No encontrado: Registro');
});

test('in English, of a newer server, and from before there were codes, a message is the sentence it came with', async () => {
  const { say } = await onPage('en');
  expect(say(refusalMessage('jobBilledAlready', { name: 'Load' }))).toBe('Job Load is already billed.');
  vi.resetModules();
  const german = await onPage('de');
  expect(german.say({ messageCode: 'notYetKnown', values: {}, message: 'Said by a newer server.' })).toBe('Said by a newer server.');
  expect(german.say({ message: 'Job Load is already billed.' })).toBe('Job Load is already billed.');
});

test('what a schema finds wrong, and what a refused change was answered with, is identified by its code', async () => {
  const { say, messageOf, refusedWrite } = await onPage('de');
  const found = issuesOf([{ path: ['name'], message: 'textTooLong {"most":200}' }]);
  expect(found.map(say)).toEqual(['Höchstens 200 Zeichen']);
  const { message, ...said } = refusalMessage('jobBilledAlready', { name: 'Load' });
  expect(messageOf(refusedWrite({ status: 409, code: 'conflict', message, ...said, issues: [] }))).toBe(
    'Der Auftrag Load ist schon abgerechnet.',
  );
});

test('the history shows what people wrote as they wrote it', async () => {
  const { changedValues } = await onPage('de');
  const known = { names: () => undefined, units: UNITS.us, fieldTypes: new Map<string, FieldType>() };
  const shown = (old: object, fresh: object) =>
    changedValues({ action: 'update', changes: { old: { ...old }, new: { ...fresh } } }, known).map(
      ({ label, before, after }) => `${label}: ${before} > ${after}`,
    );
  expect(shown({ notes: 'Done' }, { notes: 'Waiting' })).toEqual(['Notizen: Done > Waiting']);
  expect(shown({ businessName: 'Load' }, { businessName: 'Job not found' })).toEqual(['Firmenname: Load > Job not found']);
  expect(shown({ customFieldValues: { Piece: 'Open' } }, { customFieldValues: { Piece: 'Field' } })).toEqual(['Piece: Open > Field']);
  expect(shown({ accessLevel: 'basic' }, { accessLevel: 'manager' })).toEqual(['Zugriffsstufe: Einfach > Manager']);
});
