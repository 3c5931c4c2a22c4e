import type { Organization } from '#shared/domain/organization.ts';
import { isOfWeeks, PAY_PERIODS } from '#shared/domain/pay-period.ts';
import { PAY_PERIOD_WORDS } from '#client/data/pay-period-words.ts';
import { t } from '#client/lib/texts.ts';
import { Field, Select, TextInput } from '#client/ui/field.tsx';

interface PayPeriodFieldsProps {
  readonly value: Pick<Organization, 'payPeriod' | 'payPeriodStart'>;
  readonly error: string | undefined;
  readonly onChange: (changes: Partial<PayPeriodFieldsProps['value']>) => void;
}

/** How long a pay period is, and where it is weeks, the day on which one of them begins. */
export const PayPeriodFields = ({ value: { payPeriod, payPeriodStart }, error, onChange }: PayPeriodFieldsProps) => (
  <div className="grid gap-5.5 sm:grid-cols-2">
    <Field label={t('Pay period')}>
      {(control) => (
        <Select
          {...control}
          value={payPeriod}
          onChange={({ target }) => onChange({ payPeriod: PAY_PERIODS.find((each) => each === target.value) ?? 'month' })}
        >
          {PAY_PERIODS.map((each) => (
            <option key={each} value={each}>
              {t(PAY_PERIOD_WORDS[each])}
            </option>
          ))}
        </Select>
      )}
    </Field>
    {isOfWeeks(payPeriod) && (
      <Field
        label={t('First day of a pay period')}
        error={error}
        hint={t('People see their own hours for it. If empty, it starts on a Monday.')}
      >
        {(control) => (
          <TextInput
            {...control}
            type="date"
            value={payPeriodStart ?? ''}
            onChange={({ target }) => onChange({ payPeriodStart: target.value === '' ? null : target.value })}
          />
        )}
      </Field>
    )}
  </div>
);
