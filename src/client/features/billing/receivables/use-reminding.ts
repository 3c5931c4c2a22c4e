import { useState } from 'react';
import { routes } from '#shared/routes.ts';
import type { SentLetter } from '#shared/billing/schemas/reminder.ts';
import { callFile } from '#client/api/other-calls.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { useBillingChange } from '#client/features/billing/use-billing-change.ts';
import { download } from '#client/lib/download.ts';
import { plural, t } from '#client/lib/texts.ts';
import { inParts } from './in-parts.ts';
import type { ReceivableRow } from './receivable-rows.ts';
import { UNSENT_WORD } from './receivable-words.ts';

/** A letter that is wanted; the row has one. */
const wishFor = ({ letter, customerId }: ReceivableRow, way: 'mail' | 'post', text: string | undefined) => ({
  customerId,
  recordIds: letter?.bills.map(({ recordId }) => recordId) ?? [],
  openCents: letter?.openCents ?? 0,
  level: letter?.level ?? 1,
  way,
  ...(text === undefined ? {} : { text }),
});

/** Sends letters of reminder, and says of each that was not sent why. */
export const useReminding = () => {
  const { id: orgId } = useOrganization();
  const { change, isBusy } = useBillingChange();
  const notices = useNotices();
  const [texts, setTexts] = useState<ReadonlyMap<number, string>>(new Map());
  const [unsent, setUnsent] = useState<ReadonlyMap<number, string>>(new Map());

  const report = (rows: readonly ReceivableRow[], letters: readonly SentLetter[], way: 'mail' | 'post'): void => {
    const sent = letters.filter(({ letterId }) => letterId !== null).length;
    setUnsent(
      new Map(
        rows.flatMap(({ id }, index) => {
          const reason = letters[index]?.reason;
          return reason ? [[id, t(UNSENT_WORD[reason])] as const] : [];
        }),
      ),
    );
    const rest = letters.length - sent;
    const text = rest === 0 ? undefined : plural(rest, '{count} was not sent', '{count} were not sent');
    if (sent > 0) {
      const title =
        way === 'mail'
          ? plural(sent, 'Emailed {count} reminder', 'Emailed {count} reminders')
          : plural(sent, 'Made {count} letter', 'Made {count} letters');
      notices.success(title, text);
    } else {
      notices.problem(t('No reminder was sent'), text);
    }
  };

  const send = async (rows: readonly ReceivableRow[], way: 'mail' | 'post', own?: string): Promise<readonly SentLetter[]> => {
    const wanted = rows.filter(({ letter }) => letter !== undefined && (way === 'post' || letter.recipients.length > 0));
    const letters: SentLetter[] = [];
    try {
      await change(async (ask) => {
        for (const part of inParts(wanted)) {
          const body = { letters: part.map((row) => wishFor(row, way, own ?? texts.get(row.id))) };
          letters.push(...(await ask(routes.reminders.send, { params: { orgId }, body })).letters);
        }
      });
      setTexts(new Map());
    } catch (error) {
      notices.failure(t('The reminders were not sent'), error);
    }
    if (letters.length > 0) {
      report(wanted, letters, way);
    }
    return letters;
  };

  return {
    isBusy,
    texts,
    unsent,
    setText: (id: number, text: string) => setTexts((before) => new Map(before).set(id, text)),
    /** Returns whether something went out; `own` are the words of a single letter. */
    mail: async (rows: readonly ReceivableRow[], own?: string): Promise<boolean> =>
      (await send(rows, 'mail', own)).some(({ letterId }) => letterId !== null),
    /** Makes the letters and hands them over as one file; hundreds, as several. */
    print: async (rows: readonly ReceivableRow[]): Promise<boolean> => {
      const ids = (await send(rows, 'post')).flatMap(({ letterId }) => letterId ?? []);
      if (ids.length === 0) {
        return false;
      }
      try {
        for (const part of inParts(ids)) {
          const { content, name } = await callFile(routes.reminders.print, { params: { orgId }, query: { ids: part.join(',') } });
          download(content, name);
        }
      } catch (error) {
        notices.failure(t('Failed to download'), error);
      }
      return true;
    },
  };
};
