import { useState } from 'react';
import { Link } from 'wouter';
import { Facts } from '#client/components/facts.tsx';
import { useCan, useOrganization } from '#client/data/organization-context.tsx';
import { OrganizationDialog } from '#client/features/organization/organization-dialog.tsx';
import { keepTheme, keptTheme, THEMES } from '#client/features/organization/theme.ts';
import { formatDay, formatDayOf } from '#client/lib/formats.ts';
import { Button } from '#client/ui/button.tsx';
import { Card, CardHead, PageHead } from '#client/ui/card.tsx';
import { EditIcon, FieldsIcon, HistoryIcon, NextIcon } from '#client/ui/icons.tsx';
import { RadioGroup } from '#client/ui/radio-group.tsx';

const LINKS = [
  { to: '/organization/service-data-fields', label: 'Service Data Fields', icon: FieldsIcon },
  { to: '/organization/activity', label: 'Activity', icon: HistoryIcon },
] as const;

const SideMenu = () => (
  <nav aria-label="Organization Settings" className="rounded-card border border-line bg-surface p-1.5 shadow-1">
    {LINKS.map(({ to, label, icon: IconShape }) => (
      <Link key={to} href={to} className="flex min-h-12 items-center gap-3 rounded-ctl px-3 font-[560] text-ink no-underline hover:bg-sunk">
        <IconShape className="size-5 shrink-0 text-ink2" aria-hidden="true" />
        <span className="flex-1">{label}</span>
        <NextIcon className="size-5 shrink-0 text-ink3" aria-hidden="true" />
      </Link>
    ))}
  </nav>
);

/** What is kept for the device rather than for the organization. */
const ThisDevice = () => {
  const [theme, setTheme] = useState(keptTheme);
  return (
    <Card>
      <CardHead title="This device" />
      <div className="p-4.5">
        <RadioGroup
          label="Theme"
          choices={THEMES}
          value={theme}
          onChange={(id) => {
            keepTheme(id);
            setTheme(id);
          }}
        />
      </div>
    </Card>
  );
};

/** `/organization` (specification 2 §2). */
export const OrganizationScreen = () => {
  const organization = useOrganization();
  const mayWrite = useCan('organization:write');
  const [isEditing, setEditing] = useState(false);
  const { name, seasonStartDate, createdAt } = organization;
  return (
    <>
      <PageHead title="Organization Settings" />
      <div className="grid items-start gap-(--gap) lg:grid-cols-[17rem_minmax(0,1fr)]">
        <SideMenu />
        <div className="grid gap-(--gap)">
          <Card>
            <CardHead title="Organization">
              {mayWrite && (
                <Button size="small" icon={EditIcon} onClick={() => setEditing(true)}>
                  Edit
                </Button>
              )}
            </CardHead>
            <Facts
              facts={[
                ['Name', name],
                ['Season Start', formatDay(seasonStartDate ?? '2000-01-01')],
                ['Created', formatDayOf(createdAt)],
              ]}
            />
          </Card>
          <ThisDevice />
        </div>
      </div>
      {isEditing && <OrganizationDialog organization={organization} onClose={() => setEditing(false)} />}
    </>
  );
};
