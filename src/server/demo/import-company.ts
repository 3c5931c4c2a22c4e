import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Imported } from '#shared/domain/archive.ts';
import { importArchive, type ImportTarget } from '#server/commands/archive/import-organization.ts';
import { PRIVATE_FOLDER } from '#server/private-files.ts';
import { packArchiveFiles, readArchiveFiles } from '#server/demo/archive-files.ts';
import type { DemoCompany } from '#server/demo/companies.ts';
import { moveArchive, type Moved } from '#server/demo/move-archive.ts';

/** The archive of a company: found upwards, because the program runs from `src` and from the bundle in `dist`. */
export const archivePathOf = ({ archive }: Pick<DemoCompany, 'archive'>): string => {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, 'demo', archive))) {
    const parent = dirname(folder);
    if (parent === folder) {
      throw new Error(`The demo's ${archive} is missing in the folder demo/ beside the program.`);
    }
    folder = parent;
  }
  return join(folder, 'demo', archive);
};

/** Makes a company of the demo, whose season ends today, with the target's owner as its owner: an ordinary import. */
export const importCompany = async (target: ImportTarget, company: Pick<DemoCompany, 'archive'>, moved: Moved): Promise<Imported> => {
  const archive = await readArchiveFiles(archivePathOf(company));
  moveArchive(archive, moved);
  await mkdir(target.scratchFolder, { recursive: true, mode: PRIVATE_FOLDER });
  const folder = await mkdtemp(join(target.scratchFolder, 'import-'));
  try {
    const path = join(folder, company.archive);
    await writeFile(path, await packArchiveFiles(archive, { compress: false }));
    return await importArchive(target, path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
