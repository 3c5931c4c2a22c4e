import { installationHas } from '#server/db/copy/catalogue.ts';
import { type CopyClient, withClient } from '#server/db/copy/client.ts';

const markOf = (backup: string): string => `rows of ${backup} put back`;

/** Records, in the transaction of the rows, which backup they are of. The epoch that is settled next overwrites it with its own reason. */
export const markRestored = async (client: CopyClient, backup: string): Promise<void> => {
  if (await installationHas(client, ['epoch_reason'])) {
    await client.query('update public.installation set epoch_reason = $1', [markOf(backup)]);
  }
};

/** Whether all rows of the backup came in before, and what follows, the epoch, did not. */
export const isRestored = (url: string, backup: string): Promise<boolean> =>
  withClient(url, async (client) => {
    if (!(await installationHas(client, ['epoch_reason']))) {
      return false;
    }
    const { rows } = await client.query('select from public.installation where epoch_reason = $1', [markOf(backup)]);
    return rows.length > 0;
  });
