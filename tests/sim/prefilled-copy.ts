import { type MemoryDatabase } from '#tests/sim/memory-storage.ts';
import { Oracle } from '#tests/sim/oracle.ts';
import { People } from '#tests/sim/people.ts';
import { furnishServer, ORGS } from '#tests/sim/scene.ts';
import { World } from '#tests/sim/world.ts';

const copies = new Map<number, MemoryDatabase>();

/** What a device that this user has used before holds, as the engine itself has filled it. */
export const prefilledCopy = async (userId: number): Promise<MemoryDatabase> => {
  const known = copies.get(userId);
  if (known) {
    return known;
  }
  const world = new World(userId, false);
  furnishServer(world.server);
  const people = new People(world, new Oracle(world));
  const device = world.addDevice('D0', true);
  device.token = 'token';
  world.server.sessions.set('token', userId);
  const session = people.open(device, userId);
  const drive = async (): Promise<void> => {
    do {
      await world.storage.settled();
    } while (world.step());
  };
  await drive();
  people.sync(session, ORGS);
  await drive();
  // Each device has an id of its own.
  device.db.tables.meta.delete('counters');
  copies.set(userId, device.db);
  return device.db;
};
