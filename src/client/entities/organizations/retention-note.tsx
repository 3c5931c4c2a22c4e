import { billRetentionOf } from '#shared/domain/bill-retention.ts';
import { countryName } from '#client/entities/organizations/countries.ts';
import { t } from '#client/lib/texts.ts';

/** How long bills have to be kept where the organization is: what deleting it would delete. */
export const RetentionNote = ({ country }: { readonly country: string | null }) => {
  const retention = billRetentionOf(country);
  return (
    <p>
      {retention === null || country === null
        ? t('Bills must be kept for years: how long depends on your country, in most 5 to 10 years.')
        : t('{country}: bills must be kept for at least {years} years ({law}).', {
            country: countryName(country),
            years: String(retention.years),
            law: retention.law,
          })}
    </p>
  );
};
