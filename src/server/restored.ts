import { countOthers, findLastEpoch } from '#server/data/installation.ts';
import { ensureBoundRole } from '#server/db/bound-role.ts';
import { requirePrimary } from '#server/db/epoch/identity.ts';
import { settleEpoch } from '#server/db/epoch/settle.ts';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import { readProcessSettings } from '#server/env/process-settings.ts';
import type { Say } from '#server/log.ts';
import { openServer } from '#server/open-tables.ts';

/** The name that keeps this program from being counted among those that must not run at the same time. */
const NAME = 'headland restored';

/** Within this time a second call is a mistake. A snapshot that was restored twice is more than an hour old. */
const SLIP_MS = 3_600_000;

/**
 * Begins a new epoch in a database that the operator restored by other means, such as a disk snapshot, of which the database itself knows
 * nothing. Refuses while another Headland is connected, and does nothing if nothing was written since the last epoch began.
 */
const beginEpoch = async (url: string, say: Say, isAgain: boolean): Promise<void> => {
  const admin = openDatabase(url, say, undefined, undefined, { name: NAME });
  try {
    await requirePrimary(admin);
    const others = await countOthers(admin, NAME);
    if (others > 0) {
      throw new Error(`Other Headland programs hold ${others} connections to this database. Stop them all first, then run this again.`);
    }
    await migrate(admin);
    await ensureBoundRole(admin);
    const { beganAt, isUntouched } = await findLastEpoch(admin);
    if (beganAt !== null && isUntouched && !isAgain && Date.now() - Date.parse(beganAt) < SLIP_MS) {
      say(
        `An epoch began at ${beganAt}, and nothing was written since: there is nothing to do. If you restored once more, add -- --again.`,
      );
      return;
    }
    const { epoch, began } = await settleEpoch(admin, 'restored');
    began?.warnings.forEach((warning) => say(warning, 'warn'));
    say(`A new epoch begins: ${epoch}. Start Headland again: devices offer again what may be lost, and no id is given a second time.`);
  } finally {
    await admin.close();
  }
};

/** The command `restored`, for operators who restored by other means than `npm run restore`. */
export const restored = async (say: Say): Promise<void> => {
  const { settings } = readProcessSettings();
  const server = await openServer(settings, say);
  try {
    await beginEpoch(server.url, say, process.argv.includes('--again'));
  } finally {
    await server.stop();
  }
};
