import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallOf, Endpoint, ResponseOf } from '#shared/endpoint.ts';
import { call } from '#client/api/call.ts';
import { orgKey } from '#client/data/queries.ts';

/** The one way in which screens write. Every list of the organization is read again after a change (specification 2 §7). */
export const useWrite = <E extends Endpoint>(orgId: number, endpoint: E) => {
  const client = useQueryClient();
  return useMutation<ResponseOf<E>, Error, CallOf<E>>({
    mutationFn: (parts) => call(endpoint, parts),
    onSuccess: () => client.invalidateQueries({ queryKey: orgKey(orgId) }),
  });
};
