import { useEffect } from 'react';
import { Link } from 'wouter';
import { useOrganization } from '#client/data/organization-context.tsx';
import { useUser } from '#client/data/user-context.tsx';
import { PracticeCard, type PracticeDialog } from '#client/features/welcome/practice-card.tsx';
import { HomeScreenCard, OperatorCard, SunlightCard } from '#client/features/welcome/welcome-cards.tsx';
import { t } from '#client/lib/texts.ts';
import { noteWelcomed } from '#client/lib/welcomed.ts';
import { buttonClass } from '#client/ui/button.tsx';
import { PageHead } from '#client/ui/card.tsx';

/** `/welcome` (specification 7.20): the first screen of somebody who has joined. It asks for nothing and can be left at any time. */
export const WelcomeScreen = ({ PracticeEntryDialog }: { readonly PracticeEntryDialog: PracticeDialog }) => {
  const { id: orgId, name } = useOrganization();
  const { id: userId, firstName } = useUser();
  useEffect(() => noteWelcomed(userId, orgId), [userId, orgId]);
  const first = firstName?.trim();
  return (
    <div className="max-w-180">
      <PageHead
        title={first ? t("You're in, {name}", { name: first }) : t("You're in")}
        sub={<span className="wrap-anywhere">{name}</span>}
      >
        <Link href="/dashboard" className={buttonClass({})}>
          {t('Go to overview')}
        </Link>
      </PageHead>
      <div className="grid min-w-0 gap-(--gap)">
        <HomeScreenCard />
        <SunlightCard />
        <OperatorCard />
        <PracticeCard PracticeEntryDialog={PracticeEntryDialog} />
        <p className="text-sm text-ink2">{t('You can open this screen again under Account.')}</p>
      </div>
    </div>
  );
};
