import { listSeasonRepeats, repeatJobs } from '#server/commands/repeat-jobs.ts';
import type { Handlers } from '#server/handlers/types.ts';
import { TURNS } from '#server/work/bounds.ts';
import { createTurns } from '#server/work/turns.ts';

/** A season of entries is added up: an account gets one sum at a time, as with reports. */
const sums = createTurns(TURNS.reports);

export const seasonRepeatHandlers: Handlers['seasonRepeats'] = {
  list: (ctx, { query }) => sums.run(String(ctx.user.id), () => listSeasonRepeats(ctx, query)),
  make: (ctx, { body }) => repeatJobs(ctx, body),
};
