import { followLagging } from '#server/commands/follow-hints.ts';
import type { Database } from '#server/db/database.ts';
import { type Say, wordsOf } from '#server/log.ts';
import { type Rounds, startRounds } from '#server/rounds.ts';
import { giveWay } from '#server/work/give-way.ts';

const EVERY_MS = 5_000;
/** Each portion is followed by a rest of so many times its length. */
const REST_TIMES = 2;

interface HintingDeps {
  readonly db: Database;
  readonly now: () => Date;
  readonly say: Say;
}

/** Follows changes soon after they were made, so that hints are there when somebody asks for them. `stop` waits for the portion in progress. */
export const startHinting = ({ db, now, say }: HintingDeps): Rounds =>
  startRounds({
    work: (signal) => {
      const rest = giveWay(REST_TIMES);
      const goOn = async (): Promise<boolean> => {
        await rest();
        return !signal.aborted;
      };
      return followLagging({ db, now, goOn });
    },
    everyMs: EVERY_MS,
    failed: (error) => say(`Hints wait: ${wordsOf(error)}`, 'warn'),
  });
