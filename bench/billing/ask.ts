import type { Run } from '#bench/measure-calls.ts';
import { type BenchRequest, keepAlive, send } from '#bench/requests.ts';

/** Asks the program as the owner of an organization; the answer's JSON. */
export type Ask = <T>(method: BenchRequest['method'], path: string, body?: unknown) => Promise<T>;

/** Asks on connections of its own, which `end` closes. */
export const asker = ({ program, data }: Pick<Run, 'program' | 'data'>, orgId: number): { readonly ask: Ask; end(): void } => {
  const agent = keepAlive(1);
  const headers = data.signedIn.get(orgId) ?? {};
  return {
    ask: async <T>(method: BenchRequest['method'], path: string, body?: unknown) => {
      const isText = typeof body === 'string';
      const { status, body: answer } = await send(program.origin, agent, {
        method,
        path: `/api/organizations/${orgId}/${path}`,
        headers: { ...headers, ...(isText ? { 'content-type': 'application/octet-stream' } : {}) },
        ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
      });
      if (status >= 300) {
        throw new Error(`${method} ${path} answered ${status}: ${answer.toString().slice(0, 500)}`);
      }
      return JSON.parse(answer.toString()) as T;
    },
    end: () => agent.destroy(),
  };
};
