import { createEngine } from '#client/offline/engine/engine.ts';
import { memoryDatabase, memoryStorage } from '../sim/memory-storage.ts';
import { ModelServer } from '../sim/model-server.ts';
import { furnishServer } from '../sim/scene.ts';
import { onlinePorts } from './device-core.ts';

/** A furnished server, and a device whose user 1 it knows by their session; signing in is left to the test. `now` is the clock of both. */
export const modelDevice = (now: () => number) => {
  const server = new ModelServer(now);
  furnishServer(server);
  server.sessions.set('token', 1);
  const db = memoryDatabase();
  const engine = createEngine(onlinePorts(memoryStorage(db), now, async (request) => server.handle(request, 'token')));
  return { server, db, engine };
};
