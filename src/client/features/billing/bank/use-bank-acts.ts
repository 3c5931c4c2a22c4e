import type { BankLine } from '#shared/billing/schemas/bank-statement.ts';
import type { MessageValues } from '#shared/messages/message.ts';
import { bankLinesRoutes } from '#shared/routes/bank-lines.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { useBillingChange } from '#client/features/billing/use-billing-change.ts';
import { say } from '#client/lib/messages.ts';
import { plural, t } from '#client/lib/texts.ts';

/** Lines that are booked in one call. */
const AT_ONCE = 100;

export interface BankPart {
  readonly recordId: number;
  readonly amountCents: number;
  readonly chargeCents: number;
  readonly discountCents: number;
}

interface ToBook {
  readonly lineId: number;
  readonly parts: readonly BankPart[];
}

const proposed = ({ id, match }: BankLine): ToBook => ({
  lineId: id,
  parts: (match?.parts ?? []).map(({ recordId, amountCents, chargeCents, discountCents }) => ({
    recordId,
    amountCents,
    chargeCents,
    discountCents,
  })),
});

/** What can be done with payments of the bank. Each resolves to whether it was done; what was refused is said. */
export const useBankActs = () => {
  const { id: orgId } = useOrganization();
  const { change, isBusy } = useBillingChange();
  const notices = useNotices();
  const params = { orgId };

  const attempt = async (failed: string, work: () => Promise<unknown>): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      notices.failure(failed, error);
      return false;
    }
  };

  const bookAll = (items: readonly ToBook[]): Promise<boolean> =>
    attempt(t('The payment was not booked'), () =>
      change(async (ask) => {
        let booked = 0;
        const refused: string[] = [];
        for (let from = 0; from < items.length; from += AT_ONCE) {
          const some = items.slice(from, from + AT_ONCE).map(({ lineId, parts }) => ({ lineId, parts: [...parts] }));
          const answer = await ask(bankLinesRoutes.book, { params, body: { items: some } });
          booked += answer.lines.length;
          refused.push(
            ...answer.refused.map(({ messageCode, values, message }) => say({ messageCode, message, values: values as MessageValues })),
          );
        }
        const words = plural(booked, '{count} payment booked', '{count} payments booked');
        const [first] = refused;
        if (first === undefined) {
          notices.success(t('Success'), words);
        } else {
          notices.success(
            words,
            `${plural(refused.length, '{count} payment was not booked', '{count} payments were not booked')}: ${first}`,
          );
        }
      }),
    );

  return {
    isBusy,
    book: (line: BankLine, parts?: readonly BankPart[]) => bookAll([parts ? { lineId: line.id, parts } : proposed(line)]),
    bookSure: (lines: readonly BankLine[]) => bookAll(lines.map(proposed)),
    ignore: ({ id }: BankLine) =>
      attempt(t('The payment was not set aside'), () => change((ask) => ask(bankLinesRoutes.ignore, { params: { ...params, id } }))),
    undo: ({ id }: BankLine) =>
      attempt(t('Nothing was undone'), () => change((ask) => ask(bankLinesRoutes.undo, { params: { ...params, id } }))),
  };
};
