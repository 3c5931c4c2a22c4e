import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { computeBill } from '#shared/billing/compute-bill.ts';
import { smallestCents } from '#shared/billing/minor-unit.ts';
import { recompute } from '#shared/billing/amounts.ts';
import { WORKED_BILLS } from './worked-bills.ts';

const DOCUMENT = readFileSync(join(import.meta.dirname, '../../docs/billing.md'), 'utf8');

test.each(WORKED_BILLS.map((worked) => [worked.name, worked] as const))('%s comes to what was worked out by hand', (_, worked) => {
  const bill = computeBill(worked.input);
  expect(bill.lines.map(({ kind, cents }) => [kind, cents])).toEqual(worked.lines);
  expect(bill.taxes.map(({ taxCents }) => taxCents)).toEqual(worked.taxes);
  expect([bill.netCents, bill.grossCents, bill.currency]).toEqual([worked.net, worked.gross, worked.input.terms.currency]);
  expect(bill.warnings.map(({ kind }) => kind)).toEqual(worked.warnings ?? []);
  expect(bill.lines.map(({ explanation }) => recompute(explanation, smallestCents(bill.currency)))).toEqual(
    bill.lines.map(({ cents }) => cents),
  );
});

const written = (cents: number): string => {
  const [whole, fraction] = (Math.abs(cents) / 100).toFixed(2).split('.');
  return `${whole?.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction}`;
};

test.each(WORKED_BILLS.map((worked) => [worked.name, worked] as const))(
  'the document works out %s',
  (name, { lines, taxes, net, gross }) => {
    const [heading = ''] = name.split(':');
    const section = DOCUMENT.split('\n### ').find((part) => part.split('\n')[0]?.endsWith(`. ${heading}`)) ?? '';
    const amounts = [...lines.map(([, cents]) => cents), ...taxes.filter((tax) => tax !== 0), net, gross];
    expect(amounts.map(written).filter((amount) => !section.includes(amount))).toEqual([]);
  },
);
