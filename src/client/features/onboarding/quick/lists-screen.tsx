import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { Organization } from '#shared/domain/organization.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { customerQueries, employeeQueries, equipmentQueries } from '#client/data/queries.ts';
import { QuickFrame } from '#client/features/onboarding/quick/quick-frame.tsx';
import { setupPath, type SetupStep } from '#client/features/onboarding/setup-steps.ts';
import { quickPath } from '#client/features/onboarding/paths.ts';
import { isHalfMade } from '#client/features/onboarding/steps.ts';
import { useSaveStep } from '#client/features/onboarding/use-onboarding.ts';
import { ofOrganization } from '#client/features/onboarding/wizard-frame.tsx';
import { formatNumber } from '#client/lib/formats.ts';
import { type PlainText, t } from '#client/lib/texts.ts';
import { buttonClass } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { CustomerIcon, EmployeeIcon, EquipmentIcon, HistoryIcon, type Icon, NextIcon, UploadIcon } from '#client/ui/icons.tsx';

type Kind = 'customers' | 'equipment' | 'employees';

interface ListWords {
  readonly icon: Icon;
  readonly title: PlainText;
  readonly text: PlainText;
  readonly step: SetupStep;
  readonly screen: string;
}

const LISTS: Readonly<Record<Kind, ListWords>> = {
  customers: { icon: CustomerIcon, title: 'Customers', text: 'The people you work for', step: 'customers', screen: '/customers' },
  equipment: { icon: EquipmentIcon, title: 'Machines', text: 'With numbers, if you have them', step: 'equipment', screen: '/equipment' },
  employees: { icon: EmployeeIcon, title: 'People', text: 'Who works with you', step: 'employees', screen: '/employees' },
};
const KINDS: readonly Kind[] = ['customers', 'equipment', 'employees'];

const importPath = (kind: Kind | 'jobEntries', orgId: number): string => `/onboarding/import?kind=${kind}&orgId=${orgId}`;

/** How many there are; undefined while they are read. The owner was not brought along. */
const useCounts = (orgId: number): Record<Kind, number | undefined> => {
  const customers = useQuery(customerQueries.list(orgId));
  const equipment = useQuery(equipmentQueries.list(orgId));
  const employees = useQuery(employeeQueries.list(orgId));
  return {
    customers: customers.data?.length,
    equipment: equipment.data?.length,
    employees: employees.data?.filter(({ accessLevel }) => accessLevel !== 'owner').length,
  };
};

interface TileProps {
  readonly organization: Organization;
  readonly kind: Kind;
  readonly count: number | undefined;
}

const Tile = ({ organization, kind, count }: TileProps) => {
  const { icon: IconShape, title, text, step, screen } = LISTS[kind];
  const name = t(title);
  return (
    <Card className="grid gap-4 p-4.5">
      <div className="flex items-start gap-3">
        <IconShape className="size-6 shrink-0 text-act" aria-hidden="true" />
        <div className="min-w-0 flex-1">
          <h2 className="text-lg/[1.3] font-[680]">{name}</h2>
          <p className="text-ink2">{t(text)}</p>
        </div>
        <p className="text-2xl/[1.2] font-bold tabular-nums" aria-label={t('{count} there', { count: count ?? 0 })}>
          {count === undefined ? '' : formatNumber(count)}
        </p>
      </div>
      <div className="grid gap-2.5">
        <Link href={importPath(kind, organization.id)} aria-label={t('Import a file: {what}', { what: name })} className={buttonClass()}>
          <UploadIcon aria-hidden="true" />
          {t('Import a file')}
        </Link>
        <Link
          href={isHalfMade(organization) ? `${setupPath(step, organization.id)}&back=lists` : screen}
          aria-label={t('Type them in: {what}', { what: name })}
          className={buttonClass({ variant: 'ghost' })}
        >
          {t('Type them in')}
        </Link>
      </div>
    </Card>
  );
};

const Lists = ({ organization }: { readonly organization: Organization }) => {
  const { id: orgId } = organization;
  const [, navigate] = useLocation();
  const notices = useNotices();
  const saveStep = useSaveStep(organization);
  const counts = useCounts(orgId);
  const [isBusy, setBusy] = useState(false);
  const hasAny = KINDS.some((kind) => (counts[kind] ?? 0) > 0);
  const go = async () => {
    setBusy(true);
    try {
      await saveStep('people');
      navigate(quickPath('people', orgId));
    } catch (error) {
      notices.failure(t('Failed to proceed to next step'), error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <QuickFrame
      step="lists"
      organization={organization}
      title={t('Bring your lists along')}
      lead={t('From a spreadsheet or another program. You see every row before anything is added.')}
      forward={hasAny ? t('Continue') : t('Skip for now')}
      busyText={isBusy && t('Saving...')}
      onForward={() => void go()}
    >
      <div className="grid gap-4 lg:grid-cols-3">
        {KINDS.map((kind) => (
          <Tile key={kind} organization={organization} kind={kind} count={counts[kind]} />
        ))}
      </div>
      <details className="group rounded-card border border-line bg-surface shadow-1">
        <summary className="flex min-h-14 cursor-pointer list-none items-center gap-3 px-4.5 py-1.5">
          <HistoryIcon className="size-6 shrink-0 text-act" aria-hidden="true" />
          <span className="flex-1 text-lg/[1.3] font-[680]">{t('Past work')}</span>
          <NextIcon className="size-5 shrink-0 text-ink2 group-open:rotate-90" aria-hidden="true" />
        </summary>
        <div className="grid gap-4 border-t border-line p-4.5">
          <p className="text-ink2">
            {t(
              'Entries of earlier seasons, for your reports. Bring customers, machines and people along first: their names are looked up.',
            )}
          </p>
          <Link
            href={importPath('jobEntries', orgId)}
            aria-label={t('Import a file: {what}', { what: t('Past work') })}
            className={buttonClass({ className: 'justify-self-start' })}
          >
            <UploadIcon aria-hidden="true" />
            {t('Import a file')}
          </Link>
        </div>
      </details>
    </QuickFrame>
  );
};

/** `/onboarding/lists` (specification 3.35). */
export const ListsScreen = ofOrganization(Lists);
