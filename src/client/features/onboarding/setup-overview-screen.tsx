import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, Redirect, useLocation } from 'wouter';
import type { Organization } from '#shared/domain/organization.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { useOrganizations } from '#client/data/organization-context.tsx';
import { customDataFieldQueries, customerQueries, employeeQueries, equipmentQueries } from '#client/data/queries.ts';
import { OnboardingFrame } from '#client/features/onboarding/onboarding-frame.tsx';
import { SETUP_STEPS, setupPath, type SetupStep } from '#client/features/onboarding/setup-steps.ts';
import { incompleteOf } from '#client/features/onboarding/steps.ts';
import { useDefaultSetup } from '#client/features/onboarding/use-default-setup.ts';
import { useComplete, useOnboardingOrganization } from '#client/features/onboarding/use-onboarding.ts';
import { cx } from '#client/lib/cx.ts';
import { type PlainText, t } from '#client/lib/texts.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { CustomerIcon, DoneIcon, EmployeeIcon, EquipmentIcon, FieldsIcon, ForwardIcon, type Icon, IdleIcon } from '#client/ui/icons.tsx';

const LOOK = {
  employees: { Icon: EmployeeIcon, text: 'Who works with you' },
  equipment: { Icon: EquipmentIcon, text: 'Your machines' },
  customers: { Icon: CustomerIcon, text: 'The people you work for' },
  'custom-fields': { Icon: FieldsIcon, text: 'Anything else you record' },
} as const satisfies Record<SetupStep, { readonly Icon: Icon; readonly text: PlainText }>;

/** How many of each there are; the owner and the standard fields do not count, since nobody added them. */
const useCounts = (orgId: number): Record<SetupStep, number> => {
  const employees = useQuery(employeeQueries.list(orgId));
  const equipment = useQuery(equipmentQueries.list(orgId));
  const customers = useQuery(customerQueries.list(orgId));
  const fields = useQuery(customDataFieldQueries.list(orgId));
  return {
    employees: employees.data?.filter(({ accessLevel }) => accessLevel !== 'owner').length ?? 0,
    equipment: equipment.data?.length ?? 0,
    customers: customers.data?.length ?? 0,
    'custom-fields': fields.data?.filter(({ isSystem }) => !isSystem).length ?? 0,
  };
};

const Overall = ({ done }: { readonly done: number }) => {
  const remaining = SETUP_STEPS.length - done;
  return (
    <div className="grid gap-1.5">
      <div
        role="progressbar"
        aria-label={t('Setup')}
        aria-valuenow={done}
        aria-valuemin={0}
        aria-valuemax={SETUP_STEPS.length}
        className="grid grid-cols-4 gap-2"
      >
        {SETUP_STEPS.map(({ step }, index) => (
          <div key={step} className={cx('h-4 rounded-chip border', index < done ? 'border-act bg-act' : 'swath border-edge')} />
        ))}
      </div>
      <p className="flex flex-wrap justify-between gap-x-4 text-sm">
        <span className="font-[620]">{t('({done}/{count} completed)', { done, count: SETUP_STEPS.length })}</span>
        <span className="text-ink2">
          {remaining === 0 ? t('All steps completed! Ready to start using your system.') : t('{remaining} steps remaining', { remaining })}
        </span>
      </p>
    </div>
  );
};

const StepCard = ({
  to,
  step,
  title,
  count,
}: {
  readonly to: string;
  readonly step: SetupStep;
  readonly title: string;
  readonly count: number;
}) => {
  const { Icon: IconShape, text } = LOOK[step];
  return (
    <Card>
      <Link href={to} className="flex h-full items-center gap-4 rounded-card p-5 text-ink no-underline hover:bg-sunk">
        <span className="grid size-12 shrink-0 place-items-center rounded-ctl bg-actsoft text-act">
          <IconShape className="size-6" aria-hidden="true" />
        </span>
        <span className="grid min-w-0 flex-1 gap-1.5">
          <span className="text-lg/[1.3] font-[680]">{title}</span>
          <span className="text-ink2">{t(text)}</span>
          <span>
            {count > 0 ? (
              <Badge tone="field" icon={DoneIcon}>
                {t('Completed, {count} added', { count })}
              </Badge>
            ) : (
              <Badge tone="stone" icon={IdleIcon}>
                {t('None added yet')}
              </Badge>
            )}
          </span>
        </span>
        <ForwardIcon className="size-5 shrink-0 text-ink2" aria-hidden="true" />
      </Link>
    </Card>
  );
};

const SetupOverview = ({ organization }: { readonly organization: Organization }) => {
  const orgId = organization.id;
  const counts = useCounts(orgId);
  const [, navigate] = useLocation();
  const notices = useNotices();
  const addDefaults = useDefaultSetup(organization);
  const complete = useComplete(organization);
  const [busy, setBusy] = useState<'defaults' | 'complete' | null>(null);
  const done = SETUP_STEPS.filter(({ step }) => counts[step] > 0).length;
  const first = SETUP_STEPS.find(({ step }) => counts[step] === 0)?.step ?? 'employees';

  const useDefaults = async () => {
    setBusy('defaults');
    try {
      await addDefaults();
      await complete(t('Setup Complete!'), t('We added five services to get you started.'));
    } catch {
      notices.problem(t('Setup Error'), t('Failed to complete automatic setup. Please try manual setup.'));
    } finally {
      setBusy(null);
    }
  };
  const finish = async () => {
    setBusy('complete');
    try {
      await complete(t('Organization Setup Complete'), t('{name} is ready to work.', { name: organization.name }));
    } catch (error) {
      notices.failure(t('Failed to complete setup'), error);
    } finally {
      setBusy(null);
    }
  };
  return (
    <OnboardingFrame
      isWide
      title={t('Complete Your Organization Setup')}
      lead={t('What {name} works with. In any order. You can finish later.', { name: organization.name })}
      progress={<Overall done={done} />}
      footer={
        <>
          <Button busyText={busy === 'defaults' && t('Setting up...')} disabled={busy !== null} onClick={() => void useDefaults()}>
            {t('Skip & Use Defaults')}
          </Button>
          {done === SETUP_STEPS.length ? (
            <Button
              variant="primary"
              busyText={busy === 'complete' && t('Saving...')}
              disabled={busy !== null}
              onClick={() => void finish()}
            >
              {t('Complete Setup')}
            </Button>
          ) : (
            <span className="flex gap-2.5 max-sm:contents">
              {/* Skipping is final: nobody has to add one of everything to get to work. */}
              <Button
                busyText={busy === 'complete' && t('Saving...')}
                disabled={busy !== null}
                className="max-sm:order-first max-sm:basis-full"
                onClick={() => void finish()}
              >
                {t('Finish Now')}
              </Button>
              <Button variant="primary" disabled={busy !== null} onClick={() => navigate(setupPath(first, orgId))}>
                {t('Continue Setup')}
              </Button>
            </span>
          )}
        </>
      }
    >
      <div className="grid gap-4 md:grid-cols-2 md:gap-5">
        {SETUP_STEPS.map(({ step, title }) => (
          <StepCard key={step} step={step} title={t(title)} to={setupPath(step, orgId)} count={counts[step]} />
        ))}
      </div>
    </OnboardingFrame>
  );
};

/** `/onboarding/setup-wizard` (specification 3.10); without an organization in the address it is about the incomplete one. */
export const SetupOverviewScreen = () => {
  const { organizations } = useOrganizations();
  const asked = useOnboardingOrganization();
  const organization = asked ?? incompleteOf(organizations);
  return organization ? <SetupOverview key={organization.id} organization={organization} /> : <Redirect to="/dashboard" replace />;
};
