import { type CustomDataField, fieldKind, type FieldType, OFFERED_FIELD_TYPES } from '#shared/domain/custom-data-field.ts';
import { columnOf } from '#shared/domain/system-fields.ts';
import type { FieldSummary } from '#shared/domain/field-summary.ts';
import { optionIssues, optionsOf } from '#client/entities/custom-data-fields/field-options.ts';
import { numberRefusal } from '#client/lib/number-refusal.ts';
import { type PlainText, t } from '#client/lib/texts.ts';

/** How summaries treat a number, in words that describe the result. */
export const SUMMARY_LABEL = {
  sum: 'Add up',
  average: 'Average',
  none: 'Leave out',
} as const satisfies Record<FieldSummary, PlainText>;

/** The types that the form offers: those for new fields, and the stored one. */
export const offeredTypes = (stored: FieldType | undefined): FieldType[] =>
  stored === undefined || OFFERED_FIELD_TYPES.some((type) => type === stored) ? [...OFFERED_FIELD_TYPES] : [...OFFERED_FIELD_TYPES, stored];

/** The values of the form, as typed. */
export interface DataFieldForm {
  readonly name: string;
  readonly description: string;
  readonly fieldType: FieldType;
  readonly defaultValue: string;
  readonly options: string;
  readonly isRequired: boolean;
  readonly isActive: boolean;
  /** Null: by its name. */
  readonly summary: FieldSummary | null;
}

/** Specification 4.36: a new field is text, active and not required. */
export const formOf = (field: CustomDataField | null): DataFieldForm => ({
  name: field?.name ?? '',
  description: field?.description ?? '',
  fieldType: field?.fieldType ?? 'text',
  defaultValue: field?.defaultValue ?? '',
  options: field?.options.join('\n') ?? '',
  isRequired: field?.isRequired ?? false,
  isActive: field?.isActive ?? true,
  summary: field?.summary ?? null,
});

/** Whether summaries treat the field's numbers as it says; those of system fields are always added up. */
export const takesSummary = (form: Pick<DataFieldForm, 'name' | 'fieldType'>, isSystem: boolean): boolean =>
  form.fieldType === 'number' && columnOf({ ...form, name: form.name.trim(), isSystem }) === null;

/** Whether an entry can start with a value of this type. */
export const takesDefault = (type: FieldType): boolean => !['equipment', 'operator', 'attachment'].includes(fieldKind(type));

/** Rules that only the form has: a choice needs options, and a default number has to be valid in an entry. */
export const formIssues = ({ fieldType, options, defaultValue }: DataFieldForm) => {
  const refusal = fieldKind(fieldType) === 'number' ? numberRefusal(defaultValue, t('Default Value'), false) : undefined;
  return [...optionIssues({ fieldType, options }), ...(refusal ? [{ path: 'defaultValue', message: refusal.words }] : [])];
};

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

/** The body that the form sends; what its type does not use is left empty, and a removed option is no default. */
export const bodyOf = (form: DataFieldForm) => {
  const isSelect = fieldKind(form.fieldType) === 'select';
  const options = isSelect ? optionsOf(form.options) : [];
  const hasDefault = takesDefault(form.fieldType) && (!isSelect || options.includes(form.defaultValue));
  return {
    ...form,
    name: form.name.trim(),
    description: orNull(form.description),
    options,
    defaultValue: hasDefault ? orNull(form.defaultValue) : null,
    summary: form.fieldType === 'number' ? form.summary : null,
  };
};

/** Why a data field cannot be deleted; undefined if it can (specification 4.38). */
export const keptReason = ({ isActive }: Pick<CustomDataField, 'isActive'>, uses: number): string | undefined =>
  uses === 0 ? undefined : isActive ? t("In use, so it can't be deleted. Deactivate it instead.") : t("In use, so it can't be deleted.");
