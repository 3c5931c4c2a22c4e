import { type Customer, customerInput, customerPatch } from '#shared/domain/customer.ts';
import { type BillWay, type Contact, isDiscountWhole } from '#shared/domain/customer-billing.ts';
import { IMPORT_FIELDS, type ImportField, type ImportOptions } from '#shared/domain/import.ts';
import { refusalMessage } from '#shared/lib/errors.ts';
import { foldName } from '#shared/lib/fold-name.ts';
import { LANGUAGE_IDS } from '#shared/lib/languages.ts';
import { createSeen, indexBy, plainly } from '#server/commands/import/matching.ts';
import { type RowCells, readCells } from '#server/commands/import/row-cells.ts';
import { checked, type Judge, onlyOne, settled } from '#server/commands/import/verdict.ts';
import { type SaidTerms, termsOfCell } from '#server/commands/import/terms-of-cell.ts';
import { countryNamed, languageNamed, wayNamed } from '#server/commands/import/words.ts';

export type KnownCustomer = Omit<Customer, 'organizationId' | 'createdBy' | 'createdAt' | 'updatedAt'>;

/** What is more than the text of its cell. */
const UNDERSTOOD = new Set<ImportField>([
  'country',
  'language',
  'paymentDays',
  'discountPercent',
  'discountDays',
  'billWay',
  'contactName',
  'contactEmail',
]);
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

const wayIn = (cells: RowCells): BillWay | undefined => {
  const said = cells.text('billWay');
  const way = said === undefined ? undefined : wayNamed(said);
  if (said !== undefined && way === undefined) {
    cells.refuse('billWay', refusalMessage('rowBillWayUnknown', { text: said }));
  }
  return way;
};

/** Terms of one cell, such as '2% 10 Net 30', or of one each. */
const termsIn = (cells: RowCells): SaidTerms => {
  const said = cells.text('paymentDays');
  const terms = said === undefined ? {} : termsOfCell(said);
  if (terms === undefined) {
    cells.refuse('paymentDays', refusalMessage('rowNotANumber', { text: said ?? '' }));
  }
  const percent = cells.text('discountPercent')?.replace(/\s*%$/, '').replace(',', '.');
  const days = cells.number('discountDays');
  return {
    ...terms,
    ...(percent === undefined ? {} : { discountPercent: percent }),
    ...(days === undefined ? {} : { discountDays: days }),
  };
};

/** The other contacts with this one first, or in the place of the one who is called so; undefined: nothing is said of them, or nothing new. */
const contactsIn = (cells: RowCells, known: KnownCustomer | undefined): Contact[] | undefined => {
  const [name, email] = [cells.text('contactName'), cells.text('contactEmail')];
  if (name === undefined && email === undefined) {
    return undefined;
  }
  const before = known?.contacts ?? [];
  const place = Math.max(
    before.findIndex((each) => foldName(each.name) === foldName(name ?? '')),
    0,
  );
  const { [place]: same = { name: email ?? '', email: null, phoneNumber: null, getsBills: false } } = before;
  const said = { ...same, name: name ?? same.name, email: email ?? same.email ?? null };
  const isSame = before.length > place && said.name === same.name && said.email === (same.email ?? null);
  return isSame ? undefined : before.length > place ? before.with(place, said) : [said];
};

/** With what is there already, a discount says both how much and until when. */
const requireWholeDiscount = (cells: RowCells, said: SaidTerms, known: KnownCustomer | undefined): void => {
  const { discountPercent = known?.discountPercent ?? null, discountDays = known?.discountDays ?? null } = said;
  if (!isDiscountWhole({ discountPercent, discountDays })) {
    cells.refuse(discountDays === null ? 'discountDays' : 'discountPercent', refusalMessage('discountNeedsBoth'));
  }
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
        billWay: wayIn(cells),
        ...termsIn(cells),
      };
      const matches = findKnown(number, name ?? '');
      const same = onlyOne(matches, cells, 'businessName', name ?? '');
      requireWholeDiscount(cells, values, same);
      return settled(cells, {
        body: checked(same ? customerPatch : customerInput, { ...values, contacts: contactsIn(cells, same) }, cells),
        known: same,
        isRepeat: () => isRepeat(number === undefined ? `name ${foldName(name ?? '')}` : `number ${plainly(number)}`),
        isUpdating: options.isUpdating,
      });
    },
  };
};
