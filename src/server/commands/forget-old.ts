import { SECURITY_EVENT_DAYS } from '#shared/domain/security-event.ts';
import { IMPORT_DAYS } from '#shared/domain/import.ts';
import { daysBefore } from '#shared/lib/dates.ts';
import { GUESSES_KEPT_SECONDS } from '#server/auth/guessing.ts';
import { forgetAttempts } from '#server/data/attempts.ts';
import { forgetGuesses } from '#server/data/guesses.ts';
import { forgetKnownDevices, KNOWN_DEVICE_DAYS } from '#server/data/known-devices.ts';
import { forgetEndedSessions } from '#server/data/ended-sessions.ts';
import { forgetImports } from '#server/data/imports.ts';
import { forgetInvitations } from '#server/data/invitations.ts';
import { forgetEndedSubscriptions } from '#server/data/push-subscriptions.ts';
import { forgetOneTimeTokens } from '#server/data/one-time-tokens.ts';
import { forgetSecurityEvents } from '#server/data/security-events.ts';
import { forgetAnswers, forgetChanges, forgetDevices, forgetSessions, listOrganizationIds } from '#server/data/retention.ts';
import type { Database } from '#server/db/database.ts';

/** How long the answer of a keyed write is kept word for word (specification 9.10). */
export const ANSWER_DAYS = 30;
/** How long a device may be away and still continue from where it stopped. */
export const CHANGE_DAYS = 180;
/** How long a device that has sent everything is remembered. */
export const DEVICE_DAYS = 180;
/** How long an invitation is remembered after its end, so that its link says what has become of it. */
export const INVITATION_KEPT_DAYS = 90;
/** How long an ended session is remembered: browsers keep no cookie longer, so none brings it later. */
export const ENDED_SESSION_DAYS = 400;
/** No limit of attempts looks further back. */
const ATTEMPT_DAYS = 2;

/** Deletes what is kept for a limited time. Safe to run in several processes at once; when aborted, it stops between two organizations. */
export const forgetOld = async (db: Database, now: Date, signal?: AbortSignal): Promise<void> => {
  const before = (days: number) => daysBefore(now, days);
  await forgetSessions(db, now);
  await forgetEndedSubscriptions(db);
  await forgetEndedSessions(db, before(ENDED_SESSION_DAYS));
  await forgetSecurityEvents(db, before(SECURITY_EVENT_DAYS));
  await forgetOneTimeTokens(db, now);
  await forgetAttempts(db, before(ATTEMPT_DAYS));
  await forgetGuesses(db, new Date(now.getTime() - GUESSES_KEPT_SECONDS * 1000));
  await forgetKnownDevices(db, before(KNOWN_DEVICE_DAYS));
  await forgetAnswers(db, 0, before(ANSWER_DAYS));
  for (const id of await listOrganizationIds(db)) {
    if (signal?.aborted) {
      return;
    }
    await forgetAnswers(db, id, before(ANSWER_DAYS));
    await db.transaction(async (transaction) => {
      await forgetChanges(transaction, id, before(CHANGE_DAYS));
      await forgetInvitations(transaction, id, before(INVITATION_KEPT_DAYS));
      await forgetImports(transaction, id, before(IMPORT_DAYS));
      await forgetDevices(transaction, id, before(DEVICE_DAYS));
    }, id);
  }
};
