import { createHash } from 'node:crypto';
import type { DemoPhoto } from '#demo/organization.ts';
import { type Colour, encodePng } from '#demo/png.ts';
import { type Random, randomOf } from '#demo/random.ts';

const WIDTH = 320;
const HEIGHT = 240;
const SKY_SHADES = 24;
const GROUND_SHADES = 12;
const THINNEST_STRIPE = 1.4;

/** Top of the sky, and the horizon. */
const SKIES: readonly (readonly [Colour, Colour])[] = [
  [
    [92, 148, 206],
    [206, 226, 240],
  ],
  [
    [120, 132, 146],
    [196, 200, 204],
  ],
  [
    [58, 74, 122],
    [246, 176, 112],
  ],
  [
    [134, 178, 214],
    [250, 226, 186],
  ],
  [
    [74, 82, 96],
    [150, 154, 158],
  ],
];

/** The light and the dark stripe: swaths, rows, stubble, ploughed and sprayed land. */
const GROUNDS: readonly (readonly [Colour, Colour])[] = [
  [
    [142, 168, 78],
    [98, 130, 54],
  ],
  [
    [206, 182, 104],
    [168, 140, 72],
  ],
  [
    [86, 124, 46],
    [48, 82, 30],
  ],
  [
    [128, 96, 66],
    [88, 62, 44],
  ],
  [
    [186, 172, 120],
    [122, 142, 70],
  ],
  [
    [112, 134, 84],
    [146, 122, 82],
  ],
];

const SUN: Colour = [255, 244, 206];
const CLOUD: Colour = [238, 240, 242];
const BALE: Colour = [196, 164, 88];
const SHADE: Colour = [62, 56, 42];
const PAINTS: readonly Colour[] = [
  [176, 42, 36],
  [34, 104, 52],
  [222, 178, 36],
  [38, 82, 148],
];
const GLASS: Colour = [176, 206, 214];
const TREE: Colour = [44, 66, 42];

/** From one colour to the other, in this many shades. */
const shades = ([r1, g1, b1]: Colour, [r2, g2, b2]: Colour, count: number): Colour[] =>
  Array.from({ length: count }, (_, at) => {
    const part = at / (count - 1);
    const mix = (from: number, to: number) => Math.round(from + (to - from) * part);
    return [mix(r1, r2), mix(g1, g2), mix(b1, b2)];
  });

const darker = ([r, g, b]: Colour): Colour => [Math.round(r * 0.72), Math.round(g * 0.72), Math.round(b * 0.72)];

interface Canvas {
  /** Paints the part of the box inside the shape with this colour of the palette. */
  paint(
    box: { left: number; top: number; right: number; bottom: number },
    colour: number,
    inside?: (x: number, y: number) => boolean,
  ): void;
}

const canvasOn = (pixels: Uint8Array): Canvas => ({
  paint: (box, colour, inside = () => true) => {
    for (let y = Math.max(0, Math.floor(box.top)); y < Math.min(HEIGHT, box.bottom); y += 1) {
      for (let x = Math.max(0, Math.floor(box.left)); x < Math.min(WIDTH, box.right); x += 1) {
        if (inside(x, y)) {
          pixels[y * WIDTH + x] = colour;
        }
      }
    }
  },
});

const ellipse = (canvas: Canvas, x: number, y: number, halfWidth: number, halfHeight: number, colour: number): void =>
  canvas.paint(
    { left: x - halfWidth, right: x + halfWidth, top: y - halfHeight, bottom: y + halfHeight },
    colour,
    (atX, atY) => ((atX - x) / halfWidth) ** 2 + ((atY - y) / halfHeight) ** 2 <= 1,
  );

/** Stripes that converge at a point on the horizon, darker the nearer they are, with a little dust. */
const paintGround = (pixels: Uint8Array, horizon: number, firstShade: number, random: Random): void => {
  const vanishing = random.int(-80, WIDTH + 80);
  const width = random.between(0.25, 1.1, 0.01);
  for (let y = horizon; y < HEIGHT; y += 1) {
    const near = (y - horizon) / (HEIGHT - horizon);
    const shade = Math.min(GROUND_SHADES - 1, Math.floor(near * GROUND_SHADES));
    for (let x = 0; x < WIDTH; x += 1) {
      const depth = y - horizon + 6;
      const across = ((x - vanishing) / depth) * width * 8;
      // Where a stripe is thinner than the pixels can show, to the side or upwards, the land is plain.
      const isThin = Math.min(depth, depth ** 2 / (Math.abs(x - vanishing) + 1)) / (width * 8) < THINNEST_STRIPE;
      const isDark = !isThin && Math.floor(across) % 2 !== 0;
      const dust = random.chance(0.03) ? 1 : 0;
      pixels[y * WIDTH + x] = firstShade + (isDark ? GROUND_SHADES : 0) + Math.max(0, shade - dust);
    }
  }
};

/** A tractor seen from the side: body, cab, two wheels. */
const paintTractor = (
  canvas: Canvas,
  x: number,
  y: number,
  size: number,
  colours: { paint: number; glass: number; shade: number },
): void => {
  canvas.paint({ left: x, right: x + size * 2.2, top: y - size * 0.9, bottom: y - size * 0.3 }, colours.paint);
  canvas.paint({ left: x + size * 0.15, right: x + size, top: y - size * 1.7, bottom: y - size * 0.85 }, colours.paint);
  canvas.paint({ left: x + size * 0.25, right: x + size * 0.9, top: y - size * 1.55, bottom: y - size * 0.95 }, colours.glass);
  canvas.paint({ left: x + size * 1.5, right: x + size * 1.62, top: y - size * 1.4, bottom: y - size * 0.9 }, colours.shade);
  ellipse(canvas, x + size * 0.45, y - size * 0.35, size * 0.6, size * 0.6, colours.shade);
  ellipse(canvas, x + size * 1.85, y - size * 0.2, size * 0.38, size * 0.38, colours.shade);
  ellipse(canvas, x + size * 0.45, y - size * 0.35, size * 0.2, size * 0.2, colours.paint);
};

const paintSky = (pixels: Uint8Array, canvas: Canvas, horizon: number, colours: { sun: number; cloud: number }, random: Random): void => {
  for (let y = 0; y < horizon; y += 1) {
    pixels.fill(Math.floor((y / horizon) * SKY_SHADES), y * WIDTH, (y + 1) * WIDTH);
  }
  if (random.chance(0.4)) {
    const radius = random.int(9, 17);
    ellipse(canvas, random.int(20, WIDTH - 20), random.int(16, horizon - 10), radius, radius, colours.sun);
  }
  for (let clouds = random.int(0, 4); clouds > 0; clouds -= 1) {
    const [x, y] = [random.int(0, WIDTH), random.int(14, horizon - 24)];
    for (const shift of [-22, 0, 20]) {
      ellipse(canvas, x + shift, y + Math.abs(shift) / 6, random.int(18, 34), random.int(6, 12), colours.cloud);
    }
  }
};

const draw = (random: Random): Buffer => {
  const [top, low] = random.pick(SKIES);
  const [light, dark] = random.pick(GROUNDS);
  const palette: Colour[] = [
    ...shades(top, low, SKY_SHADES),
    ...shades(light, darker(light), GROUND_SHADES),
    ...shades(dark, darker(dark), GROUND_SHADES),
  ];
  const add = (colour: Colour): number => palette.push(colour) - 1;
  const pixels = new Uint8Array(WIDTH * HEIGHT);
  const canvas = canvasOn(pixels);
  const horizon = random.int(80, 130);
  const firstShade = SKY_SHADES;

  paintSky(pixels, canvas, horizon, { sun: add(SUN), cloud: add(CLOUD) }, random);
  paintGround(pixels, horizon, firstShade, random);
  const shade = add(SHADE);
  const tree = add(TREE);
  for (let x = random.int(-20, 40); x < WIDTH; x += random.int(9, 60)) {
    ellipse(canvas, x, horizon - 3, random.int(5, 15), random.int(4, 10), tree);
  }
  if (random.chance(0.5)) {
    const bale = add(BALE);
    for (let bales = random.int(2, 9); bales > 0; bales -= 1) {
      const y = random.int(horizon + 12, HEIGHT - 14);
      const size = 3 + ((y - horizon) / (HEIGHT - horizon)) * 17;
      const x = random.int(0, WIDTH);
      ellipse(canvas, x + size * 0.3, y + size * 0.75, size * 1.2, size * 0.35, shade);
      ellipse(canvas, x, y, size, size * 0.92, bale);
      ellipse(canvas, x, y, size * 0.4, size * 0.36, firstShade + GROUND_SHADES);
    }
  }
  if (random.chance(0.55)) {
    const colours = { paint: add(random.pick(PAINTS)), glass: add(GLASS), shade };
    paintTractor(canvas, random.int(10, WIDTH - 120), random.int(horizon + 34, HEIGHT - 20), random.int(16, 36), colours);
  }
  return encodePng({ width: WIDTH, height: HEIGHT, palette, pixels });
};

/** This many different pictures of fields, named as the server names files: by the hash of their bytes. */
export const drawPhotos = (count: number, seed: string): DemoPhoto[] =>
  Array.from({ length: count }, (_, at) => {
    const bytes = draw(randomOf(`${seed}/${at}`));
    return { name: `${createHash('sha256').update(bytes).digest('hex')}.png`, bytes };
  });
