import { useUser } from '#client/data/user-context.tsx';
import { OnboardingFrame } from '#client/features/onboarding/onboarding-frame.tsx';
import { BackLink } from '#client/components/links.tsx';
import { buttonClass, Button } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { CopyIcon, LogOutIcon } from '#client/ui/icons.tsx';
import { useToast } from '#client/ui/toast.tsx';

const STEPS = [
  'Send this email address to the owner or a manager of your company.',
  'They add you under Employees, with this address, and tick Application User.',
  'Come back here and load this page again, or sign in anew.',
  'You land in your company, with the access level they gave you.',
];

/** `/onboarding/request-invitation` (specification 1 §2). */
export const RequestInvitationScreen = () => {
  const { email, firstName, lastName } = useUser();
  const toast = useToast();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(email);
      toast({ title: 'Copied', text: email });
    } catch {
      toast({ title: 'Could not copy', text: 'Mark the address and copy it by hand.', tone: 'destructive' });
    }
  };
  return (
    <OnboardingFrame title="Join your company" lead="Somebody there gives you access, by the email address of your account.">
      <Card className="grid gap-5 p-5">
        <div className="flex flex-wrap items-center gap-3">
          <div className="min-w-0 flex-1">
            <div className="text-sm text-ink2">Your email</div>
            <div className="text-lg font-[680] wrap-anywhere">{email}</div>
            {(firstName ?? lastName) && <div className="text-ink2">{[firstName, lastName].filter(Boolean).join(' ')}</div>}
          </div>
          <Button icon={CopyIcon} onClick={() => void copy()}>
            Copy
          </Button>
        </div>
        <ol className="grid gap-3 border-t border-line pt-5">
          {STEPS.map((step, index) => (
            <li key={step} className="flex gap-3">
              <span className="grid size-7 shrink-0 place-items-center rounded-chip bg-actsoft font-bold text-act tabular-nums">
                {index + 1}
              </span>
              {step}
            </li>
          ))}
        </ol>
      </Card>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <BackLink to="/onboarding/choice">Back</BackLink>
        <a href="/api/logout" className={buttonClass({ variant: 'plain' })}>
          <LogOutIcon aria-hidden="true" />
          Sign Out
        </a>
      </div>
    </OnboardingFrame>
  );
};
