import { useCallback } from 'react';
import { useLocation } from 'wouter';
import type { Organization } from '#shared/domain/organization.ts';
import { useOrganizations } from '#client/data/organization-context.tsx';
import { isHalfMade } from '#client/features/onboarding/steps.ts';

/** Switches to another organization. A half-made one leads to its onboarding, and the current one stays selected until it is complete. */
export const useSwitchTo = (): ((organization: Organization) => void) => {
  const { select } = useOrganizations();
  const [, navigate] = useLocation();
  return useCallback(
    (organization) => {
      if (isHalfMade(organization)) {
        navigate(`/onboarding/go-on?orgId=${organization.id}`);
      } else {
        select(organization.id);
        navigate('/dashboard');
      }
    },
    [select, navigate],
  );
};
