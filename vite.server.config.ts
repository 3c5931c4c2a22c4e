import { defineConfig, type Plugin } from 'vite';

/** V8 keeps a source with even one character beyond Latin-1 at two bytes for each character: the program's megabytes twice, as long as it runs. */
const inOneByte: Plugin = {
  name: 'in-one-byte',
  generateBundle: (_, bundle) => {
    for (const file of Object.values(bundle)) {
      if (file.type === 'chunk') {
        file.code = file.code.replace(/[^\0-\xFF]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
      }
    }
  },
};

/**
 * The server's side, bundled with its libraries so that a start needs neither a TypeScript loader nor the sources, nor the hundreds of
 * small files in which libraries come: that halves the time until the program answers.
 */
export default defineConfig({
  publicDir: false,
  plugins: [inOneByte],
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
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        minify: { compress: false, mangle: false, codegen: true },
      },
    },
  },
});
