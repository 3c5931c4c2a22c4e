import { Link } from 'wouter';
import type { Organization } from '#shared/domain/organization.ts';
import { routes } from '#shared/routes.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { useWriter } from '#client/data/use-write.ts';
import { useEntryDialog } from '#client/entities/job-entries/entry-dialog-context.tsx';
import { plural, t } from '#client/lib/texts.ts';
import { useIsWide } from '#client/lib/use-media.ts';
import { Button, buttonClass, IconButton } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { CloseIcon, PlusIcon } from '#client/ui/icons.tsx';
import { GUIDE_ROOM } from './guide-room.ts';
import { GuideBars, GuideRow } from './guide-row.tsx';
import { type GuideFacts, guideProgressOf, guideStepsOf, type GuideStep, type GuideStepId } from './guide-steps.ts';
import { GUIDE_TITLES, guideActionOf, guideTextOf } from './guide-words.ts';
import { useEndWithFirstBill, useGuideFacts } from './use-guide.ts';

interface StepActionProps {
  readonly step: GuideStep;
  readonly isNext: boolean;
  readonly facts: GuideFacts;
  readonly organization: Organization;
}

const StepAction = ({ step: { id, isDone }, isNext, facts, organization }: StepActionProps) => {
  const { openNew } = useEntryDialog();
  if (id === 'entry') {
    return (
      <Button
        variant={isDone ? 'ghost' : isNext ? 'log' : 'plain'}
        size={isNext ? 'normal' : 'small'}
        icon={PlusIcon}
        onClick={() => openNew()}
      >
        {t('New Job Entry')}
      </Button>
    );
  }
  const action = guideActionOf(id, facts, organization);
  return (
    <Link href={action.to} className={buttonClass({ variant: isDone ? 'ghost' : isNext ? 'primary' : 'plain', size: 'small' })}>
      {action.label}
    </Link>
  );
};

const NEVER: GuideStepId = 'bill';

/** The first steps of a company, until its first bill (specification 1.33): what is done, what is next, and the way there. */
export const Guide = ({ organization }: { readonly organization: Organization }) => {
  const { id: orgId, name } = organization;
  const { facts, isDrawn } = useGuideFacts(organization);
  const update = useWriter(orgId, routes.organizations.update, false);
  const notices = useNotices();
  const isWide = useIsWide();
  useEndWithFirstBill(orgId);
  const steps = guideStepsOf(facts);
  const { done, next = NEVER, minutes } = guideProgressOf(steps);
  const close = async () => {
    try {
      await update({ params: { orgId }, body: { isGuideHidden: true } });
      notices.success(t('The first steps are closed'), t('Organization Settings bring them back.'));
    } catch (error) {
      notices.failure(t('Could not close the first steps'), error);
    }
  };
  return (
    <div {...GUIDE_ROOM}>
      <Card className="flex flex-col overflow-hidden">
        <div className="flex min-h-16 items-start gap-3 py-2 pr-2 pl-4.5">
          <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-2">
            <div className="min-w-0 flex-1 basis-40 wrap-anywhere">
              <h2 className="text-lg/[1.3] font-[680]">{t('Get {company} going', { company: name })}</h2>
              {isDrawn && (
                <p className="text-sm text-ink2">
                  {t('{done} of {all} done.', { done, all: steps.length })}{' '}
                  {plural(minutes, 'About a minute left.', 'About {count} minutes left.')}
                </p>
              )}
            </div>
            {isDrawn && <GuideBars done={done} all={steps.length} />}
          </div>
          <IconButton label={t('Close the first steps')} icon={CloseIcon} onClick={() => void close()} />
        </div>
        {isDrawn && (
          <ol aria-label={t('First steps')} className="flex flex-1 flex-col">
            {steps.map((step, index) => {
              const { id, isDone } = step;
              const isNext = id === next;
              // On phones a button beside the words would leave no room for them.
              const hasButton = isWide || isNext;
              return (
                <GuideRow
                  key={id}
                  number={index + 1}
                  isDone={isDone}
                  isNext={isNext}
                  title={t(GUIDE_TITLES[id])}
                  text={guideTextOf(id, facts, organization)}
                  to={hasButton || id === 'entry' ? undefined : guideActionOf(id, facts, organization).to}
                >
                  {hasButton && <StepAction step={step} isNext={isNext} facts={facts} organization={organization} />}
                </GuideRow>
              );
            })}
          </ol>
        )}
      </Card>
    </div>
  );
};
