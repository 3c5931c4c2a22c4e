import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { may } from '#server/db/embedded/account.ts';
import { EmbeddedError } from '#server/db/embedded/embedded-error.ts';
import type { Machine } from '#server/db/embedded/machine.ts';
import { DATABASE_USER, passwordOf } from '#server/db/embedded/make-cluster.ts';
import { ownFolder, type Place, shortNameOf } from '#server/db/embedded/place.ts';

/** The database that the program lives in. */
export const DATABASE_NAME = 'headland';

/** How clients reach the server, and the settings that make it listen there. */
export interface Connection {
  /** For `pg`; any other database of the server by its name. */
  url(database: string): string;
  readonly settings: Readonly<Record<string, string>>;
  /** Removes what was made outside the home. Only when the server is gone. */
  close(): void;
}

// Part of a socket's name; the folder is ours alone, so it may be the same everywhere.
const SOCKET_PORT = 5432;
// The kernel's limit for a socket's path, without the byte that ends it.
const LONGEST_SOCKET_PATH = process.platform === 'darwin' ? 103 : 107;

const fits = (folder: string): boolean => Buffer.byteLength(join(folder, `.s.PGSQL.${SOCKET_PORT}`)) <= LONGEST_SOCKET_PATH;

const socketFolder = async ({ home, account }: Place): Promise<string> => {
  const inside = join(home, 'run');
  if (fits(inside)) {
    ownFolder(inside, account);
    return inside;
  }
  for (const parent of new Set([tmpdir(), '/tmp'])) {
    const short = join(parent, `headland-${shortNameOf(home)}`);
    if (fits(short) && (await may(account, parent, '-x'))) {
      ownFolder(short, account);
      return short;
    }
  }
  throw new EmbeddedError(
    `The path ${home} is too long for the database's socket, and so is the folder for temporary files. Set a shorter DATA_DIR.`,
  );
};

const freePort = async (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => (address === null || typeof address === 'string' ? reject(new Error('no port')) : resolve(address.port)));
    });
  });

/** Decides where the server of this start listens; the cluster must exist, and no server run on it. */
export const prepareConnection = async (place: Place, transport: Machine['transport']): Promise<Connection> => {
  // Said outright, because PGSSLMODE in our environment would count otherwise.
  const common = 'sslmode=disable';
  if (transport === 'port') {
    const port = await freePort();
    const password = encodeURIComponent(passwordOf(place.home));
    return {
      url: (database) => `postgresql://${DATABASE_USER}:${password}@127.0.0.1:${port}/${database}?${common}`,
      settings: { listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: '' },
      close: () => undefined,
    };
  }
  const folder = await socketFolder(place);
  // Left by a killed server; PostgreSQL would refuse to start when the number in it belongs to another program of its user by now.
  rmSync(join(folder, `.s.PGSQL.${SOCKET_PORT}.lock`), { force: true });
  return {
    url: (database) =>
      `postgresql://${DATABASE_USER}@localhost/${database}?host=${encodeURIComponent(folder)}&port=${SOCKET_PORT}&${common}`,
    settings: {
      listen_addresses: '',
      port: String(SOCKET_PORT),
      // A list: quoted, so that a comma in the path is none between two.
      unix_socket_directories: `"${folder.replaceAll('"', '""')}"`,
    },
    close: () => {
      if (dirname(folder) !== place.home) {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
};
