import type { User } from '#shared/domain/user.ts';
import { isoMoment, localDate } from '#shared/lib/dates.ts';
import { type ItemView, readItemViews } from '#client/data/sync-items.ts';
import { kindOf } from '#client/data/sync-words.ts';
import { type PlainText, t } from '#client/lib/texts.ts';
import { csvLine } from '#shared/lib/csv.ts';
import { csvFile, download } from '#client/lib/download.ts';
import { deviceTime, type Engine, readFile, readThisDevice, waitingChanges } from '#client/offline/public.ts';

const PAGE = 200;

export type ExportKind = 'json' | 'csv';

/** Goes through all unsent changes of the user in their order, a page at a time. */
const eachPage = async (engine: Engine, work: (views: readonly ItemView[]) => void): Promise<void> => {
  for (let after = 0, isMore = true; isMore;) {
    const page = await waitingChanges(engine, after, PAGE);
    work(
      await readItemViews(
        engine,
        page.map(({ item }) => item),
      ),
    );
    after = page.at(-1)?.item.seq ?? after;
    isMore = page.length === PAGE;
  }
};

const HEAD = ['Created at', 'Kind', 'Change', 'Organization', 'Status', 'Values'] as const satisfies readonly PlainText[];

const OPERATION = { create: 'new', update: 'change', remove: 'deletion' } as const satisfies Record<string, PlainText>;

/** One line of the table. */
export const csvCells = ({ item, title, organization, values }: ItemView): string[] => [
  isoMoment(item.timestamp),
  `${kindOf(item.store)}, ${t(OPERATION[item.operation])}`,
  title,
  organization,
  item.status === 'attention' ? t('needs attention') : t('waiting'),
  values.map(([label, value]) => `${label}: ${value}`).join('; '),
];

const csvOf = async (engine: Engine): Promise<Blob> => {
  const parts = [csvLine(HEAD.map((head) => t(head)))];
  await eachPage(engine, (views) => void parts.push(...views.map((view) => csvLine(csvCells(view)))));
  return csvFile(parts);
};

const dataUrlOf = (bytes: ArrayBuffer, type: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file cannot be read.')));
    reader.readAsDataURL(new Blob([bytes], { type }));
  });

/** The files of the changes as one JSON object by their hashes; each becomes a `Blob` at once, so that memory never holds more than one. */
const filesOf = async (engine: Engine, hashes: ReadonlySet<string>): Promise<Blob[]> => {
  const parts: Blob[] = [];
  for (const sha256 of hashes) {
    const file = await readFile(engine, sha256);
    if (file) {
      const content = { fileName: file.fileName, type: file.type, dataUrl: await dataUrlOf(file.bytes, file.type) };
      parts.push(new Blob([parts.length === 0 ? '' : ',\n', JSON.stringify(sha256), ':', JSON.stringify(content)]));
    }
  }
  return parts;
};

const jsonOf = async (engine: Engine, user: User): Promise<Blob> => {
  const changes: string[] = [];
  const hashes = new Set<string>();
  await eachPage(engine, (views) => {
    for (const { item, title, organization, values } of views) {
      changes.push(JSON.stringify({ title, madeAt: isoMoment(item.timestamp), organization, values: Object.fromEntries(values), item }));
      item.blobs.forEach((sha256) => hashes.add(sha256));
    }
  });
  const { name: device } = await readThisDevice(engine);
  const about = { app: 'Headland', kind: 'unsent changes', user: user.email, device };
  const head = JSON.stringify({ ...about, savedAt: isoMoment(deviceTime(engine)) }).slice(0, -1);
  const files = await filesOf(engine, hashes);
  return new Blob([head, ',"changes":[\n', changes.join(',\n'), '\n],"files":{\n', ...files, '\n}}\n'], { type: 'application/json' });
};

/** Saves all unsent changes of the user as a file: JSON complete with their files, CSV as a table. Needs no network. */
export const exportUnsent = async (engine: Engine, user: User, kind: ExportKind): Promise<void> => {
  const content = kind === 'json' ? await jsonOf(engine, user) : await csvOf(engine);
  download(content, `headland-unsent-${localDate(new Date(deviceTime(engine)))}.${kind}`);
};
