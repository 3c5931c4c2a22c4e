import { useQuery } from '@tanstack/react-query';
import { fullName } from '#shared/domain/names.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { customerQueries, employeeQueries, equipmentQueries, serviceTypeQueries } from '#client/data/queries.ts';
import { FILTERS, type Filter, MOST_BACK, type Period, type ReportView, seasonIn } from '#client/features/reports/report-address.ts';
import { t } from '#client/lib/texts.ts';
import { Field, Select, TextInput } from '#client/ui/field.tsx';
import { MoreFilters } from '#client/ui/more-filters.tsx';

interface ControlsProps {
  readonly view: ReportView;
  readonly today: string;
  readonly onChange: (part: Partial<ReportView>) => void;
}

/** What is wrong with the chosen days; undefined: nothing. */
export const spanErrorOf = ({ from, to }: ReportView): string | undefined =>
  from !== '' && to !== '' && to < from ? t('The last day is before the first.') : undefined;

/** The period. */
export const PeriodField = ({ view, today, onChange }: ControlsProps) => {
  const { seasonStartDate } = useOrganization();
  const season = (period: Period) => seasonIn(period, today, seasonStartDate) ?? '';
  const current = Number(season('season'));
  const years = Array.from({ length: MOST_BACK - 1 }, (_, index) => `${current - 2 - index}`);
  // A year of an old address that is no longer offered.
  const asked = /^\d+$/.test(view.period) && !years.includes(view.period) ? [view.period] : [];
  return (
    <Field label={t('Period')}>
      {(control) => (
        <Select {...control} value={view.period} onChange={({ target }) => onChange({ period: target.value as Period })}>
          <option value="season">{t('This season ({season})', { season: season('season') })}</option>
          <option value="lastSeason">{t('Last season ({season})', { season: season('lastSeason') })}</option>
          {[...years, ...asked].map((year) => (
            <option key={year} value={year}>
              {t('Season {season}', { season: year })}
            </option>
          ))}
          <option value="month">{t('This month')}</option>
          <option value="week">{t('This week')}</option>
          <option value="dates">{t('From and to...')}</option>
        </Select>
      )}
    </Field>
  );
};

const AgainstField = ({ view, today, onChange }: ControlsProps) => {
  const { seasonStartDate } = useOrganization();
  const season = seasonIn(view.period, today, seasonStartDate);
  return (
    <Field label={t('Compare with')}>
      {(control) => (
        <Select
          {...control}
          disabled={season === null}
          placeholder={season === null ? t('Choose a season first') : t('Nothing')}
          value={view.back === 0 ? '' : view.back}
          onChange={({ target }) => onChange({ back: Number(target.value) })}
        >
          {season !== null &&
            Array.from({ length: MOST_BACK }, (_, index) => (
              <option key={index} value={index + 1}>
                {t('Season {season}', { season: String(Number(season) - index - 1) })}
              </option>
            ))}
        </Select>
      )}
    </Field>
  );
};

/** Custom dates. */
export const DateFields = ({ view, onChange, error }: ControlsProps & { readonly error: string | undefined }) => (
  <>
    <Field label={t('From')}>
      {(control) => <TextInput {...control} type="date" value={view.from} onChange={({ target }) => onChange({ from: target.value })} />}
    </Field>
    <Field label={t('To')} error={error}>
      {(control) => <TextInput {...control} type="date" value={view.to} onChange={({ target }) => onChange({ to: target.value })} />}
    </Field>
  </>
);

const FILTER_WORDS = {
  customerId: { label: 'Customer', all: 'All Customers' },
  serviceTypeId: { label: 'Service', all: 'All services' },
  equipmentId: { label: 'Machine', all: 'All machines' },
  operatorId: { label: 'Operator', all: 'All operators' },
} as const satisfies Record<Filter, { label: string; all: string }>;

/** Everything that a report may be narrowed to, by id and name. */
const useChoices = (): Record<Filter, readonly { readonly id: number; readonly name: string }[]> => {
  const { id: orgId } = useOrganization();
  const { data: customers = [] } = useQuery(customerQueries.list(orgId));
  const { data: services = [] } = useQuery(serviceTypeQueries.list(orgId));
  const { data: machines = [] } = useQuery(equipmentQueries.list(orgId));
  const { data: people = [] } = useQuery(employeeQueries.list(orgId));
  return {
    customerId: customers.map(({ id, businessName }) => ({ id, name: businessName })),
    serviceTypeId: services,
    equipmentId: machines,
    operatorId: people.filter(({ isOperator }) => isOperator).map((person) => ({ id: person.id, name: fullName(person) })),
  };
};

const Filters = ({ view, onChange }: Omit<ControlsProps, 'today'>) => {
  const choices = useChoices();
  const count = Object.values(view.filters).filter((id) => id !== undefined).length;
  return (
    <MoreFilters count={count}>
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        {FILTERS.map((name) => (
          <Field key={name} label={t(FILTER_WORDS[name].label)}>
            {(control) => (
              <Select
                {...control}
                placeholder={t(FILTER_WORDS[name].all)}
                value={view.filters[name] ?? ''}
                onChange={({ target: { value } }) => {
                  onChange({ filters: { ...view.filters, [name]: value === '' ? undefined : Number(value) } });
                }}
              >
                {choices[name].map(({ id, name: called }) => (
                  <option key={id} value={id}>
                    {called}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        ))}
      </div>
    </MoreFilters>
  );
};

/** Period, comparison and filters. */
export const ReportControls = ({ error, ...props }: ControlsProps & { readonly error: string | undefined }) => (
  <div className="mb-4 grid gap-3 print:hidden">
    <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
      <PeriodField {...props} />
      {props.view.period === 'dates' ? <DateFields {...props} error={error} /> : <AgainstField {...props} />}
    </div>
    <Filters view={props.view} onChange={props.onChange} />
  </div>
);
