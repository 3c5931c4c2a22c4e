import { vatNumberLike } from '#shared/domain/vat-number.ts';
import { t } from '#client/lib/texts.ts';

/** A hint under a field of a tax number that looks mistyped; undefined: nothing to say. */
export const taxNumberHint = (text: string): string | undefined => {
  const example = vatNumberLike(text);
  return example === null ? undefined : t('A VAT number there looks like {example}. Please check it.', { example });
};
