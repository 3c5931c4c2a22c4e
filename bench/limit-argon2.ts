import { hashPassword, passwordMatches } from '#server/auth/passwords.ts';
import { inLanes } from './requests.ts';
import { serveWork } from './worker.ts';

/** The limit of signing in: checking passwords alone, with as many lanes as there are connections, each from an address of its own. */
serveWork(async (configuration) => {
  const { lanes, password } = configuration as { lanes: number; password: string };
  const hash = await hashPassword(password);
  return { run: async (ms) => (await inLanes(lanes, ms, (_, lane) => passwordMatches(hash, password, String(lane)))).count };
});
