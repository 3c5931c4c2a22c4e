import { encode } from 'uqr';

/** The quiet zone that readers require around a code, in modules (ISO/IEC 18004). */
const QUIET = 4;

/** The dark modules as one path, one run of neighbours at a time: parts of one shape have no seams between them. */
const pathOf = (rows: readonly (readonly boolean[])[]): string =>
  rows
    .flatMap((row, y) =>
      row.flatMap((isDark, x) => {
        if (!isDark || row[x - 1] === true) {
          return [];
        }
        const end = row.indexOf(false, x);
        const length = (end === -1 ? row.length : end) - x;
        return [`M${x} ${y}h${length}v1h-${length}z`];
      }),
    )
    .join('');

/** The Swiss cross, seven of the 46 millimetres of its code (Style Guide QR-bill). */
const crossIn = (size: number): string => {
  const rect = (width: number, height: number, color: string): string => {
    const [w, h] = [(width * size) / 46, (height * size) / 46];
    return `<rect x="${(size - w) / 2}" y="${(size - h) / 2}" width="${w}" height="${h}" fill="${color}"/>`;
  };
  return [rect(7, 7, '#ffffff'), rect(6, 6, '#000000'), rect(1.17, 3.89, '#ffffff'), rect(3.89, 1.17, '#ffffff')].join('');
};

/** A code to pay by as a drawing, error correction M as both kinds require. With its quiet zone, or without it and with the Swiss cross. */
export const codeDrawing = (text: string, kind: 'epc' | 'swiss'): string => {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  const quiet = kind === 'swiss' ? 0 : QUIET;
  const all = size + 2 * quiet;
  const cross = kind === 'swiss' ? crossIn(size) : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-quiet} ${-quiet} ${all} ${all}"><path d="${pathOf(data)}" fill="#000000"/>${cross}</svg>`;
};
