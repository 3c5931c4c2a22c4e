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
 * Includes a field, required if it is so by itself (decisions §12), or leaves it out; what is left out is not required either
 * (specification 2 §4).
 */
export const include = (
  { customDataFieldIds, requiredFieldIds }: FieldTicks,
  { id, isRequired }: Pick<CustomDataField, 'id' | 'isRequired'>,
  isOn: boolean,
): FieldTicks =>
  isOn
    ? serviceFields([...customDataFieldIds, id], isRequired ? [...requiredFieldIds, id] : requiredFieldIds)
    : { customDataFieldIds: without(customDataFieldIds, id), requiredFieldIds: without(requiredFieldIds, id) };

/** Requires a field, which includes it, or requires it no longer (specification 2 §4). */
export const requireField = ({ customDataFieldIds, requiredFieldIds }: FieldTicks, id: number, isOn: boolean): FieldTicks =>
  serviceFields(customDataFieldIds, isOn ? [...requiredFieldIds, id] : without(requiredFieldIds, id));

const isTicked = (fields: readonly CustomDataField[], ids: readonly number[], column: ReturnType<typeof columnOf>): boolean =>
  fields.some((field) => columnOf(field) === column && ids.includes(field.id));

/** What the form asks besides, by the ticks at the Equipment and Operator fields (specification 2 §4). */
export const alsoAsked = (fields: readonly CustomDataField[], { customDataFieldIds, requiredFieldIds }: FieldTicks) => ({
  includesEquipment: isTicked(fields, customDataFieldIds, 'equipmentIds'),
  asksCount: isTicked(fields, requiredFieldIds, 'equipmentIds'),
  asksOperators: isTicked(fields, customDataFieldIds, 'operatorIds'),
});

/** The required equipment count as typed, kept within its limits; an empty field stays empty while one types. */
export const typedCount = (text: string): string =>
  text === '' ? '' : String(Math.min(EQUIPMENT_COUNT.max, Math.max(EQUIPMENT_COUNT.min, countOf(text))));

/** The required equipment count that is sent: what is no whole number falls back to the default (specification 2 §5). */
export const countOf = (text: string): number => {
  const count = Number(text);
  return text.trim() !== '' && Number.isInteger(count) ? count : EQUIPMENT_COUNT.default;
};
