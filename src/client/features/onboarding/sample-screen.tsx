import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { useOrganizations } from '#client/data/organization-context.tsx';
import { useOpenSample } from '#client/entities/samples/use-sample.ts';
import { OnboardingFrame } from '#client/features/onboarding/onboarding-frame.tsx';
import { setAside } from '#client/features/onboarding/set-aside.ts';
import { isHalfMade } from '#client/features/onboarding/steps.ts';
import { t } from '#client/lib/texts.ts';
import { Button, buttonClass } from '#client/ui/button.tsx';
import { Loading } from '#client/ui/states.tsx';

/** `/onboarding/sample`: opens the sample company of whoever comes here, from the landing screen or from the choice. */
export const SampleScreen = () => {
  const { organizations } = useOrganizations();
  const { open } = useOpenSample();
  const [hasFailed, setFailed] = useState(false);
  const hasBegun = useRef(false);
  const begin = async (): Promise<void> => {
    // One that is half made would lead back to its own set-up.
    setAside(organizations.filter(isHalfMade).map(({ id }) => id));
    setFailed(!(await open()));
  };
  useEffect(() => {
    if (!hasBegun.current) {
      hasBegun.current = true;
      void begin();
    }
  });
  return (
    <OnboardingFrame title={t('A sample company')} lead={t('A sample company with a full season. Nothing you do there touches yours.')}>
      {hasFailed ? (
        <div className="flex flex-wrap gap-2.5">
          <Button variant="primary" onClick={() => void begin()}>
            {t('Try again')}
          </Button>
          <Link href="/" className={buttonClass()}>
            {t('Back')}
          </Link>
        </div>
      ) : (
        <Loading text={t('Opening the sample company...')} />
      )}
    </OnboardingFrame>
  );
};
