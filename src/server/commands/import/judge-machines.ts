import { type Equipment, equipmentInput, equipmentPatch } from '#shared/domain/equipment.ts';
import { type Implement, implementInput, implementPatch } from '#shared/domain/implement.ts';
import type { ImportOptions } from '#shared/domain/import.ts';
import { refusalMessage } from '#shared/lib/errors.ts';
import { foldName } from '#shared/lib/fold-name.ts';
import { createSeen, indexBy, plainly } from '#server/commands/import/matching.ts';
import { createNamedRecords, type Named, type NamedRecords } from '#server/commands/import/named-records.ts';
import { type RowCells, readCells } from '#server/commands/import/row-cells.ts';
import { checked, type Judge, onlyOne, settled } from '#server/commands/import/verdict.ts';

export type KnownEquipment = Pick<Equipment, 'id' | 'version' | 'name' | 'unitNumber' | 'serialNumber' | 'serviceTypeIds'>;
export type KnownImplement = Pick<Implement, 'id' | 'version' | 'name' | 'serviceTypeIds'>;

const servicesIn = (cells: RowCells, named: NamedRecords): number[] =>
  cells.names('services').flatMap((name) => named.find('serviceType', name, { cells, field: 'services' }) ?? []);

interface Files<R> {
  readonly known: readonly R[];
  readonly services: readonly Named[];
  readonly options: ImportOptions;
}

/** A machine without a service is offered for none: where the file names none, it does all of them, if that was wished. */
const servicesOfNew = ({ services, options }: Files<unknown>, named: readonly number[]): readonly number[] =>
  named.length === 0 && options.doAllServices ? services.map(({ id }) => id) : named;

/** Rows of machines. One that is there is found by its serial number, else by its unit number, else by its name. */
export const judgeEquipment = (files: Files<KnownEquipment>): Judge => {
  const { known, services, options } = files;
  const bySerial = indexBy(known, ({ serialNumber }) => serialNumber, plainly);
  const byUnit = indexBy(known, ({ unitNumber }) => unitNumber, plainly);
  const byName = indexBy(known, ({ name }) => name);
  const named = createNamedRecords({ serviceType: services }, options);
  const seen = createSeen();
  const findKnown = (serial: string | undefined, unit: string | undefined, name: string): readonly KnownEquipment[] => {
    const numbered = [bySerial.find(serial), byUnit.find(unit)].find((found) => found.length > 0);
    return (
      numbered ??
      byName
        .find(name)
        .filter((each) => (serial === undefined || each.serialNumber === null) && (unit === undefined || each.unitNumber === null))
    );
  };
  return {
    unknownNames: named.unknown,
    judge: ({ cells: row }) => {
      const cells = readCells(options, row);
      const [name = '', unitNumber, serialNumber] = ['name', 'unitNumber', 'serialNumber'].map((field) => cells.text(field));
      const ids = servicesIn(cells, named);
      const same = onlyOne(findKnown(serialNumber, unitNumber, name), cells, 'name', name);
      const body = same
        ? checked(equipmentPatch, { name, unitNumber, serialNumber, serviceTypeIds: ids.length > 0 ? ids : undefined }, cells)
        : checked(equipmentInput, { name, unitNumber, serialNumber, serviceTypeIds: servicesOfNew(files, ids) }, cells);
      const key = serialNumber ? `serial ${plainly(serialNumber)}` : unitNumber ? `unit ${plainly(unitNumber)}` : foldName(name);
      return settled(cells, { body, known: same, isRepeat: () => seen(key), isUpdating: options.isUpdating });
    },
  };
};

/** Rows of implements. One that is there is found by its name. */
export const judgeImplements = (files: Files<KnownImplement>): Judge => {
  const { known, services, options } = files;
  const byName = indexBy(known, ({ name }) => name);
  const named = createNamedRecords({ serviceType: services }, options);
  const seen = createSeen();
  return {
    unknownNames: named.unknown,
    judge: ({ cells: row }) => {
      const cells = readCells(options, row);
      const name = cells.text('name') ?? '';
      const ids = servicesIn(cells, named);
      const same = onlyOne(byName.find(name), cells, 'name', name);
      const serviceTypeIds = servicesOfNew(files, ids);
      if (!same && serviceTypeIds.length === 0 && cells.reasons.length === 0) {
        cells.refuse('services', refusalMessage('rowNoService'));
      }
      const body = same
        ? checked(implementPatch, { name, serviceTypeIds: ids.length > 0 ? ids : undefined }, cells)
        : serviceTypeIds.length === 0
          ? null
          : checked(implementInput, { name, serviceTypeIds }, cells);
      return settled(cells, { body, known: same, isRepeat: () => seen(foldName(name)), isUpdating: options.isUpdating });
    },
  };
};
