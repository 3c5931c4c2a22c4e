import { useEffect, useState } from 'react';
import { messageOf } from '#client/api/api-error.ts';
import { CornerCard } from '#client/components/corner-card.tsx';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { CloudOffIcon } from '#client/ui/icons.tsx';

/**
 * Shown over the landing screen when no user is known and the server could not be asked. It retries by itself as soon as there is a
 * network.
 */
export const SignInUnreachable = ({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) => {
  const [isClosed, setClosed] = useState(false);
  useEffect(() => {
    addEventListener('online', onRetry);
    return () => removeEventListener('online', onRetry);
  }, [onRetry]);
  return (
    <div role="status">
      {!isClosed && (
        <CornerCard
          title={t('Signing in needs a connection')}
          text={messageOf(error)}
          icon={CloudOffIcon}
          closeLabel={t('Close')}
          className="max-md:bottom-[calc(0.75rem+env(safe-area-inset-bottom))]! md:top-5! md:bottom-auto!"
          onClose={() => setClosed(true)}
        >
          <Button size="small" onClick={onRetry}>
            {t('Try again')}
          </Button>
        </CornerCard>
      )}
    </div>
  );
};
