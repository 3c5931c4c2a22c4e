import { expect, test } from 'vitest';
import { oneLine } from '#shared/lib/one-line.ts';

test('removes what would begin a line or reverse the letters', () => {
  expect(oneLine('Evil\r\nBcc: spy@x.example\u2028\t\u202Egpj.exe\u2066\u200F')).toBe('Evil Bcc: spy@x.example gpj.exe');
  expect(oneLine('\u0085\u200B')).toBe(' ');
});

test.each(['Müller & Söhne', 'مزارع الخليج', 'חוות הגליל', '👨‍👩‍👧 Farm 🏴󠁧󠁢󠁳󠁣󠁴󠁿', 'می‌خواهم', 'St. John’s'])('%s stays as it is', (name) => {
  expect(oneLine(name)).toBe(name);
});
