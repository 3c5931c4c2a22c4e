import { createRequire } from 'node:module';
import { join } from 'node:path';
import { serveWork } from './worker.ts';

/** What we use of `@actual-app/api`, which keeps its state in the module: one client in a process. */
interface ActualApi {
  init(options: { dataDir: string; serverURL: string; password: string }): Promise<unknown>;
  /** Makes a budget and puts it on the server. */
  runImport(name: string, work: () => Promise<void>): Promise<void>;
  createAccount(account: { name: string; type: string }, balance: number): Promise<string>;
  addTransactions(accountId: string, transactions: readonly object[]): Promise<unknown>;
  getTransactions(accountId: string, from: string, to: string): Promise<readonly unknown[]>;
  getAccounts(): Promise<readonly { id: string }[]>;
  getBudgets(): Promise<readonly { groupId?: string }[]>;
  downloadBudget(groupId: string): Promise<void>;
  sync(): Promise<void>;
}

interface Configuration {
  readonly modules: string;
  readonly url: string;
  readonly password: string;
  /** The client's own. */
  readonly folder: string;
  /** That many transactions are made and sent; null: those of the server are read. */
  readonly count: number | null;
}

const transaction = (number: number) => ({
  date: `2025-06-${String(1 + (number % 28)).padStart(2, '0')}`,
  amount: 100 * (1 + (number % 9)),
  notes: `backlog ${number}`,
});

/** Answers with how many transactions a client sees that has nothing yet. */
const read = async (api: ActualApi) => {
  const [budget] = await api.getBudgets();
  await api.downloadBudget(budget?.groupId ?? '');
  const [account] = await api.getAccounts();
  const found = await api.getTransactions(account?.id ?? '', '2025-01-01', '2025-12-31');
  return { greeting: found.length };
};

/** Makes an empty budget. When asked to work for the first time it adds the transactions, one by one as people do; then it sends them. */
const write = async (api: ActualApi, count: number) => {
  let accountId = '';
  await api.runImport('bench', async () => {
    accountId = await api.createAccount({ name: 'Season', type: 'checking' }, 0);
  });
  await api.sync();
  const add = async (): Promise<void> => {
    for (let number = 0; number < count; number += 1) {
      await api.addTransactions(accountId, [transaction(number)]);
    }
  };
  const steps = [add, () => api.sync()];
  return {
    run: async () => {
      await steps.shift()?.();
      return count;
    },
  };
};

/** A client of Actual (bench/peers/actual.ts). */
serveWork(async (configuration) => {
  const { modules, url, password, folder, count } = configuration as Configuration;
  // It tells of every step.
  Object.assign(console, { log: () => undefined });
  const api = createRequire(join(modules, 'x.js'))('@actual-app/api') as ActualApi;
  await api.init({ dataDir: folder, serverURL: url, password });
  return count === null ? read(api) : write(api, count);
});
