import type { CustomDataField } from '#shared/domain/custom-data-field.ts';
import type { ImportOptions } from '#shared/domain/import.ts';
import { EQUIPMENT_COUNT, serviceFields, type ServiceType, serviceTypeInput, serviceTypePatch } from '#shared/domain/service-type.ts';
import { columnOf, type EntryColumn } from '#shared/domain/system-fields.ts';
import { holdsMeasure, measuresOfWork } from '#shared/domain/work-measures.ts';
import { foldName } from '#shared/lib/fold-name.ts';
import { createSeen, indexBy } from '#server/commands/import/matching.ts';
import { createNamedRecords } from '#server/commands/import/named-records.ts';
import { type RowCells, readCells } from '#server/commands/import/row-cells.ts';
import { checked, type Judge, onlyOne, settled } from '#server/commands/import/verdict.ts';

export type KnownField = Pick<CustomDataField, 'id' | 'name' | 'fieldType' | 'isSystem' | 'isActive'>;
export type KnownService = Pick<
  ServiceType,
  'id' | 'version' | 'name' | 'description' | 'customDataFieldIds' | 'requiredFieldIds' | 'equipmentCount' | 'allowMultipleOperators'
>;

/** What the standard fields are called on screens in other languages, where our own exports have their names from. */
const STANDARD_NAMES: Readonly<Record<string, readonly string[]>> = {
  Equipment: ['Maschinen', 'Maschine', 'Equipo', 'Equipos', 'Maquinaria'],
  Operator: ['Fahrer', 'Maschinenführer', 'Operador'],
  Hours: ['Stunden', 'Horas'],
  Loads: ['Fuhren', 'Cargas', 'Viajes'],
  Notes: ['Notizen', 'Bemerkungen', 'Notas'],
  Attachments: ['Anhänge', 'Fotos', 'Adjuntos', 'Archivos adjuntos'],
};

/** What a service requires where nobody has said: machine, driver and hours. */
export const REQUIRED_COLUMNS: readonly EntryColumn[] = ['equipmentIds', 'operatorIds', 'totalHours'];

/** The ids of the fields that fill one of these columns of entries. */
export const idsInColumns = (fields: readonly KnownField[], columns: readonly EntryColumn[]): number[] =>
  fields.filter((field) => columns.some((column) => column === columnOf(field))).map(({ id }) => id);

/** What a service asks for where the file does not say: machine, driver and hours, required, fuel, and what such work is counted in. */
const usualFields = (name: string, fields: readonly KnownField[]) => {
  const active = fields.filter(({ isActive }) => isActive);
  const measures = measuresOfWork(name) ?? [];
  const counted = active
    .filter((field) => measures.some((measure) => measure !== 'loads' && holdsMeasure(field, measure)))
    .map(({ id }) => id);
  return serviceFields(
    [...counted, ...idsInColumns(active, ['fuel', ...(measures.includes('loads') ? (['loads'] as const) : [])])],
    idsInColumns(active, REQUIRED_COLUMNS),
  );
};

const countIn = (cells: RowCells): number | undefined => {
  const count = cells.number('equipmentCount');
  return count === undefined ? undefined : Math.round(count);
};

/** Rows of services. One that is there is found by its name. */
export const judgeServices = (known: readonly KnownService[], fields: readonly KnownField[], options: ImportOptions): Judge => {
  const byName = indexBy(known, ({ name }) => name);
  const records = fields.map(({ id, name, isSystem }) => ({ id, names: [name, ...(isSystem ? (STANDARD_NAMES[name] ?? []) : [])] }));
  const named = createNamedRecords({ customDataField: records }, options);
  const seen = createSeen();
  const idsIn = (cells: RowCells, field: 'fields' | 'requiredFields'): number[] => [
    ...new Set(cells.names(field).flatMap((name) => named.find('customDataField', name, { cells, field }) ?? [])),
  ];
  return {
    unknownNames: named.unknown,
    judge: ({ cells: row }) => {
      const cells = readCells(options, row);
      const [name = '', description] = ['name', 'description'].map((field) => cells.text(field));
      const [included, required] = [idsIn(cells, 'fields'), idsIn(cells, 'requiredFields')];
      const same = onlyOne(byName.find(name), cells, 'name', name);
      const saysFields = included.length + required.length > 0;
      const asked = saysFields ? serviceFields(included, required) : same ? {} : usualFields(name, fields);
      const [equipmentCount, allowMultipleOperators] = [countIn(cells), cells.flag('allowMultipleOperators')];
      const body = same
        ? checked(serviceTypePatch, { name, description, ...asked, equipmentCount, allowMultipleOperators }, cells)
        : checked(
            serviceTypeInput,
            { name, description, ...asked, equipmentCount: equipmentCount ?? EQUIPMENT_COUNT.default, allowMultipleOperators },
            cells,
          );
      return settled(cells, { body, known: same, isRepeat: () => seen(foldName(name)), isUpdating: options.isUpdating });
    },
  };
};
