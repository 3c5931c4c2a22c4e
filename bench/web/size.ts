import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';

const OFFLINE = join(import.meta.dirname, '..', '..', 'src', 'client', 'offline');
const PARTS = ['idb-storage', 'fetch-net', 'web-locks', 'bus', 'random', 'clock'];
const ENTRY = 'virtual:engine';

/** Everything that carries changes, in one bundle: the engine and the browser's side of it. */
const source = [
  `export { createEngine } from '${OFFLINE}/engine/engine.ts';`,
  ...PARTS.map((part) => `export * from '${OFFLINE}/browser/${part}.ts';`),
].join('\n');

export interface Size {
  readonly plain: number;
  readonly gzipped: number;
}

/** Size in bytes of the engine as the app is built, without what the app has anyway (zod). */
export const measureSize = async (): Promise<Size> => {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'engine',
        resolveId: (id) => (id === ENTRY ? `\0${ENTRY}` : null),
        load: (id) => (id === `\0${ENTRY}` ? source : null),
      },
    ],
    build: {
      write: false,
      target: 'es2022',
      modulePreload: { polyfill: false },
      // Kept whole: nothing here uses its exports.
      rolldownOptions: { input: ENTRY, external: [/^zod/], preserveEntrySignatures: 'strict' },
    },
  });
  const outputs = (Array.isArray(result) ? result : [result]) as Rolldown.RolldownOutput[];
  const code = outputs.flatMap(({ output }) => output.map((chunk) => (chunk.type === 'chunk' ? chunk.code : ''))).join('');
  return { plain: Buffer.byteLength(code), gzipped: gzipSync(code, { level: 9 }).length };
};
