// Builds both sides and compresses the files for browsers once, instead of at each request.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { root } from './lib.mjs';
import { buildServiceWorker } from './service-worker.mjs';

const COMPRESSED = /\.(html|js|css|svg|json|webmanifest|txt)$/;
const WORTH_IT_BYTES = 512;

process.chdir(root);
await build({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn' });
await build({ configFile: join(root, 'vite.sign-in.config.ts'), logLevel: 'warn' });
await buildServiceWorker(join(root, 'dist/client'));
await build({ configFile: join(root, 'vite.server.config.ts'), logLevel: 'warn' });

const files = readdirSync(join(root, 'dist/client'), { recursive: true, withFileTypes: true });
for (const entry of files.filter((file) => file.isFile() && COMPRESSED.test(file.name))) {
  const path = join(entry.parentPath, entry.name);
  const bytes = readFileSync(path);
  if (bytes.length >= WORTH_IT_BYTES) {
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
  }
}
