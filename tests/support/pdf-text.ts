import { inflateSync } from 'node:zlib';

const HEX = 16;

/** The objects of a PDF as pdfkit writes them, by number: their dictionary, and their stream unpacked. */
const objectsOf = (pdf: Buffer): Map<string, { readonly head: string; readonly stream: string }> => {
  const text = pdf.toString('latin1');
  const objects = new Map<string, { head: string; stream: string }>();
  for (const { 1: number = '', index } of text.matchAll(/(?:^|\n)(\d+) 0 obj\n/g)) {
    const start = text.indexOf(' obj\n', index) + 5;
    const body = text.slice(start, text.indexOf('\nendobj', start));
    const [head = ''] = body.split('\nstream\n');
    const from = start + head.length + '\nstream\n'.length;
    const length = Number(/\/Length (\d+)/.exec(head)?.[1] ?? 0);
    const isText = head.includes('/FlateDecode') && !head.includes('/Image') && !head.includes('/Length1') && body !== head;
    objects.set(number, { head, stream: isText ? inflateSync(pdf.subarray(from, from + length)).toString('latin1') : '' });
  }
  return objects;
};

const utf16 = (hex: string): string => Buffer.from(hex, 'hex').swap16().toString('utf16le');

/** The characters of a font's glyphs, by their number. */
const lettersOf = (cmap: string): Map<number, string> => {
  const letters = new Map<number, string>();
  for (const [, from = '', list = ''] of cmap.matchAll(/<([0-9a-f]+)> <[0-9a-f]+> \[([^\]]*)\]/gi)) {
    // Letters that are written as one sign are separated by spaces.
    const signs = [...list.matchAll(/<([0-9a-f ]*)>/gi)].map(([, hex = '']) => utf16(hex.replaceAll(' ', '')));
    signs.forEach((sign, place) => letters.set(Number.parseInt(from, HEX) + place, sign));
  }
  return letters;
};

const numbersAfter = (head: string, name: string): string[] =>
  [...(new RegExp(`/${name} (?:\\[([^\\]]*)\\]|(\\d+) 0 R)`).exec(head)?.[0] ?? '').matchAll(/(\d+) 0 R/g)].map(
    ([, number = '']) => number,
  );

/** The text of each page, piece by piece as it was set, with a space between pieces of different words. */
export const pdfPages = (pdf: Buffer): string[] => {
  const objects = objectsOf(pdf);
  const at = (number = '') => objects.get(number) ?? { head: '', stream: '' };
  const pages = [...objects.values()].filter(({ head }) => /\/Type \/Page\b/.test(head));
  return pages.map(({ head }) => {
    const resources = at(numbersAfter(head, 'Resources')[0]).head;
    const fonts = new Map(
      [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', font]) => [
        name,
        lettersOf(at(numbersAfter(at(font).head, 'ToUnicode')[0]).stream),
      ]),
    );
    let letters = new Map<number, string>();
    const pieces: string[] = [];
    for (const [, font, shown] of at(numbersAfter(head, 'Contents')[0]).stream.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
      letters = font === undefined ? letters : (fonts.get(font) ?? letters);
      const glyphs = [...(shown ?? '').matchAll(/<([0-9a-f]+)>/gi)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? []);
      pieces.push(glyphs.map((glyph) => letters.get(Number.parseInt(glyph, HEX)) ?? '?').join(''));
    }
    return pieces
      .filter((piece) => piece !== '')
      .join(' ')
      .replaceAll('\u00A0', ' ')
      .replaceAll(/ +/g, ' ');
  });
};
