import type { ReactNode } from 'react';
import type { Organization } from '#shared/domain/organization.ts';
import { alsoWords, measureWord, wordsOfMeasure } from '#client/features/onboarding/quick/measures.ts';
import { isThere } from '#client/features/onboarding/quick/plan-trades.ts';
import type { ServiceRow } from '#client/features/onboarding/quick/trade-rows.ts';
import { TRADES, wordIn } from '#client/features/onboarding/quick/trades.ts';
import { formatPrice } from '#client/lib/format-amounts.ts';
import { midSentence, plural, t } from '#client/lib/texts.ts';
import { decimalOf } from '#client/lib/typed-number.ts';
import { Button } from '#client/ui/button.tsx';
import { Card, CardHead } from '#client/ui/card.tsx';

/** As wide as most names: a word is hyphenated before it is broken. */
const NAME = { minWidth: '5.75rem', hyphens: 'auto' } as const;

const CELL = 'px-2.5 py-2.5 text-left align-top sm:px-3.5';

interface ServicesCardProps {
  readonly organization: Organization;
  readonly rows: readonly ServiceRow[];
  readonly existing: readonly { readonly name: string }[];
  readonly isEditing: boolean;
  readonly onEdit: () => void;
  /** What stands in the table's place while it is edited. */
  readonly children: ReactNode;
}

/** What the picked trades bring: each service with what it is billed by and what else drivers are asked for. */
export const ServicesCard = ({ organization, rows, existing, isEditing, onEdit, children }: ServicesCardProps) => {
  const { country, currency, units } = organization;
  const shown = rows.filter(({ isOff, name }) => !isOff && name.trim() !== '');
  const priceOf = ({ price, by }: ServiceRow): string => {
    const decimal = decimalOf(price);
    return price === '' || decimal === null
      ? ''
      : t('{price} per {unit}', { price: formatPrice(decimal, currency), unit: midSentence(t(wordsOfMeasure(by, units).one)) });
  };
  return (
    <Card className="min-w-0">
      <CardHead title={shown.length === 0 ? t('Services') : plural(shown.length, '1 service', '{count} services')}>
        {rows.length > 0 && (
          <Button variant="ghost" aria-expanded={isEditing} onClick={onEdit}>
            {isEditing ? t('Done') : t('Edit')}
          </Button>
        )}
      </CardHead>
      {isEditing ? (
        children
      ) : shown.length === 0 ? (
        <p className="p-4.5 text-ink2">{t('Pick what you do: here is what drivers will be asked for.')}</p>
      ) : (
        <>
          <table className="w-full text-sm">
            <thead className="bg-sunk">
              <tr>
                {[t('Service'), t('Billed by'), t('Drivers also log')].map((title) => (
                  <th key={title} scope="col" className={`${CELL} font-[620]`}>
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            {[...new Set(shown.map(({ trade }) => trade))].map((trade) => (
              <tbody key={trade ?? ''}>
                <tr className="border-t border-line bg-ground">
                  <th colSpan={3} scope="rowgroup" className="px-3.5 py-1.5 text-left font-[620] text-ink2">
                    {trade === null ? t('Something else') : t(wordIn(TRADES[trade].name, country))}
                  </th>
                </tr>
                {shown
                  .filter((row) => row.trade === trade)
                  .map((row) => (
                    <tr key={row.key} className="border-t border-line">
                      <th scope="row" className={`${CELL} font-[680] wrap-anywhere`} style={NAME}>
                        {row.name}
                        {isThere(row.name, existing) && <span className="block font-medium text-ink2">{t('There already')}</span>}
                      </th>
                      <td className={CELL}>
                        {measureWord(row.by, units)}
                        {priceOf(row) !== '' && <span className="block text-ink2">{priceOf(row)}</span>}
                      </td>
                      <td className={`${CELL} text-ink2`}>{alsoWords(row.also, organization, row.by)}</td>
                    </tr>
                  ))}
              </tbody>
            ))}
          </table>
          <p className="border-t border-line px-4.5 py-3.5 text-sm text-ink2">{t('All ask for hours, machine and driver, too.')}</p>
        </>
      )}
    </Card>
  );
};
