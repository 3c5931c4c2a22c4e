import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BUILT_CLIENT } from './support/offline-app.ts';

// The built app needs no more than the minimum versions that it names. Syntax is the build's own target; this checks platform features.

const ROOT = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** All built files of a kind as one text. */
const built = (ending: string): string =>
  readdirSync(BUILT_CLIENT, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => readFileSync(join(BUILT_CLIENT, name), 'utf8'))
    .join('\n');

/**
 * What came after one of the least versions, as it looks in a built file. No more than a list: what is not in it is not found. Names that
 * libraries of ours use for something else (`union`, `map` of an iterator) cannot be told apart here; types are held at ES2023, which knows
 * none of them.
 */
const NEWER_SCRIPT = [
  'Promise.withResolvers',
  'Promise.try',
  'Object.groupBy',
  'Map.groupBy',
  'Array.fromAsync',
  'Iterator.from',
  'URL.parse',
  'URL.canParse',
  'RegExp.escape',
  'Math.sumPrecise',
  'AbortSignal.any',
  'isWellFormed(',
  'toWellFormed(',
  'setFromBase64(',
  'fromBase64(',
  'requestIdleCallback(',
  'scheduler.yield',
  'scheduler.postTask',
  'startViewTransition(',
  'CloseWatcher',
  'navigation.navigate',
  'requestClose(',
  'moveBefore(',
  'setHTML(',
  'setHTMLUnsafe(',
  'showPicker(',
  'Temporal.',
  'DurationFormat',
  'documentPictureInPicture',
  'CompressionStream("zstd")',
  'getAllRecords',
] as const;
const NEWER_STYLE = [
  'light-dark(',
  'anchor-name',
  'position-anchor',
  'position-try',
  'position-area',
  'field-sizing',
  'interpolate-size',
  'calc-size(',
  '@scope',
  '@view-transition',
  'animation-timeline',
  'text-box',
  'text-wrap:pretty',
  'contrast-color(',
  'align-content:normal safe',
  '@starting-style',
  '::details-content',
  'sibling-index(',
  '@function',
  ':if(',
] as const;

/** What is in it all the same, and why nobody misses it where it is not known. */
const ALLOWED: readonly RegExp[] = [
  // Ours: asked for, with a cursor where it is not there.
  /["'`]getAllRecords["'`]\s*in\s/g,
  // React's: only for <ViewTransition>, which nothing here draws.
  /try\{var \w+=\w+\.startViewTransition\(/g,
  // React's: begun only where `navigation` is an object.
  /!navigation\.transition\)\{var \w+=navigation\.currentEntry;\w+&&\w+\.url!=null&&navigation\.navigate/g,
  // Ours: that of an input came with Chrome 99, Safari 16 and Firefox 101; only that of a <select> is newer.
  /type:["'`]date["'`],max:[^{}]*\{currentTarget:\w+\}\)=>\w+\.showPicker\(/g,
  // A dialog does not fade in; the lines of a text break as they do.
  /@starting-style/g,
  /text-wrap:pretty/g,
];

const found = (text: string, newer: readonly string[]): string[] => {
  const rest = ALLOWED.reduce((left, allowed) => left.replaceAll(allowed, ''), text);
  return newer.filter((name) => rest.includes(name));
};

test('no script needs what is newer', () => {
  const scripts = built('.js');
  expect(scripts.length).toBeGreaterThan(500_000);
  expect(found(scripts, NEWER_SCRIPT)).toEqual([]);
  expect(found(`${scripts}Promise.withResolvers()`, NEWER_SCRIPT)).toEqual(['Promise.withResolvers']);
});

test('no style needs what is newer', () => {
  const styles = built('.css');
  expect(styles.length).toBeGreaterThan(30_000);
  expect(found(styles, NEWER_STYLE)).toEqual([]);
  expect(found(`${styles}a{color:light-dark(red,blue)}`, NEWER_STYLE)).toEqual(['light-dark(']);
});

test('the build, the message to older browsers and the README name the same versions', () => {
  const target = /LEAST_BROWSERS = \[([^\]]+)\]/.exec(read('vite.config.ts'))?.[1] ?? '';
  expect(target).toBe("'chrome114', 'edge114', 'safari17', 'firefox128'");
  const message = read('public/browser.js');
  const readme = read('README.md');
  for (const [name, version] of target
    .replaceAll("'", '')
    .split(', ')
    .map((each) => each.split(/(?<=\D)(?=\d)/))) {
    expect(message.toLowerCase()).toContain(`'${name} ${version}`);
    expect(readme).toMatch(new RegExp(`\\| [^|]*${name}[^|]*\\| ${version}`, 'i'));
  }
});
