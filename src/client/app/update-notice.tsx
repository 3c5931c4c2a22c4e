import { useState, useSyncExternalStore } from 'react';
import type { Updates } from '#client/app/service-worker.ts';
import { CornerCard } from '#client/components/corner-card.tsx';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { UpdateIcon } from '#client/ui/icons.tsx';

/** Offers a new version while nothing is unsaved. If postponed, it comes with the next start. */
export const UpdateNotice = ({ updates }: { readonly updates: Updates }) => {
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
