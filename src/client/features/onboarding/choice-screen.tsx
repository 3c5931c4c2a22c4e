import { Link } from 'wouter';
import { useSyncState } from '#client/data/engine-context.tsx';
import { OnboardingFrame } from '#client/features/onboarding/onboarding-frame.tsx';
import { useInvitationWatch } from '#client/features/onboarding/use-invitation-watch.ts';
import { plural, t } from '#client/lib/texts.ts';
import { Note } from '#client/ui/note.tsx';
import { buttonClass } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { AttentionIcon, EmployeeIcon, ForwardIcon, type Icon, PlusIcon } from '#client/ui/icons.tsx';

interface ChoiceProps {
  readonly to: string;
  readonly icon: Icon;
  readonly title: string;
  readonly text: string;
}

const Choice = ({ to, icon: IconShape, title, text }: ChoiceProps) => (
  <Card>
    <Link href={to} className="flex items-center gap-4 rounded-card p-5 text-ink no-underline hover:bg-sunk">
      <span className="grid size-12 shrink-0 place-items-center rounded-ctl bg-actsoft text-act">
        <IconShape className="size-6" aria-hidden="true" />
      </span>
      <span className="flex-1">
        <span className="mb-1 block text-lg/[1.3] font-[680]">{title}</span>
        <span className="text-ink2">{text}</span>
      </span>
      <ForwardIcon className="size-5 text-ink2" aria-hidden="true" />
    </Link>
  </Card>
);

/** Lets users who have lost their company find what they could not send to it. */
const UnsentNote = () => {
  const { pending } = useSyncState();
  return (
    pending > 0 && (
      <Note tone="straw" icon={AttentionIcon}>
        {plural(
          pending,
          'One of your changes was not sent and is kept on this device.',
          '{count} of your changes were not sent and are kept on this device.',
        )}{' '}
        <Link href="/sync" className="inline-flex min-h-11 items-center font-[640] text-inherit">
          {t('See unsent changes')}
        </Link>
      </Note>
    )
  );
};

/** `/onboarding/choice` (specification 3.7). */
export const ChoiceScreen = () => {
  useInvitationWatch();
  return (
    <OnboardingFrame title={t('Welcome to Headland')} lead={t('Are you setting up a company, or joining one?')}>
      <UnsentNote />
      <div className="grid gap-4">
        <Choice
          to="/onboarding/create-organization"
          icon={PlusIcon}
          title={t('Create New Organization')}
          text={t('For owners: your company with its customers, machines and people.')}
        />
        <Choice
          to="/onboarding/request-invitation"
          icon={EmployeeIcon}
          title={t('Join Existing Organization')}
          text={t('Your company already uses Headland.')}
        />
      </div>
      <div className="-ml-4.5 flex flex-wrap gap-x-2">
        <Link href="/onboarding/import-organization" className={buttonClass({ variant: 'ghost' })}>
          {t('Import a Headland export')}
        </Link>
        <Link href="/onboarding/sample" className={buttonClass({ variant: 'ghost' })}>
          {t('Look around a sample company first')}
        </Link>
      </div>
    </OnboardingFrame>
  );
};
