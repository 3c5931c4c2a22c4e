// Draws the app's icons from the mark in public/favicon.svg. The results are committed: run it when the mark changes.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { root } from './lib.mjs';

const FOLDER = join(root, 'public/icons');
const SIDE = 36;
/** The corners are then within the inner circle of 80 %, which is all that systems guarantee to show of a maskable icon. */
const SAFE = 0.8;

const mark = readFileSync(join(root, 'public/favicon.svg'), 'utf8');
const [ground = ''] = /<rect[^>]*\/>/.exec(mark) ?? [];
const turns = mark.slice(mark.indexOf(ground) + ground.length, mark.indexOf('</svg>'));
const square = ground.replace(/ rx="\d+"/, '');
if (!ground || square === ground || !turns.includes('<path')) {
  throw new Error('The mark in public/favicon.svg is not a rounded square with paths on it.');
}

const small = `<g transform="translate(${(SIDE * (1 - SAFE)) / 2} ${(SIDE * (1 - SAFE)) / 2}) scale(${SAFE})">${turns}</g>`;
const white = small.replaceAll(/stroke="#[0-9a-f]+"/g, 'stroke="#fff"');

const draw = (name, size, inner) =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}" width="${size}" height="${size}">${inner}</svg>`),
  )
    .png({ compressionLevel: 9, palette: true })
    .toFile(join(FOLDER, name));

mkdirSync(FOLDER, { recursive: true });
for (const size of [192, 512]) {
  await draw(`icon-${size}.png`, size, ground + turns);
  await draw(`maskable-${size}.png`, size, square + small);
}
// iOS rounds the corners by itself and shows transparency as black.
await draw('apple-touch-icon.png', 180, square + turns);
await draw('monochrome-512.png', 512, white);
