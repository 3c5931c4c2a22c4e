import { Link } from 'wouter';
import { OnboardingFrame } from '#client/features/onboarding/onboarding-frame.tsx';
import { Card } from '#client/ui/card.tsx';
import { EmployeeIcon, ForwardIcon, type Icon, PlusIcon } from '#client/ui/icons.tsx';

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
        <span className="block text-lg font-[680]">{title}</span>
        <span className="text-ink2">{text}</span>
      </span>
      <ForwardIcon className="size-5 text-ink2" aria-hidden="true" />
    </Link>
  </Card>
);

/** `/onboarding/choice` (specification 1 §2). */
export const ChoiceScreen = () => (
  <OnboardingFrame title="Welcome to Headland" lead="Do you start a company here, or does your company work with Headland already?">
    <div className="grid gap-4">
      <Choice
        to="/onboarding/create-organization"
        icon={PlusIcon}
        title="Create New Organization"
        text="For the owner: your company with its customers, machines and people."
      />
      <Choice
        to="/onboarding/request-invitation"
        icon={EmployeeIcon}
        title="Join Existing Organization"
        text="For everybody who was told to get the app."
      />
    </div>
  </OnboardingFrame>
);
