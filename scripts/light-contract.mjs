// The contract as the browser needs it: where each call goes. What may go in and come out is for the server to check; its schemas would be
// the largest part of what a phone reads before it shows anything.
import { join } from 'node:path';
import { runnerImport } from 'vite';
import { root } from './lib.mjs';

const CONTRACT = join(root, 'src/shared/contract.ts');

/** Calls of the sign-in page, which stands alone, and of what programs do with keys, which has no screen. */
const isElsewhere = ({ method, path }) =>
  /\/api-keys/.test(path) || (method === 'POST' && /^\/api\/(login|register|password)(\/|$)/.test(path));

const lightOf = ({ method, path, body }) => ({ method, path, ...(body === 'bytes' ? { body } : {}) });

export const lightContract = () => ({
  name: 'light-contract',
  enforce: 'pre',
  async load(id) {
    if (id !== CONTRACT) {
      return undefined;
    }
    const { module } = await runnerImport(CONTRACT);
    const groups = Object.entries(module.contract).map(([group, calls]) => [
      group,
      Object.fromEntries(
        Object.entries(calls)
          .filter(([, endpoint]) => !isElsewhere(endpoint))
          .map(([name, endpoint]) => [name, lightOf(endpoint)]),
      ),
    ]);
    return `export const contract = ${JSON.stringify(Object.fromEntries(groups))};`;
  },
});
