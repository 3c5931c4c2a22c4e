import { Link } from 'wouter';
import type { Entry } from '#client/data/covered-entries.ts';
import { useEntryDialog } from '#client/entities/job-entries/entry-dialog-context.tsx';
import { cx } from '#client/lib/cx.ts';
import { t } from '#client/lib/texts.ts';
import { SideTurns } from '#client/ui/brand.tsx';
import { EntryIcon, PlusIcon } from '#client/ui/icons.tsx';
import { workTitle } from './day-words.ts';
import { RunIcon } from '#client/ui/run-icon.ts';

const CARD =
  'flex min-h-17 w-full items-center gap-4 overflow-hidden rounded-card border-[1.5px] px-4.5 py-2.5 text-left no-underline left-hand:flex-row-reverse';
const PLAIN = 'border-edge bg-surface text-ink hover:bg-sunk';
const FIRST = 'relative min-h-21 border-transparent bg-rape text-onrape hover:bg-rapehi';

interface WordsProps {
  readonly title: string;
  readonly lines: readonly string[];
  readonly isFirst?: boolean;
}

const Words = ({ title, lines, isFirst = false }: WordsProps) => (
  <span className="relative min-w-0 flex-1 leading-[1.3] wrap-anywhere">
    <b className={cx('block', isFirst ? 'text-[1.25rem] font-[740] tracking-[-0.01em]' : 'text-[1.0625rem] font-[680]')}>{title}</b>
    {lines.map((line) => (
      <small key={line} className={cx('block text-sm', isFirst ? 'font-medium' : 'text-ink2')}>
        {line}
      </small>
    ))}
  </span>
);

/** The sign of the first card, on the side of the hand that holds the phone. */
const Turns = () => (
  <span aria-hidden="true" className="absolute inset-0 left-hand:[transform:scaleX(-1)]">
    <SideTurns className="absolute top-0 -right-24 h-full text-rapelo" />
  </span>
);

const UsualCard = ({ entry, isFirst }: { readonly entry: Entry; readonly isFirst: boolean }) => {
  const { openCopy } = useEntryDialog();
  const places = [entry.jobName, entry.customerName];
  return (
    <button type="button" onClick={() => openCopy(entry)} className={cx(CARD, isFirst ? FIRST : PLAIN)}>
      {isFirst && <Turns />}
      <PlusIcon className={cx('relative shrink-0 stroke-[2.5]', isFirst ? 'size-9' : 'mx-1.5 size-6 text-act')} aria-hidden="true" />
      <Words title={workTitle(entry)} lines={isFirst ? places : [places.join(', ')]} isFirst={isFirst} />
    </button>
  );
};

/** Who has logged nothing yet begins with any entry, or tries one that nobody sees. */
const FirstCards = () => {
  const { openNew } = useEntryDialog();
  return (
    <>
      <button type="button" onClick={() => openNew()} className={cx(CARD, FIRST)}>
        <Turns />
        <PlusIcon className="relative size-9 shrink-0 stroke-[2.5]" aria-hidden="true" />
        <Words title={t('New Job Entry')} lines={[t('Hours, fuel and loads')]} isFirst />
      </button>
      <Link href="/welcome" className={cx(CARD, PLAIN)}>
        <EntryIcon className="mx-1.5 size-6 shrink-0 text-act" aria-hidden="true" />
        <Words title={t('Log a practice entry')} lines={[t('Nobody sees it')]} />
      </Link>
    </>
  );
};

interface UsualCardsProps {
  readonly usual: readonly Entry[];
  /** Whether a run goes on, whose card is above: nobody starts a second one. */
  readonly isRunning: boolean;
}

/** What somebody usually logs, one press from its form, the likeliest in yellow; and the way into a run. */
export const UsualCards = ({ usual, isRunning }: UsualCardsProps) => (
  <section aria-labelledby="usual">
    <h2 id="usual" className="mb-2 text-lg/[1.3] font-[680]">
      {t('Log the usual')}
    </h2>
    <div className="grid gap-2.5">
      {usual.length === 0 ? <FirstCards /> : usual.map((entry, index) => <UsualCard key={entry.id} entry={entry} isFirst={index === 0} />)}
      {isRunning || (
        <Link href="/runs/new" className={cx(CARD, 'border-dashed border-edge text-ink hover:bg-sunk')}>
          <RunIcon className="mx-1.5 size-6 shrink-0 text-act" aria-hidden="true" />
          <Words title={t('Start a run')} lines={[t('One job after another, one tap each')]} />
        </Link>
      )}
    </div>
  </section>
);
