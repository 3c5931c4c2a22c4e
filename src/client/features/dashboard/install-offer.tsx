import { useCallback, useEffect, useState } from 'react';
import { CornerCard } from '#client/components/corner-card.tsx';
import { installOffer, timeHint } from '#client/features/dashboard/install-state.ts';
import { isIosSafari } from '#client/lib/ios-safari.ts';
import { askToInstall, useInstallPrompt } from '#client/lib/install-prompt.ts';
import { t } from '#client/lib/texts.ts';
import { useIsInstalled } from '#client/lib/use-is-installed.ts';
import { Button } from '#client/ui/button.tsx';
import { PhoneIcon } from '#client/ui/icons.tsx';

const DISMISSED = 'installDismissed';

/** The install card or, in Safari on iOS, the instructions (specification 1.25, 1.26). */
export const InstallOffer = () => {
  const prompt = useInstallPrompt();
  const isInstalled = useIsInstalled();
  const [isDismissed, setDismissed] = useState(() => sessionStorage.getItem(DISMISSED) !== null);
  const [isHintTime, setHintTime] = useState(false);
  const [isSafari] = useState(() => isIosSafari(navigator));

  const dismiss = useCallback(() => {
    sessionStorage.setItem(DISMISSED, 'true');
    setDismissed(true);
  }, []);
  // When its time is over it counts as dismissed: it does not reappear on each return to the dashboard.
  useEffect(() => (isSafari ? timeHint(() => setHintTime(true), dismiss) : undefined), [isSafari, dismiss]);

  const offer = installOffer({
    isInstalled,
    isDismissed,
    hasPrompt: prompt !== null,
    isIosSafari: isSafari,
    isHintTime,
  });
  const install = async () => {
    if (prompt && (await askToInstall(prompt)) === 'dismissed') {
      dismiss();
    }
  };
  const card = {
    title: t('Install Headland on this device'),
    icon: PhoneIcon,
    closeLabel: t('Not now'),
    onClose: dismiss,
    // One offer at a time in the corner, and a new version comes first.
    className: '[body:has([data-update-notice])_&]:hidden',
  };
  return (
    <div role="status">
      {offer === 'prompt' && (
        <CornerCard {...card} text={t('The agriculture tracker that opens from your home screen, even with no signal.')}>
          <Button variant="primary" size="small" onClick={() => void install()}>
            {t('Install')}
          </Button>
        </CornerCard>
      )}
      {offer === 'ios' && (
        <CornerCard
          {...card}
          text={t(
            'Tap Share in Safari, then Add to Home Screen. The agriculture tracker then opens with no signal, and the device keeps what you enter.',
          )}
        />
      )}
    </div>
  );
};
