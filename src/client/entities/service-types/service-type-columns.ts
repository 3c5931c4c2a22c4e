import type { CustomDataField } from '#shared/domain/custom-data-field.ts';
import type { ServiceType } from '#shared/domain/service-type.ts';
import { systemFirst } from '#client/entities/custom-data-fields/data-fields.tsx';
import { fieldName } from '#client/entities/custom-data-fields/field-words.ts';
import { type ListColumn, namesCell } from '#client/lib/list-table.ts';
import { t } from '#client/lib/texts.ts';
import { yesNo } from '#client/lib/yes-no.ts';

/** Every field of a service, under the labels of its form: what the list exports. */
export const serviceTypeColumns = (fields: readonly CustomDataField[]): ListColumn<ServiceType>[] => {
  const ordered = systemFirst(fields);
  const names = (ids: readonly number[]): string => namesCell(ordered.filter(({ id }) => ids.includes(id)).map(fieldName));
  return [
    { head: t('Name'), valueOf: ({ name }) => name },
    { head: t('Description'), valueOf: ({ description }) => description },
    { head: t('Data Fields'), valueOf: ({ customDataFieldIds }) => names(customDataFieldIds) },
    { head: t('Required Fields'), valueOf: ({ requiredFieldIds }) => names(requiredFieldIds) },
    { head: t('Required Equipment Count'), valueOf: ({ equipmentCount }) => equipmentCount },
    { head: t('Multiple Operators'), valueOf: ({ allowMultipleOperators }) => yesNo(allowMultipleOperators) },
  ];
};
