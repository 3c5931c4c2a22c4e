import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { keepAlive, send } from '#bench/requests.ts';
import { PeerMissing } from './packages.ts';

/** A server that ours is compared with, in a process of its own. */
export interface PeerServer {
  readonly origin: string;
  readonly pid: number;
  end(): Promise<void>;
}

interface Start {
  /** For what is said if it does not run. */
  readonly title: string;
  readonly command: string;
  readonly args?: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly port: number;
  /** It is ready when it answers this path with 200. */
  readonly path: string;
}

const START_WITHIN_MS = 30_000;

/** Starts a server on a port of this machine and waits until it answers; throws `PeerMissing` with its words if it does not. */
export const startPeerServer = async ({ title, command, args = [], env, port, path }: Start): Promise<PeerServer> => {
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'], env });
  const words: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => words.push(chunk.toString()));
  child.on('error', ({ message }) => words.push(message));
  const hasEnded = (): boolean => child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
  const end = async (): Promise<void> => {
    if (!hasEnded()) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
  };
  const origin = `http://127.0.0.1:${port}`;
  const agent = keepAlive(1);
  try {
    for (const last = performance.now() + START_WITHIN_MS; !hasEnded() && performance.now() < last; await sleep(100)) {
      const isReady = await send(origin, agent, { method: 'GET', path, headers: {} }).then(
        ({ status }) => status === 200,
        () => false,
      );
      if (isReady) {
        return { origin, pid: child.pid ?? 0, end };
      }
    }
    await end();
    throw new PeerMissing(`${title} does not run here: ${words.join('').trim().slice(-500)}`);
  } finally {
    agent.destroy();
  }
};
