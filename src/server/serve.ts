import { dirname, join } from 'node:path';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildApp } from '#server/app.ts';
import { keptSessionSecret } from '#server/auth/session-secret.ts';
import { createProvider } from '#server/auth/provider.ts';
import type { PhotoStore } from '#server/ports/files.ts';
import { keptPushKeys } from '#server/data/push-keys.ts';
import { findAccount } from '#server/data/accounts.ts';
import type { Database, OpenDatabase } from '#server/db/database.ts';
import { openDatabase } from '#server/db/open.ts';
import { demoAccounts, type DemoAccounts, demoGreeting } from '#server/demo/demo-accounts.ts';
import { loadDemo } from '#server/demo/load-demo.ts';
import { localDate } from '#shared/lib/dates.ts';
import { startClockWatch } from '#server/clock/clock-watch.ts';
import { createDiskWatch } from '#server/disk-watch.ts';
import { createFaults } from '#server/faults.ts';
import { createHealth } from '#server/health.ts';
import { closeFolders } from '#server/private-files.ts';
import type { Say } from '#server/log.ts';
import type { Settings } from '#server/env.ts';
import { readProcessSettings } from '#server/env/process-settings.ts';
import { openServer, openTables } from '#server/open-tables.ts';
import { startNoticing } from '#server/noticing.ts';
import { createPushService } from '#server/push/push-service.ts';
import { startMailing } from '#server/mailing.ts';
import { startBackgroundWork } from '#server/background-work.ts';
import { programVersion } from '#server/program-version.ts';
import { startBilling, startReminding } from '#server/billing-rounds.ts';
import { startHinting } from '#server/hinting.ts';
import { startHousekeeping } from '#server/housekeeping.ts';
import { needsToken } from '#server/http/operations-routes.ts';
import { CALLBACK } from '#server/http/sign-in-routes.ts';
import { photoFolder } from '#server/photo-folder.ts';

/** From SIGTERM to exit (specification 11.6); what is not finished by then is cut off. */
const STOP_WITHIN_MS = 10_000;

/** In the build, the web app is next to the server; from the sources (`npm run dev`) Vite serves it instead. */
const clientFolder = (): string | null => {
  const folder = join(dirname(fileURLToPath(import.meta.url)), '..', 'client');
  return existsSync(join(folder, 'index.html')) && folder.endsWith(join('dist', 'client')) ? folder : null;
};

/** Loads the demo on the first start; later ones find it there. */
const openDemo = async (db: Database, photos: PhotoStore, scratchFolder: string, say: Say): Promise<DemoAccounts | null> => {
  const now = () => new Date();
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const loaded = await loadDemo({ db, photos, scratchFolder, now, today: localDate(now()), timeZone, say });
  const [known] = demoAccounts();
  return loaded ?? (known && (await findAccount(db, known.email)) ? demoAccounts() : null);
};

/** Where an installation stores what it must not lose; `home` is that of our own PostgreSQL. */
const disksOf = ({ dataDir, backup }: Settings, home: string | undefined) => [
  ...(home === undefined ? [] : [{ folder: home, holds: 'database' } as const]),
  { folder: dataDir, holds: 'files' } as const,
  { folder: backup.folder, holds: 'backups' } as const,
];

/** Without mail nobody can be asked whether an address is theirs. */
const unverifiedNote = (openedBy: string | undefined): string =>
  openedBy === undefined
    ? 'Accounts count as verified without mail: this installation answers this machine only.'
    : `Nobody verifies e-mail addresses of accounts made here, and ${openedBy} opens this installation to a network: whoever reaches it can register with anybody's address.`;

/** What the operator should know about this start. */
const sayNotes = (settings: Settings, address: string, say: Say): void => {
  for (const note of settings.notes) {
    say(note, 'warn');
  }
  if (!settings.oidc && !settings.mail) {
    say(unverifiedNote(settings.openedBy), settings.openedBy === undefined ? 'info' : 'warn');
  }
  if (settings.metricsToken === null && needsToken(settings)) {
    say('GET /metrics answers nobody: set METRICS_TOKEN, and read it with that as a bearer token.');
  }
  if (settings.mail && settings.publicUrl === null) {
    say(`Links in mails begin with ${address}. Set PUBLIC_URL to the address that people use.`);
  }
  if (settings.oidc) {
    say(`People sign in at ${settings.oidc.issuer}. Its redirect address: ${settings.publicUrl ?? address}${CALLBACK}`);
  }
};

/** How services of browsers' makers find whoever runs this installation, should its notices trouble them. */
const operatorOf = ({ publicUrl, mail }: Settings): string => {
  const address = /[^\s<]+@[^\s>]+/.exec(mail?.from ?? '')?.[0];
  return publicUrl?.startsWith('https:') ? publicUrl : `mailto:${address ?? 'headland@localhost'}`;
};

/** The program as people use it: opens its database, serves until it is told to stop, and then ends the process. */
export const serve = async (say: Say): Promise<void> => {
  if (process.argv.includes('--restored')) {
    throw new Error('After a restore run `npm run restored` once, while no Headland runs on that database. Then start without --restored.');
  }
  const { settings, isDemo } = readProcessSettings();
  const server = await openServer(settings, say);
  let database: OpenDatabase | undefined;
  let patientDatabase: OpenDatabase | undefined;
  let isStopping = false;

  const closeDatabase = async () => {
    await database?.close();
    await patientDatabase?.close();
    await server.stop();
  };
  try {
    const photos = photoFolder(join(settings.dataDir, 'photos'));
    const scratchFolder = join(settings.dataDir, 'scratch');
    await closeFolders([join(settings.dataDir, 'photos'), scratchFolder]);
    const first = (admin: Database) => (isDemo ? openDemo(admin, photos, scratchFolder, say) : Promise.resolve(null));
    const {
      db,
      role,
      done: accounts,
    } = await openTables({ url: server.url, limits: settings.database, hasMail: settings.mail !== null, say }, first);
    database = db;
    // Nobody waits for it, so it may take its time.
    const unhurried = openDatabase(
      server.url,
      say,
      role,
      { ...settings.database, poolSize: 2, statementSeconds: 0 },
      { epochs: db.epochs },
    );
    patientDatabase = unhurried;
    const health = createHealth();
    const disk = createDiskWatch({ disks: disksOf(settings, server.home), health, say });
    const faults = createFaults({ db: unhurried, health, disk, say });
    let address = '';
    const origin = () => settings.publicUrl ?? address;
    const operation = await startBackgroundWork({ server, db: unhurried, settings, health, origin, now: () => new Date(), say });
    const app = await buildApp({
      db,
      photos,
      scratchFolder,
      sessionSecret: settings.sessionSecret ?? (await keptSessionSecret(settings.dataDir)),
      sessionMaxDays: settings.sessionMaxDays,
      now: () => new Date(),
      publicUrl: settings.publicUrl,
      trustProxy: settings.trustProxy,
      host: settings.host,
      allowedHosts: settings.allowedHosts,
      hasMail: settings.mail !== null,
      ways: { provider: settings.oidc && createProvider(settings.oidc), hasLocalAccounts: settings.hasLocalAccounts },
      metricsToken: settings.metricsToken,
      logLevel: settings.logLevel,
      liveSeats: settings.liveSeats,
      limits: settings.limits,
      hstsSubdomains: settings.hstsSubdomains,
      clientFolder: clientFolder(),
      isStopping: () => isStopping,
      health,
      faults,
      pushHosts: settings.pushHosts,
      requireDiskSpace: (bytes) => disk.requireDiskSpace(bytes),
      backups: operation.backups,
    });
    await disk.look();

    const clock = startClockWatch({ db: unhurried, health, say, now: () => new Date() });
    const believed = () => clock.believed();
    const works = [
      operation,
      clock,
      startHousekeeping({ db: unhurried, photos, scratchFolder, say, believed, faults }),
      startHinting({ db: unhurried, now: () => new Date(), say }),
      startBilling({
        db: unhurried,
        photos,
        scratchFolder,
        origin,
        say,
        now: () => new Date(),
        limits: settings.limits,
        hasMail: settings.mail !== null,
      }),
    ];
    if (settings.pushHosts) {
      const push = createPushService({
        keys: await keptPushKeys(unhurried),
        subject: operatorOf(settings),
        ownHosts: settings.pushHosts,
        now: () => new Date(),
      });
      works.push(startNoticing({ db: unhurried, push, now: () => new Date(), say }));
    }
    if (settings.mail) {
      // Large, and needless where no mail is sent.
      const { createPost } = await import('#server/mail/smtp-post.ts');
      works.push(startReminding({ db: unhurried, photos, now: () => new Date(), limits: settings.limits, say }));
      works.push(startMailing({ db, now: () => new Date(), believed, say, post: createPost(settings.mail) }));
    }
    const stop = async (why: string, exitCode: number) => {
      if (isStopping) {
        return;
      }
      isStopping = true;
      say(`${why}: finishing what is in flight …`, exitCode === 0 ? 'info' : 'error');
      setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
      disk.stop();
      await Promise.all([app.close(), ...works.map((work) => work.stop())]);
      await operation.finish();
      await closeDatabase();
      say('Stopped.');
      process.exit(exitCode);
    };
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.on(signal, () => void stop(signal, 0));
    }
    void server.died?.then((error) => stop(error.message, 1));

    address = await app.listen({ port: settings.port, host: settings.host });
    operation.begin();
    sayNotes(settings, address, say);
    if (accounts) {
      // For a person who looks around, wherever it is read: not for a collected log.
      process.stdout.write(`${demoGreeting(accounts)}\n`);
    }
    say(`Headland is ready: ${origin()} (version ${programVersion()})`);
  } catch (error) {
    await closeDatabase();
    throw error;
  }
};
