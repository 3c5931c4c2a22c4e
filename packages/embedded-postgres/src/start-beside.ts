import { join } from 'node:path';
import { binariesBeside } from './binaries.ts';
import { prepareConnection } from './connection.ts';
import type { Machine } from './machine.ts';
import type { Place } from './place.ts';
import { openServerLog } from './server-log.ts';
import { startServer, stopServer } from './server.ts';

interface Beside {
  /** Contains the `cluster`, which nothing else uses; a folder owned by the account. */
  readonly place: Place;
  /** The home that it belongs to: the binaries may have been copied there. */
  readonly home: string;
  readonly durable: boolean;
  readonly settings: Readonly<Record<string, string>>;
  readonly waiting: { readonly sentence: string; readonly atMostMs: number };
  readonly say: (line: string) => void;
}

/** A server on a copy of a cluster. `stop` ends it cleanly. */
export interface ServerBeside {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a server on a copied cluster while another serves the one in use; throws an EmbeddedError with its last lines if it cannot. */
export const startBeside = async ({ place, home, ...options }: Beside, machine: Machine): Promise<ServerBeside> => {
  const binaries = await binariesBeside(machine.packageDir, home, place.home, place.account);
  const connection = await prepareConnection(place, machine.transport);
  const log = openServerLog(join(place.home, 'server.log'), place.account);
  try {
    const server = await startServer({ place, binaries, connection, log, ...options });
    return {
      url: connection.url(place.program.key),
      stop: async () => {
        await stopServer(server);
        connection.close();
      },
    };
  } catch (error) {
    connection.close();
    throw error;
  }
};
