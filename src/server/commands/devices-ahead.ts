import { counters } from '#server/counters.ts';
import type { Health } from '#server/health.ts';

const HOUR_MS = 3_600_000;

const WHY =
  'The database was probably put back to an earlier state, such as a snapshot of its disk, and does not know it. If so, stop Headland, run `npm run restored` and start it again: then devices offer again what was lost.';

interface Deps {
  readonly now: () => Date;
  readonly say: (line: string) => void;
  readonly health: Health | undefined;
}

/**
 * Notes that a device knows a change of the organization that the database does not have, in the same epoch. It is only reported: a made-up
 * cursor looks the same, so nothing happens automatically. Every one is counted; an organization is named in the log at most once an hour.
 */
export const createDevicesAhead = ({ now, say, health }: Deps): ((organizationId: number) => void) => {
  const saidAt = new Map<number, number>();
  return (organizationId) => {
    counters.add('devices_ahead', 'reset');
    const at = now().getTime();
    if (at - (saidAt.get(organizationId) ?? -HOUR_MS) < HOUR_MS) {
      return;
    }
    saidAt.set(organizationId, at);
    say(`A device of organization ${organizationId} knows of changes that the database does not have. ${WHY}`);
    health?.raise({
      kind: 'devices',
      level: 'warning',
      message: `Devices know of changes that the database does not have. ${WHY}`,
      code: 'devices-ahead',
      values: { organizations: saidAt.size },
    });
  };
};
