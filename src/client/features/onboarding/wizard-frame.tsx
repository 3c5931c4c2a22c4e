import { type ReactNode, useState } from 'react';
import { Link, Redirect, useLocation } from 'wouter';
import type { Organization } from '#shared/domain/organization.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { OnboardingFrame } from '#client/features/onboarding/onboarding-frame.tsx';
import { neighboursOf, quickPath, stepPath, WIZARD_STEPS, type WizardStep } from '#client/features/onboarding/paths.ts';
import { isHalfMade } from '#client/features/onboarding/steps.ts';
import { useComplete, useOnboardingOrganization, useSaveStep } from '#client/features/onboarding/use-onboarding.ts';
import { cx } from '#client/lib/cx.ts';
import { type PlainText, t } from '#client/lib/texts.ts';
import { Button, buttonClass } from '#client/ui/button.tsx';
import { BackIcon, ForwardIcon } from '#client/ui/icons.tsx';

const LABEL = {
  employees: 'Employees',
  'service-fields': 'Service fields',
  services: 'Services',
  equipment: 'Equipment',
  customers: 'Customers',
} as const satisfies Record<WizardStep, PlainText>;

/** On phones only the current step shows its name, which is wider than its bar. */
const PLACE = ['max-sm:justify-start', 'max-sm:justify-center', 'max-sm:justify-center', 'max-sm:justify-center', 'max-sm:justify-end'];

const Progress = ({ current }: { readonly current: number }) => (
  <div
    role="progressbar"
    aria-label={t('Setup')}
    aria-valuenow={(current + 1) * 20}
    aria-valuemin={0}
    aria-valuemax={100}
    className="grid grid-cols-5 gap-2"
  >
    {WIZARD_STEPS.map((step, index) => (
      <div key={step} className={cx('text-sm', index === current ? 'font-[680] max-sm:text-center max-sm:whitespace-nowrap' : 'text-ink2')}>
        <div className={cx('mb-1.5 h-4 rounded-chip border', index <= current ? 'border-act bg-act' : 'swath border-edge')} />
        <span className={cx('max-sm:flex', index === current ? PLACE[index] : 'max-sm:sr-only')}>{t(LABEL[step])}</span>
      </div>
    ))}
  </div>
);

interface WizardFrameProps {
  readonly step: WizardStep;
  readonly title: string;
  readonly lead: string;
  readonly back?: string;
  readonly forward: string;
  /** Why the user cannot continue yet. */
  readonly notYet?: string | undefined;
  readonly organization: Organization;
  readonly children: ReactNode;
}

/** One of the five steps: back only navigates, forward saves how far the organization has come (specification 3.4). */
export const WizardFrame = ({ step, title, lead, back, forward, notYet, organization, children }: WizardFrameProps) => {
  const [, navigate] = useLocation();
  const notices = useNotices();
  const saveStep = useSaveStep(organization);
  const complete = useComplete(organization);
  const [isBusy, setBusy] = useState(false);
  const index = WIZARD_STEPS.indexOf(step);
  const { before, after } = neighboursOf(step);
  const go = async () => {
    setBusy(true);
    try {
      if (after === 'completed') {
        await complete(t('Setup Complete!'), t('{name} is ready to work.', { name: organization.name }));
      } else {
        await saveStep(after);
        navigate(stepPath(after, organization.id));
      }
    } catch (error) {
      notices.failure(after === 'completed' ? t('Failed to complete setup') : t('Failed to proceed to next step'), error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <OnboardingFrame
      isWide
      title={title}
      progress={<Progress current={index} />}
      lead={
        <>
          {t('Step {at} of {count}, {percent}%.', { at: index + 1, count: WIZARD_STEPS.length, percent: (index + 1) * 20 })} {lead}{' '}
          {/* A complete one has no overview: its records have screens of their own. */}
          {isHalfMade(organization) && (
            <Link
              href={`/onboarding/setup-wizard?orgId=${organization.id}`}
              className="inline-flex min-h-6 items-center font-[560] text-act"
            >
              {t('Setup overview')}
            </Link>
          )}
        </>
      }
      footer={
        <>
          {before && back ? (
            <Link href={stepPath(before, organization.id)} className={buttonClass()}>
              <BackIcon aria-hidden="true" />
              {back}
            </Link>
          ) : (
            <Link href={quickPath('country', organization.id)} className={buttonClass({ variant: 'ghost' })}>
              {t('Quick setup')}
            </Link>
          )}
          <Button
            variant="primary"
            disabled={notYet !== undefined}
            title={notYet}
            busyText={isBusy && t('Saving...')}
            onClick={() => void go()}
          >
            <span className="inline-flex items-center gap-2">
              {forward}
              <ForwardIcon className="size-5 shrink-0 max-sm:hidden" aria-hidden="true" />
            </span>
          </Button>
        </>
      }
    >
      <div className="grid items-start gap-4 md:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)] md:gap-5">{children}</div>
    </OnboardingFrame>
  );
};

/** A step's screen with its organization; without one in the address it redirects (specification 3.16). */
export const ofOrganization = (Screen: (props: { readonly organization: Organization }) => ReactNode) =>
  function OfOrganization() {
    const organization = useOnboardingOrganization();
    return organization ? <Screen key={organization.id} organization={organization} /> : <Redirect to="/dashboard" replace />;
  };
