import { issuesOf } from '#shared/messages/issues.ts';
import type { SaidIssue } from '#shared/messages/message.ts';
import { customDataFieldInput, fieldKind, type FieldType } from '#shared/domain/custom-data-field.ts';
import { t, type PlainText } from '#client/lib/texts.ts';

/** What the forms say about options: a comma is part of the option, as in '2,5 m' or 'Smith, John'. */
export const OPTIONS_HINT = 'One per line. Commas belong to the option.' satisfies PlainText;

/** Options as typed: one per line, trimmed, without duplicates. */
export const optionsOf = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((option) => option.trim())
      .filter((option) => option !== ''),
  ),
];

/** A choice needs options, and ones that the contract accepts. */
export const optionIssues = ({ fieldType, options }: { readonly fieldType: FieldType; readonly options: string }): SaidIssue[] => {
  if (fieldKind(fieldType) !== 'select') {
    return [];
  }
  const list = optionsOf(options);
  if (list.length === 0) {
    return [{ path: 'options', message: t('Enter at least one option') }];
  }
  const parsed = customDataFieldInput.shape.options.safeParse(list);
  return parsed.success ? [] : issuesOf(parsed.error.issues.slice(0, 1)).map((issue) => ({ ...issue, path: 'options' }));
};
