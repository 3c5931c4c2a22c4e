import type { CustomDataField } from '#shared/domain/custom-data-field.ts';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import type { ServiceType } from '#shared/domain/service-type.ts';
import { columnOf } from '#shared/domain/system-fields.ts';

type Values = Pick<
  JobEntry,
  'equipmentIds' | 'operatorIds' | 'totalHours' | 'billableHours' | 'fuel' | 'loads' | 'notes' | 'photos' | 'customFieldValues'
>;
type Service = Pick<ServiceType, 'customDataFieldIds' | 'requiredFieldIds' | 'equipmentCount'>;
type Field = Pick<CustomDataField, 'id' | 'name' | 'fieldType' | 'isSystem' | 'isActive'>;

/** Zero and "no" are answers. */
const isHeld = (value: unknown): boolean =>
  value !== null && value !== undefined && (typeof value === 'string' ? value.trim() !== '' : !Array.isArray(value) || value.length > 0);

// People name fields as they like; `constructor` must not find what every object inherits.
const ownValue = ({ customFieldValues }: Values, name: string): unknown =>
  Object.hasOwn(customFieldValues, name) ? customFieldValues[name] : undefined;

/** The fields that a service's entries must have, by their ids: those that its form would not be saved without. */
export const askedFields = <F extends Field>(service: Service, fields: readonly F[]): F[] =>
  fields
    .filter(({ id, isActive }) => isActive && service.requiredFieldIds.includes(id) && service.customDataFieldIds.includes(id))
    .sort((one, other) => one.id - other.id);

/**
 * The names of the fields that the entry's service asks for now and the entry does not hold (specification 5.30, 5.38), in the order of the
 * fields' ids: its required fields, and Equipment if there are fewer machines than the service takes. Nothing for a deleted service.
 */
export const missingOf = (entry: Values, service: Service | undefined, fields: readonly Field[]): string[] =>
  service === undefined
    ? []
    : askedFields(service, fields)
        .filter((field) => {
          const column = columnOf(field);
          const value = column === null ? ownValue(entry, field.name) : entry[column];
          return !isHeld(value) || (column === 'equipmentIds' && new Set(entry.equipmentIds).size < service.equipmentCount);
        })
        .map(({ name }) => name);
