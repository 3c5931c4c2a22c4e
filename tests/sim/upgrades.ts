import { COPY_ROWS, takenOver } from '#client/offline/view/lacking.ts';
import type { Tx } from '#client/offline/engine/ports.ts';
import { insertRow } from '#tests/sim/model-records.ts';
import { NEW_KIND, OFFICE } from '#tests/sim/scene.ts';
import { portsOf } from '#tests/sim/tab-ports.ts';
import type { World } from '#tests/sim/world.ts';
import type { Device } from '#tests/sim/world-state.ts';

const growMeta = async (tx: Tx): Promise<void> => {
  const rows = await Promise.all(COPY_ROWS.map((name) => tx.list('meta', { from: name, to: `${name}~` })));
  const { puts, removes } = takenOver(rows.flat(), [NEW_KIND]);
  for (const row of puts) {
    await tx.put('meta', row);
  }
  for (const key of removes) {
    await tx.remove('meta', key);
  }
};

/** Apps and server are updated in the middle of a schedule, in any order: a new kind of record arrives. */
export class Upgrades {
  private readonly world: World;

  constructor(world: World) {
    this.world = world;
    for (const device of world.devices) {
      device.isOldApp = world.laterRandom.isHit(0.7);
    }
    world.server.unknown = new Set(world.laterRandom.isHit(0.5) ? [NEW_KIND] : []);
  }

  /** Someone makes a record of the new kind, the server learns it, or a device gets the new app. */
  step(orgId: number): void {
    const { laterRandom } = this.world;
    const old = this.world.devices.filter(({ isOldApp }) => isOldApp);
    const what = laterRandom.weighted({ make: 3, server: 1, device: old.length });
    if (what === 'make') {
      const name = `Mower ${laterRandom.below(1e6)}`;
      this.world.say(() => `office: makes ${name}`);
      insertRow(this.world.server.office(orgId, OFFICE), NEW_KIND, { name });
    } else if (what === 'server') {
      this.world.say(() => 'the server is updated');
      this.world.server.unknown = new Set();
    } else {
      this.update(laterRandom.pick(old));
    }
  }

  /** Everything is up to date. */
  finish(): void {
    this.world.server.unknown = new Set();
    for (const device of this.world.devices.filter(({ isOldApp }) => isOldApp)) {
      this.update(device);
    }
  }

  /** A tab with the new app takes the database over in one transaction; old tabs end, or stay with an open form. */
  private update(device: Device): void {
    this.world.say(() => `${device.name} gets the new app`);
    // A tab that crashes leaves the list.
    for (const tab of device.tabs.slice()) {
      if (this.world.laterRandom.isHit(0.5)) {
        this.world.crash(tab);
      } else {
        tab.isOutdated = true;
      }
    }
    const tab = this.world.addTab(device, `${device.name}.new`, null);
    portsOf(this.world, tab)
      .storage.write(['meta'], growMeta, { durability: 'strict' })
      .then(
        () => {
          device.isOldApp = false;
          this.world.crash(tab);
        },
        // All of it was undone: it is tried again.
        () => undefined,
      );
  }
}
