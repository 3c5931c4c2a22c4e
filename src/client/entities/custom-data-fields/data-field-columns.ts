import type { CustomDataField } from '#shared/domain/custom-data-field.ts';
import { FIELD_TYPE_LABEL, fieldName } from '#client/entities/custom-data-fields/field-words.ts';
import { type ListColumn, namesCell } from '#client/lib/list-table.ts';
import { t } from '#client/lib/texts.ts';
import { yesNo } from '#client/lib/yes-no.ts';

/** Every property of a data field, under the labels of its form: what the list exports. */
export const dataFieldColumns = (usesOf: (field: CustomDataField) => number): ListColumn<CustomDataField>[] => [
  { head: t('Name'), valueOf: fieldName },
  { head: t('Type'), valueOf: ({ fieldType }) => t(FIELD_TYPE_LABEL[fieldType]) },
  { head: t('Options'), valueOf: ({ options }) => namesCell(options) },
  { head: t('Description'), valueOf: ({ description }) => description },
  { head: t('Default Value'), valueOf: ({ defaultValue }) => defaultValue },
  { head: t('Required'), valueOf: ({ isRequired }) => yesNo(isRequired) },
  { head: t('Usage Count'), valueOf: usesOf },
  { head: t('Active'), valueOf: ({ isActive }) => yesNo(isActive) },
];
