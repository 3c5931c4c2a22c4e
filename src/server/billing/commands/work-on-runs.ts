import { AppError, refusal, refusalMessage } from '#shared/lib/errors.ts';
import { type BackgroundDeps, billingContext } from './background-context.ts';
import { makePdf } from './billing-documents.ts';
import { issueJobs, type OtherBill } from './issue-jobs.ts';
import { queueBillMail } from './mail-bill.ts';
import { type Say, wordsOf } from '#server/log.ts';
import type { Context } from '#server/context.ts';
import { billingRecordData } from '#server/billing/data/billing-records.ts';
import {
  type DueItem,
  finishRuns,
  listBillingOrganizations,
  noteDone,
  noteError,
  noteFailed,
  noteIssued,
  type StoredReason,
  takeItem,
} from '#server/billing/data/billing-runs.ts';
import type { Database } from '#server/db/database.ts';
import { Journal, writeJournal } from '#server/db/journal.ts';

export interface BillingDeps extends BackgroundDeps {
  readonly say: Say;
}

/** Where too many mails went out lately, no more are tried for that long: to these recipients, and after a few of them, to none. */
const PAUSE_MS = 5 * 60_000;
const FEW_RECIPIENTS = 3;

/** Whom an organization does not mail for the moment. */
interface Pause {
  readonly until: number;
  readonly recipients: readonly (readonly string[])[];
}

/** The record as somebody saw it, numbered; whoever it is mailed to waits for the next step. */
const issue = async (ctx: Context, item: DueItem): Promise<void> => {
  const recordId = await issueJobs(ctx, item, item.issuedOn);
  await noteIssued(ctx, item, recordId, item.way === 'mail' ? 'issued' : 'done');
};

/** Its mails are queued exactly if this commits, together with the note that they were. */
const mail = async (ctx: Context, item: DueItem): Promise<void> => {
  const record = await billingRecordData.find(ctx, item.recordId ?? 0);
  if (record.reversedById !== null) {
    throw refusal('conflict', 'runMailVoided');
  }
  const pdf = await makePdf(ctx, record, {
    hasAnnex: record.content.hasAnnex ?? true,
    hasPhotos: false,
    hasNotes: false,
    eInvoice: 'usual',
  });
  for (const to of item.recipients) {
    await queueBillMail(ctx, record, pdf, { to, message: item.message });
  }
  await noteDone(ctx, item);
};

const isOtherBill = (current: unknown): current is OtherBill => typeof current === 'object' && current !== null && 'digest' in current;

/** What a person is told about it. Input is refused because of one field, whose sentence says more than that it is wrong. */
const reasonOf = ({ issues, messageCode, values, message, current }: AppError): StoredReason => {
  const said = issues?.[0] ?? { messageCode, values, message };
  const reason = { messageCode: said.messageCode, values: said.values, message: said.message };
  return isOtherBill(current) ? { ...reason, now: { digest: current.digest, grossCents: current.grossCents } } : reason;
};

const isTooMany = (error: unknown): boolean => error instanceof AppError && error.code === 'too_many';

/** One step of a bill whose row is held: its number, or its mail. A refusal stays with it; other errors are thrown. */
const takeStep = async (deps: BillingDeps, db: Database, orgId: number, item: DueItem): Promise<void> => {
  try {
    await db.savepoint(async (inside) => {
      const journal = new Journal(orgId);
      const ctx = await billingContext(deps, { db: inside, journal }, { orgId, userId: item.createdBy, language: item.language });
      await (item.state === 'waiting' ? issue(ctx, item) : mail(ctx, item));
      await writeJournal(inside, journal, { userId: item.createdBy, apiKeyId: null });
    });
  } catch (error) {
    if (!(error instanceof AppError) || isTooMany(error)) {
      throw error;
    }
    await noteFailed({ db, orgId }, item, reasonOf(error));
  }
};

/** Issues and sends what runs have asked for, in any number of processes: see `work`. */
export const createBillingWork = (deps: BillingDeps) => {
  const pauses = new Map<number, Pause>();
  const pausedFor = (orgId: number): Pause['recipients'] => {
    const pause = pauses.get(orgId);
    return pause !== undefined && deps.now().getTime() < pause.until ? pause.recipients : [];
  };

  /** Takes the next step for the organization; `idle`: there is none that nobody else is taking; `failed`: in a way that nobody foresaw. */
  const workOnNext = async (orgId: number): Promise<'busy' | 'idle' | 'failed'> => {
    const butTo = pausedFor(orgId);
    let taken: DueItem | undefined;
    try {
      return await deps.db.transaction(async (db) => {
        taken = await takeItem({ db, orgId }, butTo.length >= FEW_RECIPIENTS ? 'none' : { butTo });
        if (taken !== undefined) {
          await takeStep(deps, db, orgId, taken);
        }
        return taken === undefined ? 'idle' : 'busy';
      }, orgId);
    } catch (error) {
      const item = taken;
      if (item === undefined) {
        throw error;
      }
      if (isTooMany(error)) {
        pauses.set(orgId, { until: deps.now().getTime() + PAUSE_MS, recipients: [...butTo, item.recipients] });
        return 'busy';
      }
      deps.say(`A bill of billing run ${item.runId} waits: ${wordsOf(error)}`, 'warn');
      await deps.db.transaction((db) => noteError({ db, orgId }, item, refusalMessage('runFailed')), orgId);
      return 'failed';
    }
  };

  return {
    /**
     * Does all there is to do, a step for each organization in turn, so that nobody waits for another's long run. Killed at any moment, it has
     * done each step wholly or not at all. When aborted, it stops between two steps.
     */
    work: async (signal?: AbortSignal): Promise<void> => {
      // After an error the organization rests until the next round.
      const resting = new Set<number>();
      for (;;) {
        let isBusy = false;
        for (const orgId of (await listBillingOrganizations(deps.db)).filter((id) => !resting.has(id))) {
          if (signal?.aborted === true) {
            return;
          }
          const outcome = await workOnNext(orgId);
          isBusy ||= outcome === 'busy';
          if (outcome === 'failed') {
            resting.add(orgId);
          } else if (outcome === 'idle') {
            await deps.db.transaction((db) => finishRuns({ db, orgId }, deps.now()), orgId);
          }
        }
        if (!isBusy) {
          return;
        }
      }
    },
  };
};
