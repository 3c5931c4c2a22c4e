import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { build } from 'vite';
import { root } from './lib.mjs';

const FOLDER = join(root, 'src/client/service-worker');
const SOURCE = join(FOLDER, 'sw.ts');

/** Not to be cached by the worker: itself, the sign-in page, which only the server shows, the landing's pictures, and what build.mjs compresses. */
const isKept = (path) => !/^\/(sw\.js$|sign-in\.html|assets\/sign-in\/|pictures\/)|\.(br|gz)$/.test(path);

const hashOf = (...parts) => {
  const hash = createHash('sha256');
  parts.forEach((part) => hash.update(part));
  return hash;
};

/** Builds `sw.js` into the folder of the built web app, with the list of its files. Call it when all of them are there. */
export const buildServiceWorker = async (folder) => {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => `/${relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/')}`);
  const kept = paths.filter(isKept).toSorted();
  const files = JSON.stringify(Object.fromEntries(kept.map((path) => [path, hashOf(readFileSync(join(folder, path))).digest('base64')])));
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    define: {
      SHELL_FILES: files,
      SHELL_VERSION: JSON.stringify(
        hashOf(
          files,
          ...readdirSync(FOLDER)
            .toSorted()
            .map((name) => readFileSync(join(FOLDER, name))),
        )
          .digest('hex')
          .slice(0, 12),
      ),
    },
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: 'es2022',
      rolldownOptions: { input: SOURCE, output: { format: 'iife', entryFileNames: 'sw.js' } },
    },
  });
};
