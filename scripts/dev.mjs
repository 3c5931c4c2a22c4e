// `npm run dev`: the server restarts and the page reloads in place when a source changes. One address to open: Vite's.
import { spawn } from 'node:child_process';
import { install, root } from './lib.mjs';

await install();
const { createServer } = await import('vite');
const port = process.env.PORT ?? '3000';
const server = spawn(
  process.execPath,
  ['--import', 'tsx', '--watch-path=src/server', '--watch-path=src/shared', '--watch-preserve-output', 'src/server/main.ts'],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PORT: port },
  },
);
/** The sign-in page is one of ours; everything else below /api is the server's. */
const bypass = (request) => (request.method === 'GET' && /^\/api\/login(\?|$)/.test(request.url) ? '/sign-in.html' : undefined);
const vite = await createServer({
  configFile: `${root}/vite.config.ts`,
  server: { proxy: { '/api': { target: `http://127.0.0.1:${port}`, bypass } } },
});
await vite.listen();
vite.printUrls();

const stop = async () => {
  await vite.close();
  server.kill('SIGTERM');
};
process.on('SIGINT', () => void stop());
process.on('SIGTERM', () => void stop());
server.on('exit', (code) => process.exit(code ?? 0));
