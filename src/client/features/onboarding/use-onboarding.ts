import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import { can } from '#shared/access/capabilities.ts';
import { routes } from '#shared/routes.ts';
import type { Organization } from '#shared/domain/organization.ts';
import { refusedWrite } from '#client/api/api-error.ts';
import { theEngine, useEngine } from '#client/data/engine-context.tsx';
import { useOrganizations } from '#client/data/organization-context.tsx';
import { employeeQueries } from '#client/data/queries.ts';
import { readOrganizationsAgain } from '#client/data/session.ts';
import { useWriter } from '#client/data/use-write.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { pause } from '#client/lib/pause.ts';
import { t } from '#client/lib/texts.ts';
import { discardChanges, undecidedChanges } from '#client/offline/public.ts';

/** The pauses on completion (specification 3.5). */
const PAUSE_MS = 500;

/** The organization of the address, if the user may set it up. Its records are loaded onto this device. */
export const useOnboardingOrganization = (): Organization | undefined => {
  const asked = Number(new URLSearchParams(useSearch()).get('orgId'));
  const { organizations } = useOrganizations();
  const engine = useEngine();
  const found = organizations.find(({ id, role }) => id === asked && can(role, 'organization:write'));
  const id = found?.id;
  useEffect(() => {
    if (id !== undefined) {
      engine.wantPull(id);
    }
  }, [engine, id]);
  return found;
};

/** Whether creation was interrupted between its two steps: the owner has no name yet, and gives it first. */
export const useLacksName = ({ id, employeeId }: Organization): boolean => {
  const { data: employees } = useQuery(employeeQueries.list(id));
  const me = employees?.find((employee) => employee.id === employeeId);
  return me?.accessLevel === 'owner' && me.lastName === '';
};

/** Where they give it. */
export const namePath = ({ id }: Organization): string => `/onboarding/create-organization?orgId=${id}`;

/**
 * A step that could not be saved is not worth asking about later. If somebody else went on in the meantime, their step stays; any other
 * reason is thrown.
 */
const giveUp = async (orgId: number): Promise<void> => {
  const items = (await undecidedChanges(theEngine())).filter(
    ({ store, data, ...item }) => item.orgId === orgId && store === 'organizations' && Object.keys(data ?? {}).join() === 'onboardingStep',
  );
  await discardChanges(
    theEngine(),
    items.map(({ id }) => id),
  );
  const refused = items.find(({ reason }) => reason !== 'conflict');
  if (refused) {
    throw refused.lastError ? refusedWrite(refused.lastError) : new Error('It was refused.');
  }
};

/** Saves how far the onboarding of an organization has come. Throws the server's refusal. */
export const useSaveStep = (organization: Organization) => {
  const { id: orgId, onboardingCompleted } = organization;
  const update = useWriter(orgId, routes.organizations.update, false);
  return async (onboardingStep: NonNullable<Parameters<typeof update>[0]['body']['onboardingStep']>): Promise<void> => {
    if (onboardingCompleted) {
      // Only viewed again: it stays complete.
      return;
    }
    const { state } = await update({ params: { orgId }, body: { onboardingStep } });
    if (state === 'attention') {
      await giveUp(orgId);
    }
  };
};

/**
 * Completes the organization and continues on its dashboard, in the order and with the pauses of specification 3.5. Throws only if it is
 * not complete.
 */
export const useComplete = (organization: Organization) => {
  const saveStep = useSaveStep(organization);
  const client = useQueryClient();
  const { select } = useOrganizations();
  const [, navigate] = useLocation();
  const notices = useNotices();
  return async (title: string, text?: string): Promise<void> => {
    await saveStep('completed');
    try {
      await readOrganizationsAgain(client);
      await pause(PAUSE_MS);
      select(organization.id);
      await pause(PAUSE_MS);
      notices.success(title, text);
    } catch (error) {
      notices.failure(t("The list of organizations couldn't be loaded"), error);
    } finally {
      navigate('/dashboard');
    }
  };
};
