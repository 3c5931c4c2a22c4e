import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { EInvoiceNeed, LegalNeed } from '#shared/billing/schemas/tax-position.ts';
import type { UnbilledBill } from '#shared/billing/schemas/unbilled-bill.ts';
import { BOARD } from '#client/features/billing/billing-paths.ts';
import { listWords } from '#client/lib/lists.ts';
import { plural, t, wordsOf } from '#client/lib/texts.ts';
import { AttentionIcon, ErrorIcon, type Icon, PrintIcon } from '#client/ui/icons.tsx';
import { type Attention, checksOf, eInvoiceNeedsOf, legalNeedsOf } from './bill-rows.ts';

interface ItemProps {
  readonly icon: Icon;
  readonly tone: 'straw' | 'poppy' | 'stone';
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
}

const Item = ({ icon: Shape, tone, title, text, children }: ItemProps) => (
  <li className={`bill-attention bill-attention-${tone}`}>
    <Shape aria-hidden="true" />
    <p>
      <b>{title}</b>
      {text}
    </p>
    {children}
  </li>
);

const needWords = (needs: readonly (LegalNeed | EInvoiceNeed)[]): string => listWords(needs.map((need) => wordsOf(need)));

/** Where the entries of the bill that nobody checked are. */
const reviewPath = ({ jobs }: UnbilledBill): string => {
  const job = jobs.find(({ uncheckedCount }) => uncheckedCount > 0);
  return `/job-entries/desk?job=${job?.id ?? 0}&checked=no`;
};

const HINDRANCES: Readonly<Record<NonNullable<UnbilledBill['hindrance']>, () => string>> = {
  draftOpen: () => t('A job on its draft is not completed yet.'),
  tooLarge: () => t('An amount is too large. Check quantities and prices.'),
  belowZero: () => t('Deposits are more than the work.'),
};

const AttentionItem = ({ item, onShowPrinted }: { readonly item: Attention; readonly onShowPrinted: () => void }) => {
  switch (item.kind) {
    case 'hindrance':
      return (
        <Item icon={ErrorIcon} tone="poppy" title={item.bill.customerName} text={HINDRANCES[item.bill.hindrance ?? 'draftOpen']()}>
          {item.bill.draftId !== null && <Link href={`${BOARD}/drafts/${item.bill.draftId}`}>{t('Show')}</Link>}
        </Item>
      );
    case 'unchecked': {
      const { entries, unchecked } = checksOf(item.bill);
      return (
        <Item
          icon={AttentionIcon}
          tone="straw"
          title={item.bill.customerName}
          text={plural(entries, '{unchecked} of {count} entry is not checked', '{unchecked} of {count} entries are not checked', {
            unchecked,
          })}
        >
          <Link href={reviewPath(item.bill)}>{t('Check')}</Link>
        </Item>
      );
    }
    case 'moreUnchecked':
      return (
        <Item
          icon={AttentionIcon}
          tone="straw"
          title={plural(item.count, '{count} more bill', '{count} more bills')}
          text={t('Entries are not checked')}
        >
          <Link href="/job-entries/desk?checked=no&billed=no">{t('Check')}</Link>
        </Item>
      );
    case 'unrated':
      return (
        <Item
          icon={ErrorIcon}
          tone="poppy"
          title={item.bill.customerName}
          text={t('No rate for {services}. Left out.', { services: listWords(item.bill.unrated) })}
        >
          <Link href={`${BOARD}?tab=rates`}>{t('Set rate')}</Link>
        </Item>
      );
    case 'moreUnrated':
      return (
        <Item
          icon={ErrorIcon}
          tone="poppy"
          title={plural(item.count, '{count} more bill', '{count} more bills')}
          text={t('Without a rate. Left out.')}
        >
          <Link href={`${BOARD}?tab=rates`}>{t('Set rate')}</Link>
        </Item>
      );
    case 'ownLegal':
      return (
        <Item icon={AttentionIcon} tone="straw" title={t('Missing by law')} text={needWords(item.needs)}>
          <Link href="/organization">{t('Add details')}</Link>
        </Item>
      );
    case 'legal':
      return (
        <Item
          icon={AttentionIcon}
          tone="straw"
          title={item.bill.customerName}
          text={t('Missing by law: {missing}', { missing: needWords(legalNeedsOf(item.bill)) })}
        >
          <Link href={`/customers/${item.bill.customerId}`}>{t('Add details')}</Link>
        </Item>
      );
    case 'moreLegal':
      return (
        <Item
          icon={AttentionIcon}
          tone="straw"
          title={plural(item.count, '{count} more bill', '{count} more bills')}
          text={t('Details that the law asks for are missing')}
        />
      );
    case 'ownEInvoice':
      return (
        <Item icon={AttentionIcon} tone="straw" title={t('Missing for the e-invoice')} text={needWords(item.needs)}>
          <Link href="/organization">{t('Add details')}</Link>
        </Item>
      );
    case 'eInvoice':
      return (
        <Item
          icon={AttentionIcon}
          tone="straw"
          title={item.bill.customerName}
          text={t('Missing for the e-invoice: {missing}', { missing: needWords(eInvoiceNeedsOf(item.bill)) })}
        >
          <Link href={`/customers/${item.bill.customerId}`}>{t('Add details')}</Link>
        </Item>
      );
    case 'moreEInvoice':
      return (
        <Item
          icon={AttentionIcon}
          tone="straw"
          title={plural(item.count, '{count} more bill', '{count} more bills')}
          text={t('Details for the e-invoice are missing')}
        />
      );
    case 'noMail':
      return (
        <Item
          icon={PrintIcon}
          tone="stone"
          title={plural(item.count, '{count} customer without email', '{count} customers without email')}
          text={t('One PDF for the printer')}
        >
          <button type="button" className="desk-link" onClick={onShowPrinted}>
            {t('Show')}
          </button>
        </Item>
      );
  }
};

interface AttentionListProps {
  readonly items: readonly Attention[];
  readonly onShowPrinted: () => void;
}

/** What should be looked at before the bills are sent, each with the way to it. */
export const AttentionList = ({ items, onShowPrinted }: AttentionListProps) =>
  items.length > 0 && (
    <ul className="bill-attentions" aria-label={t('Before sending')}>
      {items.map((item) => (
        <AttentionItem key={'bill' in item ? `${item.kind} ${item.bill.id}` : item.kind} item={item} onShowPrinted={onShowPrinted} />
      ))}
    </ul>
  );
