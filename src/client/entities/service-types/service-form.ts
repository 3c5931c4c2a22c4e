import type { CustomDataField } from '#shared/domain/custom-data-field.ts';
import { columnOf } from '#shared/domain/system-fields.ts';
import { EQUIPMENT_COUNT, serviceFields } from '#shared/domain/service-type.ts';

/** The two id lists of a service, which its form ticks. */
export interface FieldTicks {
  readonly customDataFieldIds: number[];
  readonly requiredFieldIds: number[];
}

const without = (ids: readonly number[], id: number): number[] => ids.filter((other) => other !== id);

/**
 * Includes a field, required if the field says so itself (specification 4.27), or leaves it out, which also un-requires it (specification
 * 4.24).
 */
export const include = (
  { customDataFieldIds, requiredFieldIds }: FieldTicks,
  { id, isRequired }: Pick<CustomDataField, 'id' | 'isRequired'>,
  isOn: boolean,
): FieldTicks =>
  isOn
    ? serviceFields([...customDataFieldIds, id], isRequired ? [...requiredFieldIds, id] : requiredFieldIds)
    : { customDataFieldIds: without(customDataFieldIds, id), requiredFieldIds: without(requiredFieldIds, id) };

/** Requires a field, which includes it, or no longer requires it (specification 4.24). */
export const requireField = ({ customDataFieldIds, requiredFieldIds }: FieldTicks, id: number, isOn: boolean): FieldTicks =>
  serviceFields(customDataFieldIds, isOn ? [...requiredFieldIds, id] : without(requiredFieldIds, id));

const isTicked = (fields: readonly CustomDataField[], ids: readonly number[], column: ReturnType<typeof columnOf>): boolean =>
  fields.some((field) => columnOf(field) === column && ids.includes(field.id));

/** What else the form asks, depending on the ticks of the Equipment and Operator fields (specification 4.24). */
export const extraInputs = (fields: readonly CustomDataField[], { customDataFieldIds, requiredFieldIds }: FieldTicks) => ({
  includesEquipment: isTicked(fields, customDataFieldIds, 'equipmentIds'),
  asksCount: isTicked(fields, requiredFieldIds, 'equipmentIds'),
  asksOperators: isTicked(fields, customDataFieldIds, 'operatorIds'),
});

/** The required equipment count as typed, kept within its limits; an empty field stays empty while typing. */
export const typedCount = (text: string): string =>
  text === '' ? '' : String(Math.min(EQUIPMENT_COUNT.max, Math.max(EQUIPMENT_COUNT.min, countOf(text))));

/** The required equipment count that is sent: anything but a whole number falls back to the default (specification 4.23). */
export const countOf = (text: string): number => {
  const count = Number(text);
  return text.trim() !== '' && Number.isInteger(count) ? count : EQUIPMENT_COUNT.default;
};
