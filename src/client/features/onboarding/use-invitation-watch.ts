import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { readOrganizationsAgain } from '#client/data/session.ts';

const EVERY_MS = 5_000;

/** Polls while the user waits to be added to a company, so that an invited user does not create one of their own because they have none. */
export const useInvitationWatch = (): void => {
  const client = useQueryClient();
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') {
        void readOrganizationsAgain(client);
      }
    };
    const timer = window.setInterval(look, EVERY_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      window.clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [client]);
};
