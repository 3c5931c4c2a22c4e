import { expect, test } from 'vitest';
import {
  accountExistsText,
  bankChangedText,
  confirmationText,
  nameInMail,
  noAccountText,
  passkeyAddedText,
  passwordChangedText,
  resetText,
  secondStepText,
} from './mail-texts.ts';
import { LANGUAGE_IDS, type LanguageId } from '#shared/lib/languages.ts';

const LINK = 'https://headland.test/api/login?with=mail#confirm=abc';

const MAILS = {
  confirmation: (language?: LanguageId) => confirmationText(LINK, language),
  accountExists: (language?: LanguageId) => accountExistsText(LINK, language),
  reset: (language?: LanguageId) => resetText(LINK, language),
  noAccount: (language?: LanguageId) => noAccountText(LINK, language),
  passkeyAdded: (language?: LanguageId) => passkeyAddedText('My $& {name} phone', LINK, language),
  secondStepAdded: (language?: LanguageId) => secondStepText('secondStepAdded', LINK, language),
  secondStepRemoved: (language?: LanguageId) => secondStepText('secondStepRemoved', LINK, language),
  recoveryCodesMade: (language?: LanguageId) => secondStepText('recoveryCodesMade', LINK, language),
  recoveryCodeUsed: (language?: LanguageId) => secondStepText('recoveryCodeUsed', LINK, language),
  passwordChanged: (language?: LanguageId) => passwordChangedText(LINK, language),
  bankChanged: (language?: LanguageId) =>
    bankChangedText({ person: 'Ann Lee', organization: 'My $& {person} farm', account: 'DE89 … 3000' }, LINK, language),
};

test.each(Object.entries(MAILS))('%s has its link in a line of its own and is signed, in words of each language', (_name, mailIn) => {
  const mails = LANGUAGE_IDS.map((language) => mailIn(language));
  for (const { body } of mails) {
    expect(body.split('\n\n')).toContain(LINK);
    expect(body).toMatch(/\n\nHeadland\n$/);
  }
  expect(new Set(mails.map(({ subject }) => subject)).size).toBe(LANGUAGE_IDS.length);
  expect(new Set(mails.map(({ body }) => body)).size).toBe(LANGUAGE_IDS.length);
  expect(mailIn()).toEqual(mailIn('en'));
});

test('a passkey has the name it was given, whatever that is', () => {
  expect(passkeyAddedText('My $& {name} phone', LINK, 'de').body).toContain('dem Passkey „My $& {name} phone“ öffnen');
});

test('a new account is named where there is one, and nobody is named by somebody else’s words', () => {
  const changed = { person: 'See https://phish.example', organization: 'My {account} farm', account: null };
  const { body } = bankChangedText(changed, LINK);
  expect(body).toContain('See phish. example just changed where customers of “My {account} farm” are asked to pay.');
  expect(body).not.toContain('New account');
});

test.each([
  ['Halvorsen Custom', 'Halvorsen Custom'],
  ['J.D. Smith Farms', 'J.D. Smith Farms'],
  ['مزارع الخليج', 'مزارع الخليج'],
  ['see https://phish.example/login', 'see phish. example/login'],
  ['www.phish.example', 'www. phish. example'],
  ['javascript://phish', 'phish'],
  ['One\r\nTwo\u202E', 'One Two'],
  ['x'.repeat(300), `${'x'.repeat(80)}…`],
  ['🚜'.repeat(81), `${'🚜'.repeat(80)}…`],
])('a mail shows %j as %j', (name, said) => {
  expect(nameInMail(name)).toBe(said);
});
