import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { resolve } from 'node:path';
import { defineConfig } from 'vite';
import { landing } from './scripts/landing.mjs';
import { languages } from './scripts/languages.mjs';
import { lightContract } from './scripts/light-contract.mjs';

const LEAST_BROWSERS = ['chrome114', 'edge114', 'safari17', 'firefox128'];

const client = resolve(import.meta.dirname, 'src/client');

/** The browser's side: the app and the small sign-in page, two entries that share only styles. */
export default defineConfig({
  root: client,
  publicDir: '../../public',
  plugins: [lightContract(), landing(), languages(), react(), tailwindcss()],
  build: {
    outDir: '../../dist/client',
    emptyOutDir: true,
    // The least versions that the README names and `public/browser.js` lets in (decision 0027). Newer than Tailwind's own oldest: with
    // older ones every oklch colour would be written twice, which costs a tenth of the style sheet.
    target: LEAST_BROWSERS,
    cssTarget: LEAST_BROWSERS,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { app: resolve(client, 'index.html'), signIn: resolve(client, 'sign-in.html') },
      output: {
        // Groups keep names stable: without them a one-word change renames nearly every chunk.
        codeSplitting: {
          groups: [
            { name: 'vendor', test: /node_modules[\\/](react|react-dom|scheduler|wouter|@tanstack)[\\/]/ },
            // One file that the first form brings: a start needs none of it (decision 0015).
            {
              name: 'schemas',
              test: /node_modules[\\/]zod[\\/]|src[\\/]shared[\\/](entities[\\/]|endpoint|lib[\\/]languages|domain[\\/](?!names|units|placeholder-job))|src[\\/]client[\\/](components[\\/](use-form|form-check|shown-errors)|ui[\\/](number-field|dialog|form-problems)|lib[\\/](typed-number|number-refusal))\./,
              includeDependenciesRecursively: false,
            },
            // What every start fetches in any case: one file is smaller than the thirty that lazy screens would divide it into. Not what the
            // sign-in page needs of it, which is to bring nothing else along.
            {
              name: 'start',
              tags: ['$initial'],
              test: (id: string) =>
                !/sign-in|preload-helper|rolldown|client[\\/]lib[\\/](texts|language|formats|invitation-path)\.|billing[\\/]minor-unit\.|\.css/.test(
                  id,
                ),
              includeDependenciesRecursively: false,
            },
            // What the overview shares with other screens: every file more costs a phone some milliseconds of a start.
            {
              name: 'overview',
              test: /src[\\/](client[\\/](components[\\/](activity-list|query-view|links|column-plot|plot-parts|totals-row)|data[\\/](queries|local-entries|local-names|entry-search|work-timer)|lib[\\/](phrase|use-media|use-now)|ui[\\/]card)|shared[\\/]lib[\\/]exact-sum|shared[\\/]lib[\\/]decimal)\./,
              includeDependenciesRecursively: false,
            },
            { name: 'icons', test: /lucide-react/, minShareCount: 2, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
});
