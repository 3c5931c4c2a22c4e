import { type CustomDataField, fieldKind } from '#shared/domain/custom-data-field.ts';
import { type Counts, LOADS } from '#shared/domain/run-state.ts';
import type { ServiceType } from '#shared/domain/service-type.ts';
import { columnOf } from '#shared/domain/system-fields.ts';
import { fieldName } from '#client/entities/custom-data-fields/field-words.ts';

/** A number that a service counts at each stop. */
export interface Counted {
  /** Where it is among a stop's `Counts`. */
  readonly key: string;
  readonly label: string;
  readonly isRequired: boolean;
}

/** As many as there is room for in the cab. */
const MOST = 3;

/**
 * What the cab counts for a service: loads and its own numbers, required ones first. Hours are the spans, and fuel is for the whole run.
 */
export const countedBy = (service: ServiceType | undefined, fields: readonly CustomDataField[]): Counted[] => {
  const { customDataFieldIds = [], requiredFieldIds = [] } = service ?? {};
  return customDataFieldIds
    .flatMap((id) => fields.filter((field) => field.id === id && field.isActive && fieldKind(field.fieldType) === 'number'))
    .filter((field) => [null, 'loads'].includes(columnOf(field)))
    .map((field) => ({
      key: columnOf(field) === 'loads' ? LOADS : field.name,
      label: fieldName(field),
      isRequired: requiredFieldIds.includes(field.id),
    }))
    .sort((one, other) => Number(other.isRequired) - Number(one.isRequired))
    .slice(0, MOST);
};

/** What is required and not counted yet. */
export const missingCounts = (counted: readonly Counted[], counts: Counts): Counted[] =>
  counted.filter(({ key, isRequired }) => isRequired && (counts[key] ?? null) === null);
