import { createECDH } from 'node:crypto';
import { expect, test } from 'vitest';
import { encryptFor } from '#server/push/encrypt.ts';

test('what RFC 8291 gives as its example (section 5) comes out as it says, byte for byte', () => {
  const keys = createECDH('prime256v1');
  keys.setPrivateKey(Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'));
  const browser = {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  };
  const text = 'When I grow up, I want to be a watermelon';
  expect(encryptFor(browser, text, keys, Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url')).toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
});

test('no two are alike', () => {
  const browser = createECDH('prime256v1');
  const target = { p256dh: browser.generateKeys('base64url'), auth: Buffer.alloc(16).toString('base64url') };
  expect(encryptFor(target, 'x').equals(encryptFor(target, 'x'))).toBe(false);
});
