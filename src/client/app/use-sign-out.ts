import { useQueryClient } from '@tanstack/react-query';
import { contract } from '#shared/contract.ts';
import { call } from '#client/api/call.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { userQuery } from '#client/data/session.ts';

/** Ends the session and forgets everything that was read; the landing screen follows. */
export const useSignOut = () => {
  const client = useQueryClient();
  const notices = useNotices();
  return async () => {
    try {
      await call(contract.users.logout, {});
    } catch (error) {
      notices.failure('Logout failed', error);
      return;
    }
    client.removeQueries({ predicate: (query) => query.queryKey[0] !== userQuery.queryKey[0] });
    client.setQueryData(userQuery.queryKey, null);
    window.history.replaceState(null, '', '/');
    notices.success('Logged out', 'You have been successfully logged out.');
  };
};
