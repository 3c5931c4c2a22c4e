import { inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { carriesEInvoice, eInvoiceInPdf } from '#server/billing/documents/formats.ts';
import { drawPdf } from '#server/billing/documents/pdf.ts';
import { rootOf } from './en16931/read.ts';
import { schemaFaults } from './en16931/schema.ts';
import { documentOfLaw } from './law-documents.ts';
import { WORKED_LAW } from './worked-law.ts';

const lawOf = (name: string) => {
  const law = WORKED_LAW.find((each) => each.name === name);
  if (law === undefined) {
    throw new Error(`There is no bill of ${name}.`);
  }
  return documentOfLaw(law);
};

const german = lawOf('Germany');
/** A name that would break XML. */
const document = { ...german, seller: { ...german.seller, name: 'Müller & Söhne <Lohn>' } };
const draw = (eInvoice: string): Promise<Buffer> =>
  drawPdf(document, { pictures: { logo: undefined, photos: new Map() }, hasAnnex: true, hasNotes: false, eInvoice });

const embedded = (pdf: Buffer): string => {
  const text = pdf.toString('latin1');
  const at = text.indexOf('/Type /EmbeddedFile');
  const start = text.indexOf('stream\n', at) + 'stream\n'.length;
  const length = Number(/\/Length (\d+)/.exec(text.slice(at, start))?.[1]);
  return inflateSync(pdf.subarray(start, start + length)).toString('utf8');
};

describe('a PDF with the e-invoice inside', () => {
  test('holds it as it is, named and related as Factur-X has it, and says so in metadata that can be read', async () => {
    const xml = eInvoiceInPdf(document);
    const pdf = await draw(xml);
    expect(embedded(pdf)).toBe(xml);
    expect(schemaFaults(embedded(pdf))).toEqual([]);
    const text = pdf.toString('latin1');
    expect(text).toContain('/AFRelationship /Alternative');
    expect(text).toContain('(factur-x.xml)');
    const metadata = /<x:xmpmeta.*?<\/x:xmpmeta>/s.exec(pdf.toString('utf8'))?.[0] ?? '';
    const root = rootOf(metadata);
    const said = (name: string): string | null | undefined => root.getElementsByTagName(name)[0]?.textContent;
    expect(['fx:DocumentFileName', 'fx:ConformanceLevel', 'fx:DocumentType', 'pdfaid:part', 'pdfaid:conformance'].map(said)).toEqual([
      'factur-x.xml',
      'EN 16931',
      'INVOICE',
      '3',
      'B',
    ]);
  });

  test('is the same bytes each time', async () => {
    const xml = eInvoiceInPdf(document);
    expect((await draw(xml)).equals(await draw(xml))).toBe(true);
  });

  test.each([
    ['Germany', true],
    ['Germany to Austria, reverse charge', true],
    ['Austria', true],
    ['Germany, small business', false],
    ['Switzerland', false],
    ['Spain', false],
    ['United States', false],
  ])('%s: is mailed so, or not', (name, isSo) => {
    expect(carriesEInvoice(lawOf(name))).toBe(isSo);
  });

  test('is not mailed so where something is missing, or the bill is void', () => {
    expect(carriesEInvoice({ ...german, seller: { ...german.seller, taxNumber: null } })).toBe(false);
    expect(carriesEInvoice({ ...german, status: { kind: 'void', reversedBy: 'RE-2026-8' } })).toBe(false);
  });
});
