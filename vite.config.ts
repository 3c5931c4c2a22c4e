import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { resolve } from 'node:path';
import { defineConfig, type Plugin, type Rolldown, type UserConfig } from 'vite';
import { landing } from './scripts/landing.mjs';
import { languages } from './scripts/languages.mjs';

const LEAST_BROWSERS = ['chrome114', 'edge114', 'safari17', 'firefox128'];

const client = resolve(import.meta.dirname, 'src/client');

/**
 * Lets the page fetch the files that its script imports beside it, not after it. Vite would do that for lazy code as well, with a function
 * and a list of files in every start (1.2 kB): those are kept by the service worker, from which one after the other comes at once.
 */
const preloadStart = (): Plugin => ({
  name: 'preload-start',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { chunk }) =>
      (chunk?.imports ?? []).map((file) => ({
        tag: 'link',
        attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
        injectTo: 'head',
      })),
  },
});

/**
 * Vite puts the function that would fetch the files of lazy code into every start even where it is told not to use it (`modulePreload`),
 * and takes out its calls only afterwards. Should Vite name it otherwise one day, it is there again, unused.
 */
const withoutPreloadHelper = (): Plugin => ({
  name: 'without-preload-helper',
  enforce: 'pre',
  load: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : null),
});

/** Lets code that could not be fetched be asked for again: see `src/client/lib/fetch-code.ts`. */
const fetchCodeAgain = (): Rolldown.Plugin => ({
  name: 'fetch-code-again',
  renderChunk: { order: 'post', handler: (code) => ({ code: code.replace(/\bimport\((?=["'`]\.\/)/g, 'fetchCode('), map: null }) },
});

/** How each of the two pages is built: the app, and the sign-in page, which stands alone (vite.sign-in.config.ts). They share only styles. */
export const pageBuild = (page: string, rolldownOptions: Rolldown.RolldownOptions): UserConfig => ({
  root: client,
  publicDir: '../../public',
  plugins: [landing(), preloadStart(), withoutPreloadHelper(), languages(), react(), tailwindcss()],
  resolve: {
    alias: [
      // The router brings a replacement for what every React has that can draw this app.
      { find: 'use-sync-external-store/shim/index.js', replacement: 'react' },
    ],
  },
  // The catalogues: a browser parses a string faster than the same object written as script.
  json: { stringify: true },
  build: {
    outDir: '../../dist/client',
    emptyOutDir: true,
    // The least versions that the README names and `public/browser.js` lets in (decision 0027). Newer than Tailwind's own oldest: with
    // older ones every oklch colour would be written twice, which costs a tenth of the style sheet.
    target: LEAST_BROWSERS,
    cssTarget: LEAST_BROWSERS,
    modulePreload: false,
    rolldownOptions: { input: { app: resolve(client, page) }, ...rolldownOptions },
  },
});

const SCHEMAS = /node_modules[\\/]zod[\\/]/;

/** Whether a module needs the library of schemas, by itself or by what it imports. */
const needsSchemas = (id: string, context: Rolldown.ChunkingContext, seen = new Set<string>()): boolean => {
  if (SCHEMAS.test(id)) {
    return true;
  }
  seen.add(id);
  const imported = context.getModuleInfo(id)?.importedIds ?? [];
  return imported.some((each) => !seen.has(each) && needsSchemas(each, context, seen));
};

// Which file a module is in follows from who needs it, never from its name (decision 0015). What a module imports is needed at least as
// widely, so that no file needs another that needs it: their dependencies need not be taken along.
const groups: Rolldown.CodeSplittingGroup[] = [
  { name: 'vendor', tags: ['$initial'], test: /node_modules[\\/](react|react-dom|scheduler|wouter|@tanstack)[\\/]/ },
  // What a start needs and other screens, too. What only the start needs stays in the page's own file, which names the files of all
  // screens and is therefore named anew with each: nobody imports it, so that nothing else is.
  { name: 'start', tags: ['$initial'], minShareCount: 2, includeDependenciesRecursively: false },
  // The entry dialog is one screen in parts that are fetched one by one (decision 0078): what they share is not what screens share.
  {
    name: 'entry',
    test: /local[\\/]drafts|job-entries[\\/](use-saved-actions|entry-draft|(?<=features.job-entries.)(?!desk|job-entry-list|layout-switch|first-view))/,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  // So does what the screens of setting up share: they are for a few days in the life of an account.
  { name: 'setup', test: /client[\\/]features[\\/]onboarding[\\/]/, minShareCount: 4, includeDependenciesRecursively: false },
  // What several screens share: with schemas it is for forms, which a list or a report can do without.
  {
    name: (id, context) => (needsSchemas(id, context) ? 'forms' : 'screens'),
    debugName: 'shared by screens',
    minShareCount: 4,
    includeDependenciesRecursively: false,
  },
];

export default defineConfig(
  pageBuild('index.html', {
    plugins: [fetchCodeAgain()],
    output: { codeSplitting: { groups } },
    // A constant of another module in the place where it is used, instead of a name that both files have to carry.
    optimization: { inlineConst: { mode: 'all', pass: 2 } },
    // Otherwise what a screen shares with the start would count as the start's alone, for it is there already.
    experimental: { chunkOptimization: { avoidRedundantChunkLoads: false } },
  }),
);
