import { LONGEST_SLEEP_MS } from '#client/offline/outbox/backoff.ts';
import { countWaiting } from '#client/offline/outbox/count-waiting.ts';
import { drain, type DrainReport } from '#client/offline/outbox/drain.ts';
import { pull, type PullResult } from '#client/offline/pull/pull.ts';
import { sendHeartbeat } from './heartbeat.ts';
import { noteSync } from './last-sync.ts';
import { askOrganizations, type OrganizationList, readOrganizations } from './memberships.ts';
import { CONNECTION_AFTER } from './state.ts';
import { countsIn, type Tab } from './tab.ts';

/** Whether a newer app has taken over this device's storage: then this one keeps what is saved, and leaves the rest to it. */
const isOutdated = ({ core, shown }: Tab): boolean => {
  const isSo = core.storage.isOutdated?.() === true;
  shown.show(isSo ? { connection: 'update-app' } : {});
  return isSo;
};

/** Notes that the server was reached and nothing that could be sent was left. */
export const noteReached = async ({ core, shown }: Tab): Promise<void> => {
  const userId = core.session.userId();
  shown.show(userId === null ? {} : { lastSync: await noteSync(core, userId) });
};

const afterDrain = async (tab: Tab, userId: number, report: DrainReport): Promise<void> => {
  const { core, shown } = tab;
  const counts = await countWaiting(core, userId);
  const isReached = report.stopped === null && (report.sent > 0 || report.refused > 0);
  if (isReached) {
    await noteReached(tab);
  }
  if (report.stopped === 'sign-in' || report.stopped === 'other-user') {
    core.bus.post({ kind: 'session' });
  }
  const reached = report.stopped === null && !isReached ? shown.current().connection : 'online';
  shown.show({ ...counts, sending: null, connection: (report.stopped && CONNECTION_AFTER[report.stopped]) ?? reached });
};

/** Sends what can be sent, now. `isAsked`: a person wants everything that waits to be tried, even if it is backing off. */
export const drainTab = async (tab: Tab, isAsked: boolean): Promise<DrainReport> => {
  const { core, shown, pace } = tab;
  const userId = core.session.userId();
  if (userId === null) {
    return { sent: 0, refused: 0, stopped: 'sign-in', nextAt: null };
  }
  if (isOutdated(tab)) {
    return { sent: 0, refused: 0, stopped: 'update-app', nextAt: null };
  }
  const { pending, attention } = await countWaiting(core, userId);
  let done = 0;
  const showProgress = (): void => shown.show({ sending: { done, of: Math.max(pending - attention, done) } });
  const onSent = (count: number): void => {
    done += count;
    showProgress();
  };
  // From the first change on its way, not from its answer: until then the page must not be taken away either.
  const onBegun = (): void => (shown.current().sending === null ? showProgress() : undefined);
  const report = await drain(core, userId, tab.halting.signal, { isAsked, onSent, onBegun, pace });
  await afterDrain(tab, userId, report);
  return report;
};

/** Brings the copy of an organization up to date. */
export const pullTab = async (tab: Tab, orgId: number): Promise<PullResult> => {
  const { core, shown } = tab;
  const userId = core.session.userId();
  if (isOutdated(tab)) {
    // Its cursor would skip what this app does not know.
    return 'stranger';
  }
  const result = userId === null ? 'no-view' : await pull(core, userId, orgId);
  if (result === 'up-to-date') {
    shown.show({ connection: 'online' });
  } else if (result === 'sign-in' || result === 'other-user' || result === 'no-view') {
    // Even if nothing is waiting: people who only read have to learn of it, too.
    shown.show(result === 'no-view' ? {} : { connection: CONNECTION_AFTER[result] ?? 'offline' });
    core.bus.post({ kind: 'session' });
  } else if (result === 'no-answer') {
    shown.show({ connection: 'offline' });
  }
  return result;
};

/** The server's list of the user's organizations, which is kept; null if there is none, for whatever reason. */
export const listOrganizations = async ({ core }: Tab): Promise<OrganizationList | null> => {
  const userId = core.session.userId();
  return userId === null ? null : readOrganizations(core, userId);
};

/** Finds out whether the server is there for this user, if that is uncertain. Returns false if there is nothing more to do for now. */
const isThere = async (tab: Tab, userId: number): Promise<boolean> => {
  const { core, shown } = tab;
  // The session has ended, or belongs to someone else: the user may have signed in again in another tab.
  const isShut = shown.current().connection === 'signed-out' || shown.current().connection === 'other-user';
  // Ask something that changes nothing first: a change that never left this device can still be edited in place.
  const isBack = isShut || shown.current().connection === 'offline';
  if (tab.hasFreshList && !isBack && core.isOnline()) {
    return true;
  }
  const list = await askOrganizations(core, userId, isBack);
  tab.hasFreshList = typeof list !== 'string';
  if (typeof list === 'string') {
    shown.show(isShut && list === 'no-answer' ? {} : { connection: CONNECTION_AFTER[list] ?? 'offline' });
    return false;
  }
  shown.show(isShut || shown.current().connection === 'offline' ? { connection: 'online' } : {});
  return true;
};

/** Sends and fetches what there is; returns how many milliseconds may pass until the next round. */
export const round = async (tab: Tab): Promise<number> => {
  const { core, shown, toPull } = tab;
  const userId = core.session.userId();
  if (userId === null || isOutdated(tab) || !(await isThere(tab, userId))) {
    return LONGEST_SLEEP_MS;
  }
  const hasWork = !shown.current().isHalted && (await countsIn(core)).pending > 0;
  const report = hasWork ? await drainTab(tab, false) : null;
  if (report?.stopped === 'new-epoch' && tab.watched !== null) {
    toPull.add(tab.watched);
  }
  // What is asked for during this round waits for the next one; otherwise nothing would ever be sent while many other people make
  // changes.
  const asked = [...toPull];
  for (const orgId of asked) {
    toPull.delete(orgId);
    if ((await pullTab(tab, orgId)) === 'no-answer') {
      toPull.add(orgId);
      break;
    }
  }
  if (tab.watched !== null && shown.current().connection === 'online') {
    await sendHeartbeat(core, userId, tab.watched);
  }
  if (report?.stopped === 'new-epoch') {
    return 0;
  }
  return Math.min(LONGEST_SLEEP_MS, Math.max(250, (report?.nextAt ?? Infinity) - core.clock.now()));
};
