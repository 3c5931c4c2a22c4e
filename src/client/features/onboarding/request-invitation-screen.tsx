import type { MouseEvent } from 'react';
import { useUser } from '#client/data/user-context.tsx';
import { useEngine } from '#client/data/engine-context.tsx';
import { leave } from '#client/data/leave.ts';
import { OnboardingFrame } from '#client/features/onboarding/onboarding-frame.tsx';
import { useInvitationWatch } from '#client/features/onboarding/use-invitation-watch.ts';
import { BackLink } from '#client/components/links.tsx';
import { type PlainText, t } from '#client/lib/texts.ts';
import { buttonClass, Button } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { CopyIcon, LogOutIcon } from '#client/ui/icons.tsx';
import { useToast } from '#client/ui/toast.tsx';

const STEPS = [
  'Send this email address to the owner or a manager of your company.',
  'They add you with exactly this address: during setup, or under Employees as an Application User.',
  'Leave this page open or come back later: it updates by itself.',
  "You're in, with the access level they chose.",
] as const satisfies readonly PlainText[];

/** `/onboarding/request-invitation` (specification 3.8). */
export const RequestInvitationScreen = () => {
  const { email, firstName, lastName } = useUser();
  const toast = useToast();
  const engine = useEngine();
  useInvitationWatch();
  /** The copy on this device is removed first; the address ends the session. */
  const signOut = (event: MouseEvent) => {
    event.preventDefault();
    void leave(engine).finally(() => location.assign('/api/logout'));
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(email);
      toast({ title: t('Copied'), text: email });
    } catch {
      toast({ title: t('Could not copy'), text: t('Select the address and copy it by hand.'), tone: 'destructive' });
    }
  };
  return (
    <OnboardingFrame title={t('Join your company')} lead={t("Someone there gives you access, using your account's email address.")}>
      <Card className="grid gap-5 p-5">
        <div className="flex flex-wrap items-center gap-3">
          <div className="min-w-0 flex-1">
            <div className="text-sm text-ink2">{t('Your email')}</div>
            <div className="text-lg font-[680] wrap-anywhere">{email}</div>
            {(firstName ?? lastName) && <div className="text-ink2">{[firstName, lastName].filter(Boolean).join(' ')}</div>}
          </div>
          <Button icon={CopyIcon} onClick={() => void copy()}>
            {t('Copy')}
          </Button>
        </div>
        <ol className="grid gap-3 border-t border-line pt-5">
          {STEPS.map((step, index) => (
            <li key={step} className="flex gap-3">
              <span className="grid size-7 shrink-0 place-items-center rounded-chip bg-actsoft font-bold text-act tabular-nums">
                {index + 1}
              </span>
              {t(step)}
            </li>
          ))}
        </ol>
        <p className="border-t border-line pt-4 text-sm/[1.45] text-ink2">
          {t('They may also send you a link or show you a code to scan. It takes you straight to your company.')}
        </p>
      </Card>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <BackLink to="/onboarding/choice">{t('Back')}</BackLink>
        <a href="/api/logout" onClick={signOut} className={buttonClass({ variant: 'plain' })}>
          <LogOutIcon aria-hidden="true" />
          {t('Sign Out')}
        </a>
      </div>
    </OnboardingFrame>
  );
};
