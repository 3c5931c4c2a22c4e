import { defineConfig, mergeConfig } from 'vite';
import { pageBuild } from './vite.config.ts';

const FOLDER = 'assets/sign-in';

/** The small sign-in page, which only the server shows. Built by itself, it holds what it needs of the app's code and brings nothing along. */
export default defineConfig(
  mergeConfig(
    pageBuild('sign-in.html', {
      output: { entryFileNames: `${FOLDER}/[name]-[hash].js`, chunkFileNames: `${FOLDER}/[name]-[hash].js` },
    }),
    // Beside the app, which is built before.
    { build: { emptyOutDir: false, copyPublicDir: false } },
  ),
);
