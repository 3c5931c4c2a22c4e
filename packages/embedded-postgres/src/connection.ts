import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { may } from './account.ts';
import { EmbeddedError } from './embedded-error.ts';
import type { Machine } from './machine.ts';
import { passwordOf } from './make-cluster.ts';
import { ownFolder, type Place, shortNameOf } from './place.ts';

/** How clients reach the server, and the settings that make it listen there. */
export interface Connection {
  /** For `pg`; other databases of the server by their names. */
  url(database: string): string;
  readonly settings: Readonly<Record<string, string>>;
  /** Removes what was created outside the home. Call it only when the server has ended. */
  close(): void;
}

// Part of a socket's name; the folder is ours alone, so it may be the same everywhere.
const SOCKET_PORT = 5432;
// The kernel's limit for a socket's path, without the byte that ends it.
const LONGEST_SOCKET_PATH = process.platform === 'darwin' ? 103 : 107;

const fits = (folder: string): boolean => Buffer.byteLength(join(folder, `.s.PGSQL.${SOCKET_PORT}`)) <= LONGEST_SOCKET_PATH;

const socketFolder = async (place: Place): Promise<string> => {
  const { home, account, program } = place;
  const inside = join(home, 'run');
  if (fits(inside)) {
    ownFolder(inside, place);
    return inside;
  }
  for (const parent of new Set([tmpdir(), '/tmp'])) {
    const short = join(parent, `${program.key}-${shortNameOf(home)}`);
    if (fits(short) && (await may(account, parent, '-x'))) {
      ownFolder(short, place);
      return short;
    }
  }
  throw new EmbeddedError(
    `The path ${home} is too long for the database's socket, and so is the folder for temporary files. Set a shorter ${program.folderSetting}.`,
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

/** Decides where the server listens during this run; the cluster must exist, and no server may run on it. */
export const prepareConnection = async (place: Place, transport: Machine['transport']): Promise<Connection> => {
  const { key: user } = place.program;
  // Explicit, because PGSSLMODE in our environment would apply otherwise.
  const common = 'sslmode=disable';
  if (transport === 'port') {
    const port = await freePort();
    const password = encodeURIComponent(passwordOf(place.home));
    return {
      url: (database) => `postgresql://${user}:${password}@127.0.0.1:${port}/${database}?${common}`,
      settings: { listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: '' },
      close: () => undefined,
    };
  }
  const folder = await socketFolder(place);
  // Left by a killed server; PostgreSQL would refuse to start if the number in it now belongs to another program of its user.
  rmSync(join(folder, `.s.PGSQL.${SOCKET_PORT}.lock`), { force: true });
  return {
    url: (database) => `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(folder)}&port=${SOCKET_PORT}&${common}`,
    settings: {
      listen_addresses: '',
      port: String(SOCKET_PORT),
      // This setting is a list: quoted, so that a comma in the path does not split it.
      unix_socket_directories: `"${folder.replaceAll('"', '""')}"`,
    },
    close: () => {
      if (dirname(folder) !== place.home) {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
};
