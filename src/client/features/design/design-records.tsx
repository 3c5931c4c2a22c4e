import { type ReactNode, useState } from 'react';
import type { AuditLog } from '#shared/domain/audit-log.ts';
import { ActivityList } from '#client/entities/audit-logs/activity-list.tsx';
import { ColumnPlot } from '#client/components/plots/column-plot.tsx';
import { CornerCard } from '#client/components/corner-card.tsx';
import { Facts } from '#client/components/facts.tsx';
import { deleteAction, DetailActions, editAction, RowActions } from '#client/components/record-actions.tsx';
import { StatusBadge, SyncBadge } from '#client/components/status-badge.tsx';
import { TotalsRow } from '#client/components/totals-row.tsx';
import { Button } from '#client/ui/button.tsx';
import { Card, CardHead } from '#client/ui/card.tsx';
import { ChoiceSearch } from '#client/ui/choice-search.tsx';
import { Field, Select } from '#client/ui/field.tsx';
import { PhoneIcon, ServiceIcon } from '#client/ui/icons.tsx';
import { NextRows } from '#client/ui/more-rows.tsx';
import { BelowChips, Options, PickChips, PickOne } from '#client/ui/pickers.tsx';
import { RowCount } from '#client/ui/row-count.tsx';
import { DataTable } from '#client/ui/table.tsx';

interface SectionProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A part of the page under its heading. */
export const Section = ({ title, children }: SectionProps) => (
  <section className="grid min-w-0 content-start gap-3">
    <h2 className="text-lg/[1.3] font-[680]">{title}</h2>
    {children}
  </section>
);

const THEMES = ['light', 'dark', 'sun'].map((id) => ({ id, name: id === 'sun' ? 'Sunlight' : id === 'dark' ? 'Dark' : 'Light' }));

/** Shows the page in another theme for as long as it is open. */
export const ThemeChoice = () => {
  const [theme, setTheme] = useState(() => document.documentElement.dataset['theme'] ?? null);
  const choose = (id: string) => {
    document.documentElement.dataset['theme'] = id;
    setTheme(id);
  };
  return <PickOne label="Theme" choices={THEMES} value={theme} onChange={choose} />;
};

const MANY = Array.from({ length: 500 }, (_, index) => ({
  id: index + 1,
  name: `Row ${index + 1}`,
  owner: ['First owner', 'Second owner', 'Third owner'][index % 3] ?? '',
  hours: (index % 37) / 4,
}));
const rowsWord = (count: number): string => (count === 1 ? 'row' : 'rows');

type One = (typeof MANY)[number];
const COLUMNS = [
  { head: 'Owner', cell: ({ owner }: One) => owner, sortBy: ({ owner }: One) => owner },
  { head: 'Name', cell: ({ name }: One) => <b className="font-[680]">{name}</b>, sortBy: ({ name }: One) => name },
  { head: 'Hours', cell: ({ hours }: One) => hours, isNumber: true, sortBy: ({ hours }: One) => hours },
];
const keyOf = ({ id }: One): number => id;
const cardOf = ({ owner, name, hours }: One) => ({ small: owner, title: name, meta: `${hours} hrs` });

/** A list of which only the rows near the view are drawn, sorted by its headers; and the end of a paged one. */
export const LongListSection = () => (
  <Section title="A long list">
    <RowCount shown={MANY.length} all={MANY.length} words={rowsWord} />
    <RowCount shown={50} all={null} isMore words={rowsWord} />
    <Card>
      <DataTable
        label="Many rows"
        columns={COLUMNS}
        rows={MANY}
        keyOf={keyOf}
        card={cardOf}
        sorted={{ head: 'Name', isDescending: false }}
      />
    </Card>
    <NextRows isBusy={false} isHeld onNext={() => undefined}>
      Show older rows
    </NextRows>
  </Section>
);

const action = (id: number, done: AuditLog['action'], entityType: AuditLog['entityType'], subject: string): AuditLog => ({
  id,
  entityType,
  entityId: id,
  action: done,
  changes: { old: null, new: null },
  isUndone: false,
  apiKeyId: null,
  importId: null,
  subject,
  user: { id: 1, firstName: 'Ada', lastName: 'Wren', username: 'ada' },
  timestamp: '2025-09-18T14:41:00Z',
});
const ACTIVITY = [
  action(1, 'create', 'job_entry', 'Chopping, North Quarter'),
  action(2, 'update', 'customer', 'First owner'),
  action(3, 'delete', 'equipment', 'Truck 7'),
  action(4, 'restore', 'job', 'North Quarter'),
];

/** A record on its own screen, its history, and its totals. */
export const RecordSection = () => (
  <div className="grid gap-8 md:grid-cols-2">
    <Section title="A record">
      <Card>
        <CardHead title="Details">
          <DetailActions name="First owner" actions={[editAction(() => undefined), deleteAction(() => undefined)]} />
        </CardHead>
        <Facts
          facts={[
            ['Name', 'First owner'],
            ['Phone', '(555) 555-0142'],
            ['Left out', null],
            ['Status', <StatusBadge key="status" status="open" />],
          ]}
        />
      </Card>
      <Card>
        <CardHead title="Locked">
          <RowActions
            name="First owner"
            actions={[editAction(() => undefined, 'Only online.'), deleteAction(() => undefined, 'In use.')]}
          />
        </CardHead>
        <div className="flex flex-wrap gap-2.5 p-4.5">
          {['active', 'completed', 'billed', 'paused', 'maintenance', 'idle', 'Another word'].map((status) => (
            <StatusBadge key={status} status={status} />
          ))}
          <SyncBadge record={{ sync: 'waiting' }} />
          <SyncBadge record={{ sync: 'attention' }} />
        </div>
      </Card>
      <Card>
        <CardHead title="Activity" />
        <ActivityList items={ACTIVITY} />
      </Card>
    </Section>
    <Section title="Totals and plots">
      <Card>
        <TotalsRow
          totals={[
            { label: 'Hours', value: 29.5, unit: 'hrs' },
            { label: 'Fuel', value: 312.25, unit: 'gal' },
            { label: 'Loads', value: 136, unit: 'loads' },
          ]}
        />
        <div className="p-4.5">
          <ColumnPlot
            name="Hours per day"
            unit="hrs"
            series={['Chopping', 'Hauling', 'Packing']}
            columns={['Mon', 'Tue', 'Wed', 'Thu', 'Today'].map((label, index) => ({
              key: label,
              label,
              isNow: label === 'Today',
              values: [index * 2, 6 - index, index === 3 ? 0 : 2.5],
            }))}
          />
        </div>
      </Card>
      <Card>
        <TotalsRow
          totals={[
            { label: 'hrs', value: 29.5 },
            { label: 'gal', value: 312.25 },
          ]}
        />
      </Card>
    </Section>
  </div>
);

const SERVICES = ['Chopping', 'Hauling', 'Packing', 'Mowing', 'Baling', 'Raking', 'Tillage', 'Spraying'].map((name, index) => ({
  id: index + 1,
  name,
}));

/**
 * A picker as in the entry dialog: recently used choices as chips, the rest below and behind a search. And the card that floats in the
 * corner.
 */
export const RecentChoicesSection = () => {
  const [chosen, setChosen] = useState(2);
  const [open, setOpen] = useState<'search' | 'card' | null>(null);
  const recent = SERVICES.slice(0, 3);
  return (
    <Section title="Used lately, a search for the rest, and the corner">
      <Field label="Service" hint="The chips are for fingers and narrow screens.">
        {(control) => (
          <div className="grid gap-2">
            <PickChips choices={recent} all={{ choices: SERVICES, title: 'Choose a service' }} value={[chosen]} onPress={setChosen} />
            <BelowChips isSpare={false}>
              <Select
                {...control}
                icon={ServiceIcon}
                placeholder="Choose a service"
                value={chosen}
                onChange={({ target }) => setChosen(Number(target.value))}
              >
                <Options choices={SERVICES} quick={recent} />
              </Select>
            </BelowChips>
          </div>
        )}
      </Field>
      <div className="flex flex-wrap gap-2.5">
        <Button onClick={() => setOpen('search')}>Search among all</Button>
        <Button onClick={() => setOpen('card')}>Card in the corner</Button>
      </div>
      {open === 'search' && (
        <ChoiceSearch
          title="Choose a service"
          choices={SERVICES}
          quick={recent}
          value={[chosen]}
          onPick={(id) => {
            setChosen(id);
            setOpen(null);
          }}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'card' && (
        <CornerCard
          title="Something is offered"
          text="It floats, so that nothing below it moves."
          icon={PhoneIcon}
          closeLabel="Not now"
          onClose={() => setOpen(null)}
        >
          <Button size="small" variant="primary" onClick={() => setOpen(null)}>
            Take it
          </Button>
        </CornerCard>
      )}
    </Section>
  );
};
