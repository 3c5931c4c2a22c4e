import { useLocation } from 'wouter';
import { can } from '#shared/access/capabilities.ts';
import { useOrganizations } from '#client/data/organization-context.tsx';
import { setAside, useSetAside } from '#client/features/onboarding/set-aside.ts';
import { incompleteOf, isHalfMade, workplaceOf } from '#client/features/onboarding/steps.ts';
import { useOnboardingOrganization } from '#client/features/onboarding/use-onboarding.ts';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { BackIcon, DeleteIcon } from '#client/ui/icons.tsx';

/**
 * The way back to work for somebody who has another organization than the one that is being set up, and for its owner the way to do away with
 * it. Nothing of it needs a connection, and what was set up so far stays.
 */
export const HalfMadeBar = () => {
  const { organizations, selected, select } = useOrganizations();
  const [, navigate] = useLocation();
  const aside = useSetAside();
  const asked = useOnboardingOrganization();
  const halfMade = asked && isHalfMade(asked) ? asked : incompleteOf(organizations, aside);
  const workplace = workplaceOf(organizations, selected);
  if (!halfMade || !workplace) {
    return null;
  }
  const leaveFor = (id: number, path: string): void => {
    setAside(organizations.filter(isHalfMade).map((each) => each.id));
    select(id);
    navigate(path);
  };
  return (
    <nav aria-label={t('Other company')} className="border-b border-line bg-ground">
      <div className="mx-auto flex max-w-275 flex-wrap items-center justify-between gap-x-4 px-2 md:px-6">
        <Button variant="ghost" icon={BackIcon} className="max-w-full px-2!" onClick={() => leaveFor(workplace.id, '/dashboard')}>
          <span className="truncate">{t('Back to {name}', { name: workplace.name })}</span>
        </Button>
        {can(halfMade.role, 'organization:delete') && (
          <Button
            variant="ghost"
            icon={DeleteIcon}
            className="max-w-full px-2! text-poppy-fg!"
            onClick={() => leaveFor(halfMade.id, '/organization/data')}
          >
            <span className="truncate">{t('Discard {name}', { name: halfMade.name })}</span>
          </Button>
        )}
      </div>
    </nav>
  );
};
