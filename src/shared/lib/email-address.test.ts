import { expect, test } from 'vitest';
import { isEmailAddress } from '#shared/lib/email-address.ts';

test.each([
  'dana@farm.example',
  "o'hara+bills@mail.farm.example",
  'büro@müller.example',
  'x!y%z@a-b.example',
  `${'a'.repeat(64)}@b.example`,
])('%s is an address', (text) => expect(isEmailAddress(text)).toBe(true));

test.each([
  'n1;flood@t.example',
  'a,b@t.example',
  'group:a@x.example;',
  '<a@b.example>',
  '"a"@b.example',
  'vic(tim)@t.example',
  'a@b@t.example',
  'a..b@t.example',
  '.a@t.example',
  'a@t',
  'a@-t.example',
  'a@t.example.',
  'a@[127.0.0.1]',
  'a b@t.example',
  'a\u0000b@t.example',
  // A mail server would take it for t.example.
  'flood@ｔ.example',
  `${'a'.repeat(65)}@b.example`,
  `a@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.${'f'.repeat(20)}`,
])('%j is not an address', (text) => expect(isEmailAddress(text)).toBe(false));
