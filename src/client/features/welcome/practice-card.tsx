import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { PracticeEntry } from '#client/entities/job-entries/practice.ts';
import { t } from '#client/lib/texts.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { DeleteIcon, EntryIcon, QuestionIcon, RestoreIcon } from '#client/ui/icons.tsx';

/** The entry dialog in which nothing is kept. */
export type PracticeDialog = (props: { onMade: (entry: PracticeEntry) => void; onClose: () => void }) => ReactNode;

interface MadeProps {
  readonly entry: PracticeEntry;
  readonly onThrowAway: () => void;
  readonly onAgain: () => void;
}

/** What was practised, as it would stand among the entries, and the way to be rid of it. */
const Practised = ({ entry: { title, customer, facts }, onThrowAway, onAgain }: MadeProps) => {
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => card.current?.focus(), []);
  return (
    <div ref={card} tabIndex={-1} className="grid gap-3 rounded-card border border-line bg-ground px-4 py-4 outline-none">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Badge tone="straw" icon={QuestionIcon} isWaiting>
          {t('Practice')}
        </Badge>
        <h3 className="font-[680] wrap-anywhere">{title}</h3>
        {customer !== '' && <span className="text-ink2 wrap-anywhere">{customer}</span>}
      </div>
      <dl className="flex flex-wrap gap-x-4 gap-y-2">
        {facts.map(([name, value]) => (
          <div key={name} className="min-w-0">
            <dt className="text-sm text-ink2">{name}</dt>
            <dd className="wrap-anywhere tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap gap-2.5">
        <Button icon={DeleteIcon} onClick={onThrowAway}>
          {t('Discard')}
        </Button>
        <Button icon={RestoreIcon} onClick={onAgain}>
          {t('Practice again')}
        </Button>
      </div>
    </div>
  );
};

/** One entry to try everything on: it is on this screen only, and gone when that is left. */
export const PracticeCard = ({ PracticeEntryDialog }: { readonly PracticeEntryDialog: PracticeDialog }) => {
  const [entry, setEntry] = useState<PracticeEntry | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [isThrown, setThrown] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <Card className="grid gap-3 p-4.5">
      <div className="flex items-start gap-3.5">
        <EntryIcon className="mt-1 size-6 shrink-0 text-act" aria-hidden="true" />
        <div className="min-w-0">
          <h2 ref={heading} tabIndex={-1} className="font-[680] outline-none">
            {t('Log a practice entry')}
          </h2>
          <p className="text-ink2" role="status">
            {isThrown && !entry
              ? t('Discarded. Nobody else has seen it.')
              : t('The same form as for real work. Nothing is saved or sent, and you discard it afterwards.')}
          </p>
        </div>
      </div>
      {entry ? (
        <Practised
          entry={entry}
          onThrowAway={() => {
            setEntry(null);
            setThrown(true);
            heading.current?.focus();
          }}
          onAgain={() => setOpen(true)}
        />
      ) : (
        <Button variant="log" className="justify-self-start" onClick={() => setOpen(true)}>
          {isThrown ? t('Practice again') : t('Start a practice entry')}
        </Button>
      )}
      {isOpen && (
        <PracticeEntryDialog
          onMade={(made) => {
            setEntry(made);
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </Card>
  );
};
