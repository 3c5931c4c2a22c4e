import { type ReactNode, useState } from 'react';
import { ControlsSection, OverlaysSection } from '#client/features/design/design-controls.tsx';
import { RecentChoicesSection, LongListSection, RecordSection, Section, ThemeChoice } from '#client/features/design/design-records.tsx';
import { Badge, Chips } from '#client/ui/badge.tsx';
import { Note } from '#client/ui/note.tsx';
import { Brand, SideTurns } from '#client/ui/brand.tsx';
import { Button, buttonClass, IconButton, iconButtonClass } from '#client/ui/button.tsx';
import { Card, CardHead, PageHead } from '#client/ui/card.tsx';
import {
  ActiveIcon,
  CheckIcon,
  CloudOffIcon,
  DeleteIcon,
  EditIcon,
  ErrorIcon,
  IdleIcon,
  MaintenanceIcon,
  MoreIcon,
  OwnerIcon,
  PausedIcon,
  PhoneIcon,
  PlusIcon,
  ReceiptIcon,
} from '#client/ui/icons.tsx';
import { Menu } from '#client/ui/menu.tsx';
import { MoreRows } from '#client/ui/more-rows.tsx';
import { Empty, Failed, Loading } from '#client/ui/states.tsx';
import { SyncIndicator } from '#client/ui/sync-indicator.tsx';
import { SearchInput } from '#client/ui/search-input.tsx';
import { tabClass } from '#client/ui/tab-class.ts';
import { DataTable, type RowMark } from '#client/ui/table.tsx';

interface Sample {
  readonly id: number;
  readonly owner: string;
  readonly name: string;
  readonly amount: number;
  readonly mark?: RowMark;
}

const ROWS: readonly Sample[] = [
  { id: 1, owner: 'First owner', name: 'A row that waits on this device', amount: 9.5, mark: 'waiting' },
  { id: 2, owner: 'Second owner', name: 'A row that needs attention', amount: 120, mark: 'attention' },
  ...Array.from({ length: 51 }, (_, index) => ({ id: index + 3, owner: 'Third owner', name: `Row ${index + 3}`, amount: index * 1.5 })),
];

const Row = ({ children }: { readonly children: ReactNode }) => <div className="flex flex-wrap items-center gap-2.5">{children}</div>;

const Buttons = () => (
  <Section title="Buttons">
    <Row>
      <Button variant="log" icon={PlusIcon}>
        Log work
      </Button>
      <Button variant="primary">Create</Button>
      <Button>Cancel</Button>
      <Button variant="danger" icon={DeleteIcon}>
        Delete
      </Button>
      <Button variant="dangerSolid">Delete for good</Button>
      <Button variant="ghost">View All</Button>
      <Button disabled>Not now</Button>
      <Button variant="primary" busyText="Saving...">
        Save changes
      </Button>
      <Button size="small">Small</Button>
      <a href="#link" className={buttonClass({ variant: 'primary', size: 'small' })}>
        A link
      </a>
      <IconButton label="Edit" icon={EditIcon} />
      <Menu
        label="More"
        buttonClassName={iconButtonClass}
        items={[
          { label: 'View', onSelect: () => undefined },
          { label: 'Edit', icon: EditIcon, onSelect: () => undefined },
          { label: 'Chosen', isChecked: true, onSelect: () => undefined },
          { label: 'Delete', icon: DeleteIcon, isDanger: true, onSelect: () => undefined },
        ]}
      >
        <MoreIcon className="size-5" aria-hidden="true" />
      </Menu>
    </Row>
  </Section>
);

const Signs = () => (
  <>
    <Section title="Sync indicator">
      <Row>
        <SyncIndicator state="online" />
        <SyncIndicator state="offline" />
        <SyncIndicator state="offline" count={3} />
        <SyncIndicator state="waiting" count={3} />
        <SyncIndicator state="sending" current={2} count={7} />
        <SyncIndicator state="attention" count={1} />
      </Row>
    </Section>
    <Section title="Badges, chips and notes">
      <Row>
        <Badge tone="field" icon={ActiveIcon}>
          Active
        </Badge>
        <Badge tone="sky" icon={CheckIcon}>
          Completed
        </Badge>
        <Badge tone="stone" icon={ReceiptIcon}>
          Billed
        </Badge>
        <Badge tone="straw" icon={PausedIcon}>
          Paused
        </Badge>
        <Badge tone="straw" icon={MaintenanceIcon}>
          Maintenance
        </Badge>
        <Badge tone="stone" icon={IdleIcon}>
          Idle
        </Badge>
        <Badge tone="straw" icon={PhoneIcon} isWaiting>
          Waiting
        </Badge>
        <Badge tone="straw" icon={EditIcon} isWaiting>
          Draft
        </Badge>
        <Badge tone="poppy" icon={ErrorIcon}>
          Needs attention
        </Badge>
        <Badge tone="plum" icon={OwnerIcon}>
          Owner
        </Badge>
      </Row>
      <Chips names={['Wheat', 'Barley', 'Oats', 'Rye', 'Maize']} most={3} />
      <Note tone="straw" icon={CloudOffIcon}>
        Kept on this device. It will be sent when you are back online.
      </Note>
      <Note tone="poppy" icon={ErrorIcon}>
        Could not be sent.
      </Note>
    </Section>
  </>
);

const Lists = () => {
  const [search, setSearch] = useState('');
  const rows = ROWS.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()));
  return (
    <Section title="Lists">
      <nav
        aria-label="Views"
        className="-mx-(--gap) mb-1 flex gap-1 overflow-x-auto border-b border-line px-[calc(var(--gap)-0.75rem)] md:mx-0"
      >
        {['Active', 'Completed', 'Archived', 'All'].map((name, index) => (
          <a key={name} href={`#${name}`} className={tabClass(index === 0)} aria-current={index === 0 ? 'page' : undefined}>
            {name}
            <span className="rounded-chip bg-sunk px-1.75 text-base tabular-nums">{index * 7}</span>
          </a>
        ))}
      </nav>
      <div className="flex flex-wrap gap-2.5">
        <SearchInput placeholder="Search rows..." value={search} onChange={setSearch} />
      </div>
      <Card>
        {rows.length === 0 ? (
          <Empty title="No rows match." />
        ) : (
          <MoreRows rows={rows}>
            {(shown) => (
              <DataTable
                label="Rows"
                rows={shown.slice(0, 5)}
                keyOf={({ id }) => id}
                mark={({ mark }) => mark}
                onRow={() => undefined}
                columns={[
                  { head: 'Owner', cell: ({ owner }) => owner },
                  { head: 'Name', cell: ({ name }) => <b className="font-[680]">{name}</b> },
                  {
                    head: 'Status',
                    cell: () => (
                      <Badge tone="field" icon={ActiveIcon}>
                        Active
                      </Badge>
                    ),
                  },
                  { head: 'Amount', cell: ({ amount }) => amount.toFixed(1), isNumber: true },
                ]}
                card={({ owner, name, amount }) => ({
                  small: owner,
                  title: name,
                  meta: (
                    <>
                      <Badge tone="field" icon={ActiveIcon}>
                        Active
                      </Badge>
                      {amount.toFixed(1)}
                    </>
                  ),
                })}
                actions={({ name }) => <IconButton label={`Edit ${name}`} icon={EditIcon} />}
              />
            )}
          </MoreRows>
        )}
      </Card>
    </Section>
  );
};

/** Every component in its states on one page: for development and for looking at the three themes. */
export const DesignScreen = () => (
  <div className="mx-auto grid max-w-240 gap-9 px-(--gap) py-6">
    <div className="on-hedge relative flex items-center justify-between overflow-hidden rounded-card bg-hedge p-4 text-onhedge">
      <Brand />
      <SideTurns className="absolute top-0 -right-24 h-full text-onhedge2 opacity-30 md:right-0" />
    </div>
    <PageHead title="Components" sub="Everything a screen is built from.">
      <Button variant="primary" icon={PlusIcon}>
        Add one
      </Button>
    </PageHead>
    <ThemeChoice />
    <Signs />
    <Buttons />
    <ControlsSection />
    <RecentChoicesSection />
    <OverlaysSection />
    <Lists />
    <RecordSection />
    <div className="grid gap-8 md:grid-cols-2">
      <Section title="Empty">
        <Card>
          <Empty title="No rows found." text="Add your first row to get started.">
            <Button variant="primary" icon={PlusIcon}>
              Add Row
            </Button>
          </Empty>
        </Card>
      </Section>
      <Section title="Loading and failed">
        <Card>
          <CardHead title="Recent">
            <a href="#all" className={buttonClass({ variant: 'ghost', size: 'small' })}>
              View All
            </a>
          </CardHead>
          <Loading text="Loading rows..." />
        </Card>
        <Card>
          <Failed text="The rows could not be read." onRetry={() => undefined} />
        </Card>
      </Section>
    </div>
    <LongListSection />
  </div>
);
