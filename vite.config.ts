import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { resolve } from 'node:path';
import { defineConfig } from 'vite';

const client = resolve(import.meta.dirname, 'src/client');

/** The browser's side: the app and the small sign-in page, two entries that share only styles. */
export default defineConfig({
  root: client,
  publicDir: '../../public',
  plugins: [react(), tailwindcss()],
  build: {
    outDir: '../../dist/client',
    emptyOutDir: true,
    target: 'es2022',
    // Tailwind's own oldest browsers: without them every oklch colour is written twice, which costs a tenth of the style sheet.
    cssTarget: ['chrome111', 'safari16.4', 'firefox128'],
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { app: resolve(client, 'index.html'), signIn: resolve(client, 'sign-in.html') },
      output: {
        // Groups keep names stable: without them a one-word change renames nearly every chunk.
        codeSplitting: {
          groups: [{ name: 'vendor', test: /node_modules[\\/](react|react-dom|scheduler|wouter|@tanstack|zod)[\\/]/ }],
        },
      },
    },
  },
});
