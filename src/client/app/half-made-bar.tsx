import { useLocation } from 'wouter';
import { can } from '#shared/access/capabilities.ts';
import { useOrganizations } from '#client/data/organization-context.tsx';
import { setAside, useSetAside } from '#client/features/onboarding/set-aside.ts';
import { incompleteOf, isHalfMade, workplaceOf } from '#client/features/onboarding/steps.ts';
import { useOnboardingOrganization } from '#client/features/onboarding/use-onboarding.ts';
import { cx } from '#client/lib/cx.ts';
import { t } from '#client/lib/texts.ts';
import { buttonClass } from '#client/ui/button.tsx';
import { BackIcon, DeleteIcon, type Icon } from '#client/ui/icons.tsx';

interface BarButtonProps {
  readonly icon: Icon;
  readonly className?: string;
  readonly onPress: () => void;
  readonly children: string;
}

/** A company's name may be wider than a phone: then its end is cut, never the beginning of the button's text. */
const BarButton = ({ icon: IconShape, className, onPress, children }: BarButtonProps) => (
  <button type="button" onClick={onPress} className={cx(buttonClass({ variant: 'ghost' }), 'min-w-0 max-w-full px-2!', className)}>
    <IconShape aria-hidden="true" />
    <span className="min-w-0 truncate">{children}</span>
  </button>
);

/**
 * The way back to work for members of another organization than the one being set up, and for the owner a way to delete the half-made one.
 * None of it needs a connection, and what was set up so far stays.
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
    <nav aria-label={t('Another company')} className="border-b border-line bg-ground">
      <div className="mx-auto flex max-w-275 flex-wrap items-center justify-between gap-x-4 px-2 md:px-6">
        <BarButton icon={BackIcon} onPress={() => leaveFor(workplace.id, '/dashboard')}>
          {t('Back to {name}', { name: workplace.name })}
        </BarButton>
        {can(halfMade.role, 'organization:delete') && (
          <BarButton icon={DeleteIcon} className="text-poppy-fg!" onPress={() => leaveFor(halfMade.id, '/organization/data')}>
            {t('Discard {name}', { name: halfMade.name })}
          </BarButton>
        )}
      </div>
    </nav>
  );
};
