import { type MemoryDatabase } from '#tests/sim/memory-storage.ts';
import { Oracle } from '#tests/sim/oracle.ts';
import { People } from '#tests/sim/people.ts';
import { furnishServer, ORGS } from '#tests/sim/scene.ts';
import { World } from '#tests/sim/world.ts';

const copies = new Map<number, MemoryDatabase>();

/** What a device of this user holds that was here before, as the engine itself has filled it. */
export const visited = async (userId: number): Promise<MemoryDatabase> => {
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
  const desk = people.open(device, userId);
  const drive = async (): Promise<void> => {
    while (world.step()) {
      await world.keeping.settled();
    }
  };
  await drive();
  people.sync(desk, ORGS);
  await drive();
  // Each device has a name of its own.
  device.db.tables.meta.delete('counters');
  copies.set(userId, device.db);
  return device.db;
};
