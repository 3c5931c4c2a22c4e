import { spawn } from 'node:child_process';
import { lchownSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { EmbeddedError } from './embedded-error.ts';
import type { Program } from './program.ts';

/** The account that PostgreSQL runs as. `undefined` always means our own. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** True if PostgreSQL would refuse to run as us, so that another account is needed. */
export const isRoot = (): boolean => process.getuid?.() === 0;

// initdb looks its account up, so any free number will not do: it must be in the passwd file. On macOS nobody is -2, hence the second.
const unprivileged = ['nobody', 'daemon'];

/** An unprivileged account for a cluster created by root. */
export const unprivilegedAccount = ({ name: program, serverSetting }: Program): Account => {
  const entries = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const name of unprivileged) {
    const [, , uid, gid] = entries.find((entry) => entry[0] === name) ?? [];
    if (Number(uid) > 0 && Number(gid) > 0) {
      return { uid: Number(uid), gid: Number(gid) };
    }
  }
  const advice = `Start ${program} as an ordinary user, or set ${serverSetting}.`;
  throw new EmbeddedError(`PostgreSQL refuses to run as root, and this machine has no account “nobody” to run it as. ${advice}`);
};

/** Changes the owner of a whole folder to the account; links are not followed. */
export const giveTree = (path: string, account: Account): void => {
  lchownSync(path, account.uid, account.gid);
  if (lstatSync(path).isDirectory()) {
    for (const name of readdirSync(path)) {
      giveTree(join(path, name), account);
    }
  }
};

/** Changes the owner of one file or folder, if it exists; a link in its place is not followed. */
export const give = (path: string, account: Account | undefined): void => {
  if (account !== undefined) {
    lchownSync(path, account.uid, account.gid);
  }
};

/**
 * Whether the account has this access to the path: `-r` read, `-w` write, `-x` run or enter. Asks the system as that account, because
 * access lists, mounts and parent folders matter as much as mode bits.
 */
export const may = async (account: Account | undefined, path: string, ...rights: readonly ('-r' | '-w' | '-x')[]): Promise<boolean> => {
  if (account === undefined) {
    return true;
  }
  const script = rights.map((right) => `test ${right} "$0"`).join(' && ');
  const child = spawn('/bin/sh', ['-c', script, path], { ...account, cwd: '/', stdio: 'ignore', env: {} });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code === 0));
  });
};
