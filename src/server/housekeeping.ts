import { type ForgetDeps, forgetOrganizations } from '#server/commands/forget-organizations.ts';
import { followDays } from '#server/commands/follow-hints.ts';
import { forgetOld } from '#server/commands/forget-old.ts';
import { attributeOldRecords } from '#server/billing/commands/attribute-records.ts';
import { sweepPhotos } from '#server/commands/sweep-photos.ts';
import { counters } from '#server/counters.ts';
import type { Faults } from '#server/faults.ts';
import { type Say, wordsOf } from '#server/log.ts';

const LOOK_EVERY_MS = 600_000;
/** Six hours. */
const LOOKS_BETWEEN = 36;
const FIRST_AFTER_MS = 60_000;

interface HousekeepingDeps extends Omit<ForgetDeps, 'now' | 'signal'> {
  readonly say: Say;
  /** Data from before this moment counts as old and may be deleted; undefined: not now (`ClockWatch`). */
  readonly believed: () => Promise<Date | undefined>;
  /** Receives failures. */
  readonly faults?: Faults;
}

/** A clock that continues from a moment, whatever becomes of the machine's. */
const goingOnFrom = (moment: Date): (() => Date) => {
  const began = performance.now();
  return () => new Date(moment.getTime() + performance.now() - began);
};

/**
 * Background work: once soon after the start and then every six hours, and as soon as the clock is believed. `stop` waits for work in
 * progress.
 */
export const startHousekeeping = ({ say, believed, faults, ...deps }: HousekeepingDeps): { stop: () => Promise<void> } => {
  const stopping = new AbortController();
  const { signal } = stopping;
  let running = Promise.resolve();
  let looks = 0;

  const tidyUp = async (): Promise<void> => {
    const moment = await believed();
    looks = moment === undefined ? LOOKS_BETWEEN - 1 : 0;
    if (moment === undefined) {
      return;
    }
    const now = goingOnFrom(moment);
    await forgetOld(deps.db, now(), signal);
    await forgetOrganizations({ ...deps, now, signal });
    await attributeOldRecords(deps.db, signal);
    await followDays({ db: deps.db, now, goOn: () => Promise.resolve(!signal.aborted) });
    await sweepPhotos({ ...deps, now, signal });
    counters.stamp('housekeeping', now());
  };
  const run = () => {
    running = running.then(tidyUp).catch((error: unknown) => {
      // The program serves on without it, and the next round tries again.
      say(`Housekeeping failed: ${wordsOf(error)}`, 'warn');
      faults?.note(error);
    });
  };
  const first = setTimeout(run, FIRST_AFTER_MS).unref();
  const rounds = setInterval(() => {
    looks += 1;
    if (looks >= LOOKS_BETWEEN) {
      run();
    }
  }, LOOK_EVERY_MS).unref();
  return {
    stop: () => {
      clearTimeout(first);
      clearInterval(rounds);
      stopping.abort();
      return running;
    },
  };
};
