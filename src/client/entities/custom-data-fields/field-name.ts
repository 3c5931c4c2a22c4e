import type { CustomDataField } from '#shared/domain/custom-data-field.ts';
import { columnOf } from '#shared/domain/system-fields.ts';
import { wordsOf } from '#client/lib/texts.ts';

/** What a data field is called: those that fill an entry's own columns in the page's language, all others as they were named. */
export const fieldName = (field: Pick<CustomDataField, 'name' | 'fieldType' | 'isSystem'>): string =>
  columnOf(field) === null ? field.name : wordsOf(field.name);
