import { useState, useSyncExternalStore } from 'react';
import { watchForUpdates } from '#client/app/service-worker.ts';
import { CornerCard } from '#client/components/corner-card.tsx';
import { canReload } from '#client/lib/dirty.ts';
import { firstController } from '#client/lib/first-controller.ts';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { UpdateIcon } from '#client/ui/icons.tsx';

// From when this code is there: a page that cannot show anything else gets a new version, too.
const updates = watchForUpdates(canReload, firstController());

/** Offers a new version while nothing is unsaved. If postponed, it comes with the next start. */
export const UpdateNotice = () => {
  const isOffered = useSyncExternalStore(updates.subscribe, updates.isOffered);
  const [isPutOff, setPutOff] = useState(false);
  return (
    <div role="status" data-update-notice={isOffered && !isPutOff ? '' : undefined}>
      {isOffered && !isPutOff && (
        <CornerCard
          title={t('A new version is ready')}
          text={t('What you saved stays.')}
          icon={UpdateIcon}
          closeLabel={t('Later')}
          onClose={() => setPutOff(true)}
        >
          <Button size="small" onClick={updates.update}>
            {t('Update now')}
          </Button>
        </CornerCard>
      )}
    </div>
  );
};
