import { DATEV_CHARTS, type DatevChart } from '#shared/billing/schemas/invoice-export.ts';
import { t } from '#client/lib/texts.ts';
import { Field, Select, TextInput } from '#client/ui/field.tsx';

/** Whose books at a tax adviser's a file for DATEV is for, as it was typed. */
export interface DatevBooks {
  readonly consultant: string;
  readonly client: string;
  readonly chart: DatevChart;
}

const NONE: DatevBooks = { consultant: '', client: '', chart: '03' };

const keyOf = (orgId: number): string => `datev:${orgId}`;

/** What was typed here the last time. */
export const rememberedBooks = (orgId: number): DatevBooks => {
  const [consultant = '', client = '', chart] = (localStorage.getItem(keyOf(orgId)) ?? '').split('/');
  return { ...NONE, consultant, client, chart: DATEV_CHARTS.find((each) => each === chart) ?? '03' };
};

export const rememberBooks = (orgId: number, { consultant, client, chart }: DatevBooks): void =>
  localStorage.setItem(keyOf(orgId), [consultant, client, chart].join('/'));

const isNumber = (text: string, least: number, most: number): boolean =>
  /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most;

/** What is wrong with each field; undefined: nothing. */
export const booksErrors = ({ consultant, client }: DatevBooks): Partial<Record<keyof DatevBooks, string>> => ({
  ...(isNumber(consultant, 1001, 9_999_999) ? {} : { consultant: t('Four to seven digits') }),
  ...(isNumber(client, 1, 99_999) ? {} : { client: t('One to five digits') }),
});

interface DatevFieldsProps {
  readonly books: DatevBooks;
  readonly errors: ReturnType<typeof booksErrors>;
  readonly onChange: (books: DatevBooks) => void;
}

/** The numbers that a file for DATEV begins with: the tax adviser knows them. */
export const DatevFields = ({ books, errors, onChange }: DatevFieldsProps) => {
  const number = (name: 'consultant' | 'client', label: string) => (
    <Field label={label} error={errors[name]}>
      {(control) => (
        <TextInput
          {...control}
          inputMode="numeric"
          value={books[name]}
          onChange={(event) => onChange({ ...books, [name]: event.target.value.trim() })}
        />
      )}
    </Field>
  );
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        {number('consultant', t('Tax adviser’s number (Berater)'))}
        {number('client', t('Your number there (Mandant)'))}
      </div>
      <Field label={t('Chart of accounts')}>
        {(control) => (
          <Select
            {...control}
            value={books.chart}
            onChange={(event) => onChange({ ...books, chart: DATEV_CHARTS.find((each) => each === event.target.value) ?? '03' })}
          >
            {DATEV_CHARTS.map((chart) => (
              <option key={chart} value={chart}>{`SKR ${chart}`}</option>
            ))}
          </Select>
        )}
      </Field>
    </>
  );
};
