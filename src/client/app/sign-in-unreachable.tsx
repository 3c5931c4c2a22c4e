import { useEffect, useState } from 'react';
import { messageOf } from '#client/api/api-error.ts';
import { CornerCard } from '#client/components/corner-card.tsx';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { CloudOffIcon } from '#client/ui/icons.tsx';

/** A network that is there says nothing of the server behind it. */
const RETRY_EVERY_MS = 10_000;

/** Shown over the landing screen when no user is known and the server could not be asked. It retries by itself, at once when a network comes. */
export const SignInUnreachable = ({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) => {
  const [isClosed, setClosed] = useState(false);
  useEffect(() => {
    addEventListener('online', onRetry);
    const timer = setInterval(onRetry, RETRY_EVERY_MS);
    return () => {
      removeEventListener('online', onRetry);
      clearInterval(timer);
    };
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
