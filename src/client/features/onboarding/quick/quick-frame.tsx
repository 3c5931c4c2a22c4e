import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Organization } from '#shared/domain/organization.ts';
import { OnboardingFrame } from '#client/features/onboarding/onboarding-frame.tsx';
import { QUICK_STEPS, quickPath, type QuickStep, stepPath } from '#client/features/onboarding/paths.ts';
import { cx } from '#client/lib/cx.ts';
import { type PlainText, t } from '#client/lib/texts.ts';
import { Button, buttonClass } from '#client/ui/button.tsx';
import { BackIcon, ForwardIcon } from '#client/ui/icons.tsx';

const LABEL = { country: 'Country', trades: 'Trades', lists: 'Lists', people: 'People' } as const satisfies Record<QuickStep, PlainText>;

/** The four steps; those that lie behind lead back. */
const Steps = ({ step, orgId }: { readonly step: QuickStep; readonly orgId: number }) => {
  const current = QUICK_STEPS.indexOf(step);
  return (
    <ol className="grid grid-cols-4 gap-2" aria-label={t('Setup')}>
      {QUICK_STEPS.map((each, index) => {
        const content = (
          <>
            <span className={cx('mb-1.5 block h-4 rounded-chip border', index <= current ? 'border-act bg-act' : 'swath border-edge')} />
            {t(LABEL[each])}
          </>
        );
        return (
          <li key={each} className="min-w-0 text-sm" {...(index === current ? { 'aria-current': 'step' as const } : {})}>
            {index < current ? (
              <Link href={quickPath(each, orgId)} className="block min-h-11 text-ink2 no-underline hover:underline">
                {content}
              </Link>
            ) : (
              <span className={cx('block min-h-11', index === current ? 'font-[680]' : 'text-ink2')}>{content}</span>
            )}
          </li>
        );
      })}
    </ol>
  );
};

interface QuickFrameProps {
  readonly step: QuickStep;
  readonly organization: Organization;
  readonly title: string;
  readonly lead: string;
  /** The label of the button forward. */
  readonly forward: string;
  readonly busyText?: string | false;
  readonly onForward: () => void;
  readonly children: ReactNode;
}

/** One screen of the quick way: one question, with a right answer already there (specification 3.32). */
export const QuickFrame = ({ step, organization, title, lead, forward, busyText, onForward, children }: QuickFrameProps) => {
  const before = QUICK_STEPS[QUICK_STEPS.indexOf(step) - 1];
  const other = (className: string) => (
    <Link href={stepPath('employees', organization.id)} className={buttonClass({ variant: 'ghost', className })}>
      {t('Step by step instead')}
    </Link>
  );
  return (
    <OnboardingFrame
      isWide
      title={title}
      lead={lead}
      progress={<Steps step={step} orgId={organization.id} />}
      footer={
        <>
          <span className="flex gap-2.5 max-sm:contents">
            {before && (
              <Link href={quickPath(before, organization.id)} className={buttonClass({ className: 'max-sm:px-3.5!' })}>
                <BackIcon aria-hidden="true" />
                <span className="max-sm:sr-only">{t('Back')}</span>
              </Link>
            )}
            {other('max-sm:hidden')}
          </span>
          <Button variant="primary" busyText={busyText} onClick={onForward}>
            <span className="inline-flex items-center gap-2">
              {forward}
              <ForwardIcon className="size-5 shrink-0" aria-hidden="true" />
            </span>
          </Button>
        </>
      }
    >
      {children}
      {other('sm:hidden justify-self-start')}
    </OnboardingFrame>
  );
};
