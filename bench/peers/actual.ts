import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '#tests/support/program.ts';
import { keepAlive, send } from '#bench/requests.ts';
import { startWorker, type Worker } from '#bench/worker.ts';
import { openGate } from './gate.ts';
import { installPeer, type PeerPackages } from './packages.ts';
import { freePort } from '#tests/support/free-port.ts';
import { type PeerServer, startPeerServer } from './server.ts';

/**
 * The server says that it needs Node 22, but does what we ask of it on 20; its better-sqlite3 must be one that 20 can load, and is compiled,
 * which takes minutes the first time.
 */
const ACTUAL: PeerPackages = {
  name: 'actual',
  dependencies: { '@actual-app/api': '26.9.0', '@actual-app/sync-server': '26.9.0' },
  overrides: { 'better-sqlite3': '12.11.1' },
  compiled: ['better-sqlite3'],
  withinMs: 1_200_000,
};

const PASSWORD = 'three words and more';

/** How the transactions of one client left. */
export interface Sent {
  /** Until they were kept on the device, without a network. */
  readonly makingSeconds: number;
  /** From the return of the network until the client knew that it has them all. */
  readonly seconds: number;
  /** Processor time of the client meanwhile, in milliseconds. */
  readonly busyMs: number;
}

const startServer = (modules: string, folder: string, port: number): Promise<PeerServer> =>
  startPeerServer({
    title: "Actual's server",
    command: process.execPath,
    args: [join(modules, '@actual-app', 'sync-server', 'build', 'bin', 'actual-server.js')],
    env: { ACTUAL_DATA_DIR: folder, ACTUAL_PORT: String(port), ACTUAL_HOSTNAME: '127.0.0.1', NODE_ENV: 'production' },
    port,
    path: '/info',
  });

const setPassword = async (origin: string): Promise<void> => {
  const agent = keepAlive(1);
  const body = JSON.stringify({ password: PASSWORD });
  const { status } = await send(origin, agent, { method: 'POST', path: '/account/bootstrap', headers: {}, body });
  agent.destroy();
  if (status !== 200) {
    throw new Error(`Actual's server answered ${status} to its first password.`);
  }
};

/** Makes that many transactions in Actual without a network, and sends them when it is back. Throws `PeerMissing` where it cannot run. */
export const sendWithActual = async (count: number, say: (line: string) => void): Promise<Sent> => {
  const modules = await installPeer(ACTUAL, say);
  const folder = await mkdtemp(join(tmpdir(), 'headland-bench-actual-'));
  const folderOf = async (name: string): Promise<string> => {
    await mkdir(join(folder, name));
    return join(folder, name);
  };
  const port = await freePort();
  const server = await startServer(modules, await folderOf('server'), port);
  const gate = await openGate(port);
  const clients: Worker[] = [];
  const startClient = async (name: string, transactions: number | null): Promise<Worker> => {
    const own = { modules, url: gate.origin, password: PASSWORD, folder: await folderOf(name), count: transactions };
    const client = await startWorker('limit-actual.ts', own);
    clients.push(client);
    return client;
  };
  try {
    await setPassword(gate.origin);
    const writer = await startClient('writer', count);
    gate.setOpen(false);
    const made = await writer.run(0);
    gate.setOpen(true);
    const sent = await writer.run(0);
    const { greeting } = await startClient('reader', null);
    if (greeting !== count) {
      throw new Error(`Of ${count} transactions Actual's server has ${String(greeting)}.`);
    }
    return { makingSeconds: made.seconds, seconds: sent.seconds, busyMs: sent.cpuMs };
  } finally {
    await Promise.all(clients.map((client) => client.end()));
    await gate.close();
    await server.end();
    await removeFolder(folder);
  }
};
