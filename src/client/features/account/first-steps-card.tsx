import { Link } from 'wouter';
import { t } from '#client/lib/texts.ts';
import { buttonClass } from '#client/ui/button.tsx';
import { Card, CardHead } from '#client/ui/card.tsx';

/** The way back to the first screen after joining (specification 7.20). */
export const FirstStepsCard = () => (
  <Card>
    <CardHead title={t('First steps')}>
      <Link href="/welcome" className={buttonClass({ size: 'small' })}>
        {t('Open first steps')}
      </Link>
    </CardHead>
    <p className="p-4.5 text-ink2">{t('The home screen, Sunlight, your name on entries, and an entry to practice with.')}</p>
  </Card>
);
