import { type ForgetDeps, forgetOrganizations } from '#server/commands/forget-organizations.ts';
import { forgetOld } from '#server/commands/forget-old.ts';
import { shareOutOldRecords } from '#server/commands/share-out-records.ts';
import { sweepPhotos } from '#server/commands/sweep-photos.ts';
import { counters } from '#server/counters.ts';
import { type Say, wordsOf } from '#server/log.ts';

const HOUR_MS = 3_600_000;
const FIRST_AFTER_MS = 60_000;

/** Work that nobody asks for: once soon after the start and then every six hours. `stop` waits for what is under way. */
export const startHousekeeping = (deps: ForgetDeps, say: Say): { stop: () => Promise<void> } => {
  const stopping = new AbortController();
  let running = Promise.resolve();
  const run = () => {
    running = running
      .then(() => forgetOld(deps.db, deps.now(), stopping.signal))
      .then(() => forgetOrganizations({ ...deps, signal: stopping.signal }))
      .then(() => shareOutOldRecords(deps.db, stopping.signal))
      .then(() => sweepPhotos({ ...deps, signal: stopping.signal }))
      .then(
        () => counters.stamp('housekeeping', deps.now()),
        // The program serves on without it, and the next round tries again.
        (error: unknown) => say(`Housekeeping failed: ${wordsOf(error)}`, 'warn'),
      );
  };
  const first = setTimeout(run, FIRST_AFTER_MS).unref();
  const rounds = setInterval(run, 6 * HOUR_MS).unref();
  return {
    stop: () => {
      clearTimeout(first);
      clearInterval(rounds);
      stopping.abort();
      return running;
    },
  };
};
