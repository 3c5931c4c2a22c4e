import { routes } from '#shared/routes.ts';
import type { BillingEvent } from '#shared/billing/schemas/payment-status.ts';
import { callFile } from '#client/api/other-calls.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { OtherRecord } from '#client/features/billing/bills/other-record.tsx';
import { useIsOffline } from '#client/features/billing/money-only.tsx';
import { download } from '#client/lib/download.ts';
import { formatDate } from '#client/lib/formats.ts';
import { t } from '#client/lib/texts.ts';
import { eventWords } from './event-words.ts';

interface BillHistoryProps {
  readonly orgId: number;
  readonly currency: string;
  readonly events: readonly BillingEvent[];
}

/** What happened to a bill, day by day, in words; letters of reminder can be opened. */
export const BillHistory = ({ orgId, currency, events }: BillHistoryProps) => {
  const notices = useNotices();
  const isOffline = useIsOffline();
  const said = events.map((event) => ({ event, words: eventWords(event, currency) })).filter(({ words }) => words !== '');
  const open = async (id: number) => {
    try {
      const { content, name } = await callFile(routes.reminders.document, { params: { orgId, id } });
      download(content, name);
    } catch (error) {
      notices.failure(t('Failed to download'), error);
    }
  };
  return (
    <ul aria-label={t('History')} className="grid gap-1 border-t border-line pt-3 text-sm empty:hidden">
      {said.map(({ event: { id, kind, happenedOn, note, letterId, otherRecordId }, words }) => (
        <li key={id} className="flex flex-wrap gap-x-3">
          <span className="min-w-28 text-ink2 tabular-nums">{formatDate(happenedOn)}</span>
          <span className="min-w-0 flex-1 wrap-anywhere">{[words, note].filter(Boolean).join('. ')}</span>
          {otherRecordId !== null && <OtherRecord id={otherRecordId} />}
          {kind === 'reminder' && letterId !== null && (
            <button
              type="button"
              className="min-h-6 font-[600] text-act underline disabled:text-ink3 print:hidden"
              disabled={isOffline}
              onClick={() => void open(letterId)}
            >
              {t('Letter')}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
};
