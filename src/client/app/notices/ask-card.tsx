import { useState } from 'react';
import { useNotices } from '#client/components/use-notices.ts';
import { useUser } from '#client/data/user-context.tsx';
import { turnOn } from '#client/entities/notices/browser-notices.ts';
import { keepChoice } from '#client/entities/notices/kept-choice.ts';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';

/** Why it asks now. */
export type Moment = 'question' | 'refused' | 'installed';

/** Offers notices at the moment at which somebody sees what they are for. The browser's own question comes only after a yes. */
export const AskCard = ({ moment, onDone }: { readonly moment: Moment; readonly onDone: () => void }) => {
  const { id: userId } = useUser();
  const notices = useNotices();
  const [isBusy, setBusy] = useState(false);
  const accept = async () => {
    setBusy(true);
    try {
      if (await turnOn(userId)) {
        notices.success(t('Notifications are on'), t('You can choose which, and when, in your account.'));
      } else {
        keepChoice(userId, { declinedAt: Date.now() });
      }
    } catch (error) {
      notices.failure(t('Failed to turn notifications on'), error);
    } finally {
      onDone();
    }
  };
  const decline = () => {
    keepChoice(userId, { declinedAt: Date.now() });
    onDone();
  };
  const words = {
    question: t('The office has asked you something. This device can tell you next time, even when Headland is closed.'),
    refused: t('A change was not accepted. This device can tell you next time, even when you are not looking at Headland.'),
    installed: t('If the office has a question about your work, this device can tell you, even when Headland is closed.'),
  };
  return (
    <Card className="mb-4">
      <div className="grid gap-3 p-4.5">
        <div>
          <h2 className="text-lg/[1.3] font-[680]">{t('Get notifications?')}</h2>
          <p className="mt-1 text-ink2">
            {words[moment]} {t('Nothing at night.')}
          </p>
        </div>
        <div className="flex flex-wrap gap-2.5">
          <Button variant="primary" busyText={isBusy && t('Saving...')} onClick={() => void accept()}>
            {t('Turn on')}
          </Button>
          <Button variant="ghost" onClick={decline}>
            {t('Not now')}
          </Button>
        </div>
      </div>
    </Card>
  );
};
