import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useLocation } from 'wouter';
import type { Organization } from '#shared/domain/organization.ts';
import { routes } from '#shared/routes.ts';
import { callOnline } from '#client/api/other-calls.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { useOrganizations } from '#client/data/organization-context.tsx';
import { readOrganizationsAgain } from '#client/data/session.ts';
import { withDeviceZone } from '#client/data/with-device-zone.ts';
import { pageLanguage } from '#client/lib/language.ts';
import { t } from '#client/lib/texts.ts';

/** The made-up company of the user, if they have one. */
export const sampleIn = (organizations: readonly Organization[]): Organization | undefined =>
  organizations.find(({ isSample }) => isSample);

/** The server's sample company for this user. */
const makeSample = (): Promise<Organization> =>
  withDeviceZone((zone) => callOnline(routes.samples.create, { body: { language: pageLanguage(), ...zone } }));

/** Opens the user's sample company, which is made if they have none, and goes to its overview. Resolves to whether it is open. */
export const useOpenSample = () => {
  const { organizations, select } = useOrganizations();
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const notices = useNotices();
  const [isBusy, setBusy] = useState(false);
  const known = sampleIn(organizations)?.id;
  const open = useCallback(async (): Promise<boolean> => {
    setBusy(true);
    try {
      let id = known;
      if (id === undefined) {
        ({ id } = await makeSample());
        await readOrganizationsAgain(client);
      }
      select(id);
      navigate('/dashboard');
      return true;
    } catch (error) {
      notices.failure(t('Could not open the sample company'), error);
      return false;
    } finally {
      setBusy(false);
    }
  }, [known, client, select, navigate, notices]);
  return { open, isBusy };
};
