import { counters } from '#server/counters.ts';
import type { Say } from '#server/log.ts';
import type { PushAnswer, PushService } from '#server/ports/push.ts';
import { judgeNotices } from '#server/commands/judge-notices.ts';
import { noticeText } from '#server/commands/notice-texts.ts';
import {
  deleteNotices,
  type DueNotices,
  findRecipient,
  listAsked,
  listDueNotices,
  type NoticeRecipient,
  postponeNotices,
  takeDueNotices,
  type TakenNotice,
} from '#server/data/notices.ts';
import { forgetSubscription } from '#server/data/push-subscriptions.ts';
import type { Database } from '#server/db/database.ts';

/** Longer than any try may take: after that its process is dead, and another one tries again. */
const IN_HAND_MS = 120_000;
const MINUTE_MS = 60_000;
const WAITS_MS = [MINUTE_MS / 2, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS];
const LONGEST_WAIT_MS = 60 * MINUTE_MS;
/** One slow service does not keep the others waiting. */
const AT_ONCE = 6;

export interface NoticeDeps {
  readonly db: Database;
  readonly push: PushService;
  readonly now: () => Date;
  readonly say: Say;
}

/** What the app's service worker gets to read. */
interface NoticePayload {
  readonly title: string;
  readonly body: string;
  /** Where a tap leads. */
  readonly path: string;
  /** A newer notice with the same tag takes the place of an older one. */
  readonly tag: string;
  /** For the number on the app's icon. */
  readonly open: number;
}

/** Claimed for a browser that is to be told now. */
interface Claimed {
  readonly notices: readonly TakenNotice[];
  readonly recipient: NoticeRecipient;
}

const idsOf = (notices: readonly TakenNotice[]): number[] => notices.map(({ id }) => id);

/** Claims what is due for the browser, drops what is of no use and puts off what falls in quiet hours. Undefined: nothing is to be sent now. */
const claim = ({ db, now }: NoticeDeps, due: DueNotices): Promise<Claimed | undefined> =>
  db.transaction(async (inside) => {
    const moment = now();
    const taken = await takeDueNotices(inside, due, moment, new Date(moment.getTime() + IN_HAND_MS));
    const [first] = taken;
    if (first === undefined) {
      return undefined;
    }
    const recipient = await findRecipient(inside, due, first.userId, moment);
    const asked = await listAsked(
      inside,
      due.organizationId,
      taken.map(({ entryId }) => entryId),
    );
    const { dropped, wanted, until } = judgeNotices(taken, recipient, asked, moment);
    await deleteNotices(inside, due.organizationId, idsOf(dropped));
    if (until !== null) {
      await postponeNotices(inside, due.organizationId, idsOf(wanted), { until, isFirst: true });
    }
    return recipient === undefined || wanted.length === 0 || until !== null ? undefined : { notices: wanted, recipient };
  }, due.organizationId);

const payloadOf = ({ organizationId }: DueNotices, { notices, recipient }: Claimed): NoticePayload => {
  const [only, ...others] = notices;
  const isOne = only !== undefined && others.length === 0;
  return {
    ...noticeText(notices, recipient.language),
    path: `/dashboard?organization=${organizationId}${isOne ? `&entry=${only.entryId}` : ''}`,
    tag: isOne ? `entry-${organizationId}-${only.entryId}` : `questions-${organizationId}`,
    open: recipient.open,
  };
};

/** The address itself opens a door to the browser: a log gets its host only. */
const hostOf = (endpoint: string): string => new URL(endpoint).host;

const settle = async (deps: NoticeDeps, due: DueNotices, { notices, recipient }: Claimed, answer: PushAnswer): Promise<void> => {
  const { db, now, say } = deps;
  const host = hostOf(recipient.endpoint);
  const inOrganization = (work: (inside: Database) => Promise<void>) => db.transaction(work, due.organizationId);
  if (answer.kind === 'later') {
    counters.add('notices_failed', 'retried');
    say(`A notice could not be handed to ${host} and is tried again: ${answer.why}`, 'warn');
    const tries = Math.max(...notices.map((notice) => notice.tries));
    const wait = Math.max(answer.afterMs ?? 0, WAITS_MS[tries - 1] ?? LONGEST_WAIT_MS);
    return inOrganization((inside) =>
      postponeNotices(inside, due.organizationId, idsOf(notices), { until: new Date(now().getTime() + wait) }),
    );
  }
  if (answer.kind === 'refused') {
    counters.add('notices_failed', 'refused');
    say(`${host} refuses a notice for good: ${answer.why}`, 'warn');
  }
  return inOrganization(async (inside) => {
    await deleteNotices(inside, due.organizationId, idsOf(notices));
    if (answer.kind === 'gone') {
      counters.add('notices_failed', 'gone');
      await forgetSubscription(inside, due.subscriptionId);
    }
  });
};

const tell = async (deps: NoticeDeps, due: DueNotices): Promise<void> => {
  const claimed = await claim(deps, due);
  if (claimed !== undefined) {
    const { endpoint, p256dh, auth } = claimed.recipient;
    const payload = payloadOf(due, claimed);
    const answer = await deps.push.send({ target: { endpoint, p256dh, auth }, payload: JSON.stringify(payload), topic: payload.tag });
    await settle(deps, due, claimed, answer);
  }
};

/** Sends what is due, to some browsers at once, in any number of processes; when aborted, it stops between two. */
export const sendNotices = async (deps: NoticeDeps, signal?: AbortSignal): Promise<void> => {
  const waiting = (await listDueNotices(deps.db, deps.now())).values();
  const lane = async (): Promise<void> => {
    for (const due of waiting) {
      if (signal?.aborted) {
        return;
      }
      await tell(deps, due);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
};
