import { defineConfig } from 'vite';

/**
 * The server's side, bundled with its libraries so that a start needs neither a TypeScript loader nor the sources, nor the hundreds of
 * small files in which libraries come: that halves the time until the program answers.
 */
export default defineConfig({
  publicDir: false,
  ssr: {
    noExternal: true,
    // They hold machine code, or files that they look for beside their own; and what goes through pg is recorded by the bench, and broken by tests.
    external: ['@node-rs/argon2', 'pdfmake', 'pg', 'sharp'],
  },
  build: {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    sourcemap: true,
    rolldownOptions: {
      // The program, and what its threads run (decision 0036). All files lie in one folder: some look for others beside themselves.
      input: { main: 'src/server/main.ts', thread: 'src/server/thread.ts' },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});
