import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';
import type { createEngine } from '#client/offline/engine/engine.ts';
import { patchesOf, type Protection } from '#tests/sim/mutants.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const OFFLINE = join(ROOT, 'src/client/offline');

/** Two transactions in place of one, the later one for these stores: some mutants need it and the engine does not have it. */
const IN_TWO = "import { inTwo } from '#tests/sim/in-two.ts';\n";

/** The source of a file without these protections. Throws if a patch does not fit exactly once, because the engine has changed since. */
export const mutated = (source: string, file: string, without: readonly Protection[]): string => {
  const patches = without.flatMap(patchesOf).filter((patch) => patch.file === file);
  let changed = source;
  for (const { find, replace } of patches) {
    if (changed.split(find).length !== 2) {
      throw new Error(`A mutant does not fit ${file}, where it looks for exactly one of: ${find}`);
    }
    changed = changed.replace(find, () => replace);
  }
  return patches.some(({ replace }) => replace.includes('inTwo')) ? IN_TWO + changed : changed;
};

const mutating = (without: readonly Protection[]): Plugin => ({
  name: 'mutating',
  enforce: 'pre',
  load: async (id) =>
    id.startsWith(`${OFFLINE}/`) && id.endsWith('.ts') ? mutated(await readFile(id, 'utf8'), relative(OFFLINE, id), without) : null,
});

/** Bundles a test file with an engine without these protections. Returns where the bundle is and how to remove it. */
export const bundle = async (
  entry: string,
  without: readonly Protection[] = [],
): Promise<{ file: string; remove: () => Promise<void> }> => {
  const outDir = await mkdtemp(join(tmpdir(), 'headland-sim-'));
  await build({
    configFile: false,
    root: ROOT,
    publicDir: false,
    logLevel: 'silent',
    plugins: [mutating(without)],
    ssr: { noExternal: true },
    build: {
      ssr: entry,
      outDir,
      emptyOutDir: true,
      target: 'node20',
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'bundle.mjs', codeSplitting: false } },
    },
  });
  return { file: join(outDir, 'bundle.mjs'), remove: () => rm(outDir, { recursive: true, force: true }) };
};

/** A module of the engine (its path in `src/client/offline/`) with all its imports, without these protections. */
export const moduleWithout = async <T>(path: string, ...without: readonly Protection[]): Promise<T> => {
  const { file, remove } = await bundle(join('src/client/offline', path), without);
  try {
    return (await import(pathToFileURL(file).href)) as T;
  } finally {
    await remove();
  }
};

/** `createEngine` of an engine that lacks these protections. */
export const engineWithout = async (...without: readonly Protection[]): Promise<typeof createEngine> => {
  const made = await moduleWithout<{ createEngine: typeof createEngine }>('engine/engine.ts', ...without);
  return made.createEngine;
};
