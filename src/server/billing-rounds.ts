import { type BillingDeps, createBillingWork } from '#server/billing/commands/work-on-runs.ts';
import { createReminding, type RemindingDeps } from '#server/billing/commands/first-reminders.ts';
import { wordsOf } from '#server/log.ts';
import { type Rounds, startRounds } from '#server/rounds.ts';

const EVERY_MS = 1_000;

/** Issues and sends what billing runs ask for soon after they were started. `stop` waits for the step in progress. */
export const startBilling = (deps: BillingDeps): Rounds => {
  const { work } = createBillingWork(deps);
  return startRounds({
    work,
    everyMs: EVERY_MS,
    failed: (error) => deps.say(`Billing runs wait: ${wordsOf(error)}`, 'warn'),
  });
};

const REMIND_EVERY_MS = 60_000;

/** Sends first reminders in the morning of each organization that wants that. `stop` waits for those of the organization in progress. */
export const startReminding = (deps: RemindingDeps): Rounds => {
  const { work } = createReminding(deps);
  return startRounds({ work, everyMs: REMIND_EVERY_MS, failed: (error) => deps.say(`Reminders wait: ${wordsOf(error)}`, 'warn') });
};
