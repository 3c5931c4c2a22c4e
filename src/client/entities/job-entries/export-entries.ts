import { fullName } from '#shared/domain/names.ts';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import { entryColumns } from '#client/entities/job-entries/entry-columns.ts';
import { systemFirst } from '#client/entities/custom-data-fields/data-fields.tsx';
import { type EntryListFilter, type EntryPage, type PagePlace, readEntryPage } from '#client/data/local-entries.ts';
import { isUnreachable, readAll } from '#client/data/local-rows.ts';
import type { ListColumn } from '#client/lib/list-table.ts';
import { t } from '#client/lib/texts.ts';

/** Entries asked of the server at a time: fewer requests than a screen makes, which shows them as they come. */
const SERVER_PAGE = 500;

/**
 * All entries that match a filter, newest first: those of this device, and what is older from the server. Rejects if that cannot be reached,
 * for nobody would see that a file ends too early.
 */
export const readAllEntries = async (orgId: number, filter: EntryListFilter): Promise<JobEntry[]> => {
  const entries: JobEntry[] = [];
  for (let place: PagePlace | undefined = { from: 'here', after: null }; place !== undefined;) {
    const { items, next }: EntryPage = await readEntryPage(orgId, filter, place, SERVER_PAGE).catch((error: unknown) => {
      throw isUnreachable(error) ? new Error(t('Older entries are not on this device. Connect and try again.')) : error;
    });
    entries.push(...items);
    place = next;
  }
  return entries;
};

/** The columns of these entries, with the names of what their own fields refer to. */
export const readEntryColumns = async (orgId: number, entries: readonly JobEntry[]): Promise<ListColumn<JobEntry>[]> => {
  const [fields, equipment, employees] = await Promise.all([
    readAll('customDataFields', orgId),
    readAll('equipment', orgId),
    readAll('employees', orgId),
  ]);
  const machines = new Map(equipment.map(({ id, name }) => [id, name]));
  const people = new Map(employees.map((employee) => [employee.id, fullName(employee)]));
  return entryColumns(entries, {
    fields: systemFirst(fields),
    equipmentName: (id) => machines.get(id),
    employeeName: (id) => people.get(id),
  });
};
