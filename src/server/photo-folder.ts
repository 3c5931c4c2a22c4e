import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PhotoStore } from '#server/context.ts';

const exists = async (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/**
 * Keeps attached files in a folder, each organization in its own. A file appears whole and flushed, or not at all;
 * one that was kept for a write that then failed is unreferenced and harms nobody.
 */
export const photoFolder = (folder: string): PhotoStore => {
  const pathOf = (organizationId: number, name: string) => join(folder, String(organizationId), name.slice(0, 2), name);
  return {
    pathOf,
    put: async (organizationId, name, bytes) => {
      const path = pathOf(organizationId, name);
      if (await exists(path)) {
        return;
      }
      await mkdir(dirname(path), { recursive: true });
      const draft = `${path}.${randomUUID()}.part`;
      const file = await open(draft, 'wx');
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(draft, path);
    },
  };
};
