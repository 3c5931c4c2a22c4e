// `npm start` and `npm run demo`: install what is missing, build what changed, then become the program itself, so that a signal to this
// process reaches the server.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, install, root } from './lib.mjs';

const major = Number(process.versions.node.split('.')[0]);
if (major < 20) {
  console.error(`Headland needs Node 20.19 or later; this is ${process.version}.`);
  process.exit(1);
}
try {
  await install();
  await build();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
await import(pathToFileURL(join(root, 'dist/server/main.js')).href);
