import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Link, useSearch } from 'wouter';
import { BANK_LINE_STATES, type BankLine, type BankLineState } from '#shared/billing/schemas/bank-statement.ts';
import { messageOf } from '#client/api/api-error.ts';
import { DeskFrame } from '#client/components/desk/desk-frame.tsx';
import { KeyCap } from '#client/components/desk/key-cap.tsx';
import { KeyHelp, type KeyLines } from '#client/components/desk/key-help.tsx';
import { useCurrentRow } from '#client/components/desk/use-current-row.ts';
import { useDeskKeys, useKeysSwitch } from '#client/components/desk/use-desk-keys.ts';
import { useRail } from '#client/components/desk/use-rail.ts';
import { BackLink } from '#client/components/links.tsx';
import { useCan, useOrganization } from '#client/data/organization-context.tsx';
import { BOARD } from '#client/features/billing/billing-paths.ts';
import { MoneyOnly, OfflineNote, useIsOffline } from '#client/features/billing/money-only.tsx';
import { formatMoney } from '#client/lib/format-amounts.ts';
import { formatNumber } from '#client/lib/formats.ts';
import { type PlainText, plural, t } from '#client/lib/texts.ts';
import { useIsWide } from '#client/lib/use-media.ts';
import { Button } from '#client/ui/button.tsx';
import { Empty, Failed, Loading } from '#client/ui/states.tsx';
import { tabClass } from '#client/ui/tab-class.ts';
import { bankLinesQuery } from './bank-calls.ts';
import { BankLineRow, type LineActs } from './bank-line.tsx';
import { leftOf } from './bank-words.ts';
import { ChooseBillsDialog } from './choose-bills-dialog.tsx';
import { DropZone, ImportButton, ImportResult, useStatementImport } from './statement-import.tsx';
import { useBankActs } from './use-bank-acts.ts';
import sheet from './bank.css?url';

const BANK = `${BOARD}/bank`;

const TABS = { open: 'To book', matched: 'Booked', ignored: 'Without a bill' } as const satisfies Record<BankLineState, PlainText>;

const KEYS: KeyLines = [
  [['next', 'down'], 'Next payment'],
  [['previous', 'up'], 'Previous payment'],
  [['panel'], 'Book the payment on the bill that is proposed'],
  [['open'], 'Choose the bill'],
  [['aside'], 'Set the payment aside'],
  [['undo'], 'Undo what was done with the payment'],
  [['help'], 'These keys'],
];

const idOfLine = ({ id }: BankLine): number => id;

interface SureProps {
  readonly lines: readonly BankLine[];
  readonly disabled: boolean;
  readonly onBook: (lines: readonly BankLine[]) => void;
}

/** What may be booked unseen, in one press. */
const SureOnes = ({ lines, disabled, onBook }: SureProps) => {
  const sums = new Map<string, number>();
  for (const { currency, match } of lines) {
    const cents = match?.parts.reduce((sum, { amountCents, chargeCents }) => sum + amountCents + chargeCents, 0) ?? 0;
    sums.set(currency, (sums.get(currency) ?? 0) + cents);
  }
  return (
    lines.length > 0 && (
      <div className="bank-sure">
        <span className="font-[640] tabular-nums">{[...sums].map(([currency, cents]) => formatMoney(cents, currency)).join(' + ')}</span>
        <Button size="small" variant="primary" disabled={disabled} onClick={() => onBook(lines)}>
          {plural(lines.length, 'Book {count} sure one', 'Book {count} sure ones')}
        </Button>
      </div>
    )
  );
};

const Bank = () => {
  const { id: orgId } = useOrganization();
  const asked = new URLSearchParams(useSearch()).get('state');
  const state = BANK_LINE_STATES.find((each) => each === asked) ?? 'open';
  const query = useInfiniteQuery(bankLinesQuery(orgId, state));
  const lines = useMemo(() => query.data?.pages.flatMap(({ items }) => items) ?? [], [query.data]);
  const sure = useMemo(() => lines.filter(({ match }) => match?.sureness === 'sure'), [lines]);
  const left = useMemo(() => lines.reduce((sum, line) => sum + (line.currency === lines[0]?.currency ? leftOf(line) : 0), 0), [lines]);
  const current = useCurrentRow(lines, idOfLine);
  const { row, index, take } = current;
  const acts = useBankActs();
  const reading = useStatementImport();
  const [choosing, setChoosing] = useState<BankLine | null>(null);
  const [isHelping, setHelping] = useState(false);
  const [keysOn, setKeysOn] = useKeysSwitch();
  const isWide = useIsWide();
  const rail = useRail(isWide);
  const isOffline = useIsOffline();
  const isIdle = !useCan('jobs:bill') || isOffline || acts.isBusy;
  const hand = useRef<HTMLLIElement>(null);
  const moved = useRef(false);
  const follows = useRef(false);
  // After a key the line in hand has the focus: screen readers read it, and it comes into view.
  useEffect(() => {
    // What had the focus is gone with its line, when the answer came.
    const isLost = follows.current && document.activeElement === document.body;
    if (moved.current || isLost) {
      moved.current = false;
      hand.current?.focus();
    }
  });

  const moveTo = (at: number) => {
    const next = lines[Math.max(0, Math.min(lines.length - 1, at))];
    if (next) {
      moved.current = true;
      follows.current = true;
      take(next, lines.indexOf(next));
    }
  };
  const done = (work: Promise<boolean>): void => {
    follows.current = true;
    void work;
  };
  const lineActs: LineActs = {
    onTake: (line) => take(line, lines.indexOf(line)),
    onBook: (line) => done(acts.book(line)),
    onChoose: setChoosing,
    onIgnore: (line) => done(acts.ignore(line)),
    onUndo: (line) => done(acts.undo(line)),
  };
  const inHand = isIdle ? undefined : row;
  useDeskKeys(
    {
      j: () => moveTo(index + 1),
      arrowdown: () => moveTo(index + 1),
      k: () => moveTo(index - 1),
      arrowup: () => moveTo(index - 1),
      home: () => moveTo(0),
      end: () => moveTo(lines.length - 1),
      enter: () => inHand?.state === 'open' && inHand.match && lineActs.onBook(inHand),
      o: () => inHand?.state === 'open' && setChoosing(inHand),
      i: () => inHand?.state === 'open' && lineActs.onIgnore(inHand),
      z: () => inHand && (inHand.state !== 'open' || inHand.bookedCents > 0) && lineActs.onUndo(inHand),
      '?': () => setHelping(true),
      '[': rail.toggle,
    },
    keysOn,
  );

  const body = () => {
    if (query.isPending) {
      return <Loading text={t('Loading...')} />;
    }
    if (query.isError && lines.length === 0) {
      return <Failed text={messageOf(query.error)} onRetry={() => void query.refetch()} />;
    }
    if (lines.length === 0) {
      return state === 'open' ? <DropZone reading={reading} /> : <Empty title={t('No payment here')} />;
    }
    return (
      <>
        <ul aria-label={t(TABS[state])}>
          {lines.map((line) => (
            <BankLineRow key={line.id} line={line} isCurrent={line.id === row?.id} current={hand} isIdle={isIdle} {...lineActs} />
          ))}
        </ul>
        {query.hasNextPage && (
          <div className="grid justify-items-center p-3">
            <Button size="small" busyText={query.isFetchingNextPage && t('Loading...')} onClick={() => void query.fetchNextPage()}>
              {t('Show more')}
            </Button>
          </div>
        )}
      </>
    );
  };

  return (
    <DeskFrame hasPanel={false}>
      <link rel="stylesheet" href={sheet} precedence="default" />
      <section className="desk-list" {...reading.drop}>
        <div className="px-5 pt-2">
          <BackLink to={BOARD}>{t('Back to Billing')}</BackLink>
        </div>
        <div className="desk-title flex-wrap">
          <h1>{t('Payments at the bank')}</h1>
          <span className="desk-grow" />
          {(state !== 'open' || lines.length > 0) && <ImportButton reading={reading} />}
        </div>
        <div className="desk-tabs">
          <nav aria-label={t('Views')}>
            {BANK_LINE_STATES.map((each) => (
              <Link
                key={each}
                href={`${BANK}?state=${each}`}
                aria-current={each === state ? 'page' : undefined}
                className={tabClass(each === state)}
              >
                {t(TABS[each])}
                {each === state && query.data && (
                  <span className="desk-count">{`${formatNumber(lines.length)}${query.hasNextPage ? '+' : ''}`}</span>
                )}
              </Link>
            ))}
          </nav>
        </div>
        <div className="bank-note empty:hidden">
          <OfflineNote />
        </div>
        {reading.last && <ImportResult statement={reading.last} />}
        {state === 'open' && lines.length > 0 && (
          <div className="desk-tools">
            <span className="text-sm text-ink2 tabular-nums">
              {t('{amount} to book', { amount: formatMoney(left, lines[0]?.currency ?? '') })}
            </span>
            <SureOnes lines={sure} disabled={isIdle} onBook={(some) => done(acts.bookSure(some))} />
          </div>
        )}
        <div className="desk-scroll">{body()}</div>
        {isWide && (
          <footer className="desk-acts">
            <Button size="small" variant="ghost" onClick={() => setHelping(true)}>
              {t('Keys')}
            </Button>
            <p className="desk-keys" aria-hidden="true">
              <KeyCap of="next" />
              <KeyCap of="previous" /> {t('move')} <KeyCap of="panel" /> {t('Book')} <KeyCap of="help" /> {t('all keys')}
            </p>
          </footer>
        )}
      </section>
      {rail.button && createPortal(rail.button, rail.place)}
      {reading.dialog}
      {choosing && (
        <ChooseBillsDialog
          line={choosing}
          isBusy={acts.isBusy}
          onBook={(parts) => acts.book(choosing, parts)}
          onClose={() => setChoosing(null)}
        />
      )}
      {isHelping && <KeyHelp keys={KEYS} isOn={keysOn} onSwitch={setKeysOn} onClose={() => setHelping(false)} />}
    </DeskFrame>
  );
};

/** `/organization/billing/bank`: payments that came in at the bank, each beside the bill that it seems to pay. */
export const BankScreen = () => (
  <MoneyOnly>
    <Bank />
  </MoneyOnly>
);
