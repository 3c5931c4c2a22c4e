import { refusal } from '#shared/lib/errors.ts';
import type { Context } from '#server/context.ts';
import { findLetters } from '#server/billing/data/reminder-letters.ts';
import { remindersJob } from '#server/billing/documents/letter-job.ts';
import { MAX_SECONDS, TURNS } from '#server/work/bounds.ts';
import { threads } from '#server/work/threads.ts';
import { createTurns } from '#server/work/turns.ts';
import { logosOf } from './billing-documents.ts';

const documentTurns = createTurns(TURNS.documents);
const tooMuch = () => refusal('conflict', 'lettersTooLarge');

/** Letters of reminder as they went out, in one PDF. */
export const takeLetters = (ctx: Context, ids: readonly number[]): Promise<Buffer> =>
  documentTurns.run(String(ctx.orgId), async () => {
    const letters = await findLetters(ctx, ids);
    const wish = { party: `organization ${ctx.orgId}`, seconds: MAX_SECONDS.document, tooMuch };
    const logos = await logosOf(
      ctx,
      letters.map(({ content }) => content.issuer),
    );
    const [bytes] = await threads.run(remindersJob, { letters, logos, isOne: true }, wish);
    return Buffer.from(bytes ?? []);
  });
