import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder, wherever the command was called from. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

const seconds = (since) => ((performance.now() - since) / 1000).toFixed(1);

/** A program of the installed packages. */
export const binOf = (name) => join(root, 'node_modules', '.bin', name);

/** Runs a program to its end. Its output is shown, or kept and shown only if it fails. */
export const run = (command, args, { quiet = false, env = process.env } = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      env,
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      shell: process.platform === 'win32',
    });
    const output = [];
    child.stdout?.on('data', (chunk) => output.push(chunk));
    child.stderr?.on('data', (chunk) => output.push(chunk));
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (code === 0) {
        resolve();
        return;
      }
      process.stderr.write(Buffer.concat(output));
      reject(new Error(`${command} ${args.join(' ')} ended with ${code ?? signal}`));
    });
  });

/** Prints what is being done and how long it took. */
export const step = async (what, work) => {
  const began = performance.now();
  console.log(`${what} …`);
  await work();
  console.log(`${what}: done in ${seconds(began)} s`);
};

const hashOf = (paths) => {
  const hash = createHash('sha256').update(process.version);
  const add = (path) => {
    hash.update(path).update(readFileSync(join(root, path)));
  };
  for (const path of paths) {
    if (path.endsWith('/')) {
      const files = readdirSync(join(root, path), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
      files
        .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
        .sort()
        .forEach(add);
    } else {
      add(path);
    }
  }
  return hash.digest('hex');
};

const isCurrent = (stamp, hash) => existsSync(join(root, stamp)) && readFileSync(join(root, stamp), 'utf8') === hash;

const LOCK = ['package.json', 'package-lock.json', '.npmrc'];
const INSTALLED = 'node_modules/.headland-installed';

/**
 * Installs the locked packages if they are missing or the lock file changed. Not with `npm ci`: it refuses a lock file that lacks another
 * platform's optional binaries, which a registry need not offer to every machine; those are pinned by their packages.
 */
export const install = async () => {
  const hash = hashOf(LOCK);
  if (isCurrent(INSTALLED, hash)) {
    return;
  }
  await step('Installing packages', () => run('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error']));
  writeFileSync(join(root, INSTALLED), hash);
};

const SOURCES = [
  ...LOCK,
  'src/',
  'packages/',
  'public/',
  'scripts/build.mjs',
  'scripts/landing.mjs',
  'scripts/languages.mjs',
  'scripts/service-worker.mjs',
  'vite.config.ts',
  'vite.sign-in.config.ts',
  'vite.server.config.ts',
];
const BUILT = 'dist/.headland-built';

/** Builds the web app and the server if a source changed since the last build. */
export const build = async () => {
  const hash = hashOf(SOURCES);
  if (isCurrent(BUILT, hash)) {
    return;
  }
  // The runner of the tests sets another one, with which React would be built as its developers need it.
  const env = { ...process.env, NODE_ENV: 'production' };
  await step('Building', () => run(process.execPath, ['scripts/build.mjs'], { quiet: true, env }));
  writeFileSync(join(root, BUILT), hash);
};

/**
 * Installs and builds what is missing, and runs a developers' program with the arguments of the command; `isBuilt` false: it needs no
 * build.
 */
export const runTool = async (program, { isBuilt = true } = {}) => {
  try {
    await install();
    if (isBuilt) {
      await build();
    }
    await run(process.execPath, ['--import', 'tsx', program, ...process.argv.slice(2)]);
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
};
