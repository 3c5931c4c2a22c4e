import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { passwordOf } from './make-cluster.ts';
import { clusterOf, type Place } from './place.ts';

/** The address of the server that another program runs on the home's cluster, as the owner of everything; undefined if none answers. */
export const runningUrl = ({ home, program: { key } }: Place): string | undefined => {
  const file = join(clusterOf(home), 'postmaster.pid');
  // PostgreSQL's own pid file, one line each: process, cluster, start, port, folder of its socket, address, memory, state.
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const [, , , port = '', socketFolder = '', , , state = ''] = lines.map((line) => line.trim());
  if (state !== 'ready') {
    return undefined;
  }
  if (socketFolder === '') {
    return `postgresql://${key}:${encodeURIComponent(passwordOf(home))}@127.0.0.1:${port}/${key}?sslmode=disable`;
  }
  return `postgresql://${key}@localhost/${key}?host=${encodeURIComponent(socketFolder)}&port=${port}&sslmode=disable`;
};
