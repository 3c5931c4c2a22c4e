import { type Customer, customerInput, customerPatch } from '#shared/domain/customer.ts';
import { IMPORT_FIELDS, type ImportField, type ImportOptions } from '#shared/domain/import.ts';
import { refusalMessage } from '#shared/lib/errors.ts';
import { foldName } from '#shared/lib/fold-name.ts';
import { LANGUAGE_IDS } from '#shared/lib/languages.ts';
import { createSeen, indexBy, plainly } from '#server/commands/import/matching.ts';
import { type RowCells, readCells } from '#server/commands/import/row-cells.ts';
import { checked, type Judge, onlyOne, settled } from '#server/commands/import/verdict.ts';
import { countryNamed, languageNamed } from '#server/commands/import/words.ts';

export type KnownCustomer = Omit<Customer, 'organizationId' | 'createdBy' | 'createdAt' | 'updatedAt'>;

/** What is more than the text of its cell. */
const UNDERSTOOD = new Set<ImportField>(['country', 'language', 'paymentDays']);
const TEXTS = IMPORT_FIELDS.customers.filter((field) => !UNDERSTOOD.has(field));

const countryIn = (cells: RowCells): string | undefined => {
  const said = cells.text('country');
  const country = said === undefined ? undefined : countryNamed(said);
  if (said !== undefined && country === undefined) {
    cells.refuse('country', refusalMessage('rowCountryUnknown', { text: said }));
  }
  return country;
};

const languageIn = (cells: RowCells): string | undefined => {
  const said = cells.text('language');
  const language = said === undefined ? undefined : languageNamed(said);
  if (said !== undefined && language === undefined) {
    cells.refuse('language', refusalMessage('rowLanguageUnknown', { text: said, languages: LANGUAGE_IDS }));
  }
  return language;
};

/** 'Net 30' and '30 Tage' are 30. */
const daysIn = (cells: RowCells): number | undefined => {
  const said = cells.text('paymentDays');
  const days = said === undefined ? undefined : /\d+/.exec(said)?.[0];
  if (said !== undefined && days === undefined) {
    cells.refuse('paymentDays', refusalMessage('rowNotANumber', { text: said }));
  }
  return days === undefined ? undefined : Number(days);
};

/**
 * Rows of customers. One that is there is found by its number, else by its name; a name whose record has another number is another
 * customer, and a name that several have tells nobody which.
 */
export const judgeCustomers = (known: readonly KnownCustomer[], options: ImportOptions): Judge => {
  const byNumber = indexBy(known, ({ externalNumber }) => externalNumber, plainly);
  const byName = indexBy(known, ({ businessName }) => businessName);
  const isRepeat = createSeen();
  const findKnown = (number: string | undefined, name: string): readonly KnownCustomer[] => {
    const [same] = byNumber.find(number);
    return same ? [same] : byName.find(name).filter(({ externalNumber }) => number === undefined || externalNumber === null);
  };
  return {
    unknownNames: () => [],
    judge: ({ cells: row }) => {
      const cells = readCells(options, row);
      const texts = Object.fromEntries(TEXTS.map((field) => [field, cells.text(field)]));
      const { businessName: name, externalNumber: number } = texts;
      const values = {
        ...texts,
        businessName: name ?? '',
        country: countryIn(cells),
        language: languageIn(cells),
        paymentDays: daysIn(cells),
      };
      const matches = findKnown(number, name ?? '');
      const same = onlyOne(matches, cells, 'businessName', name ?? '');
      return settled(cells, {
        body: checked(same ? customerPatch : customerInput, values, cells),
        known: same,
        isRepeat: () => isRepeat(number === undefined ? `name ${foldName(name ?? '')}` : `number ${plainly(number)}`),
        isUpdating: options.isUpdating,
      });
    },
  };
};
