import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CostRate } from '#shared/billing/schemas/cost-rate.ts';
import { fullName } from '#shared/domain/names.ts';
import { QueryView } from '#client/components/query-view.tsx';
import { useOrganization, useUnits } from '#client/data/organization-context.tsx';
import { employeeQueries, equipmentQueries } from '#client/data/queries.ts';
import { billingQueries } from '#client/features/billing/billing-queries.ts';
import { CostDialog, type Costly } from './cost-dialog.tsx';
import { useIsOffline } from '#client/features/billing/money-only.tsx';
import { formatPrice } from '#client/lib/format-amounts.ts';
import { formatDate } from '#client/lib/formats.ts';
import { t, wordsOf } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { Card, CardHead } from '#client/ui/card.tsx';
import { PlusIcon } from '#client/ui/icons.tsx';
import { Empty } from '#client/ui/states.tsx';

interface Open {
  readonly subject: Costly;
  readonly rate: CostRate | null;
}

interface CostListProps {
  readonly title: string;
  readonly unit: string;
  readonly empty: string;
  readonly costly: readonly Costly[];
  readonly rates: readonly CostRate[];
  readonly onOpen: (open: Open) => void;
}

const since = ({ validFrom }: CostRate): string => (validFrom === null ? t('Always') : t('From {date}', { date: formatDate(validFrom) }));

/** Every item of a kind, with its costs over time: the latest first. */
const CostList = ({ title, unit, empty, costly, rates, onOpen }: CostListProps) => {
  const { currency } = useOrganization();
  const isOffline = useIsOffline();
  return (
    <Card>
      <CardHead title={title} />
      {costly.length === 0 && <Empty title={empty} />}
      <ul aria-label={title}>
        {costly.map((subject) => {
          const own = rates
            .filter(({ employeeId, equipmentId }) => employeeId === subject.employeeId && equipmentId === subject.equipmentId)
            .toSorted((left, right) => (right.validFrom ?? '').localeCompare(left.validFrom ?? '') || right.id - left.id);
          return (
            <li
              key={`${subject.employeeId ?? ''} ${subject.equipmentId ?? ''}`}
              className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-1.5 last:border-b-0"
            >
              <span className="min-w-0 flex-[1_1_10rem] font-[620] wrap-anywhere">{subject.name}</span>
              {own.length === 0 && <span className="text-sm text-ink2">{t('Unknown')}</span>}
              {own.map((rate) => (
                <Button key={rate.id} size="small" disabled={isOffline} onClick={() => onOpen({ subject, rate })}>
                  <span className="sr-only">{subject.name}: </span>
                  <span className="tabular-nums">
                    {formatPrice(rate.price, currency)} / {unit}
                  </span>{' '}
                  <span className="ml-1.5 font-normal text-ink2">{since(rate)}</span>
                </Button>
              ))}
              <Button size="small" icon={PlusIcon} disabled={isOffline} onClick={() => onOpen({ subject, rate: null })}>
                <span className="sr-only">{subject.name}: </span>
                {t('Add cost')}
              </Button>
            </li>
          );
        })}
      </ul>
    </Card>
  );
};

/** What operators, machines and fuel cost the organization: the basis of margins. */
export const CostsTab = () => {
  const { id: orgId } = useOrganization();
  const units = useUnits();
  const query = useQuery(billingQueries.costs(orgId));
  const { data: people = [] } = useQuery(employeeQueries.list(orgId));
  const { data: machines = [] } = useQuery(equipmentQueries.list(orgId));
  const [open, setOpen] = useState<Open | null>(null);
  const fuel = { name: t('Fuel'), employeeId: null, equipmentId: null };
  const operators = people
    .filter(({ isOperator }) => isOperator)
    .map((each) => ({ name: fullName(each), employeeId: each.id, equipmentId: null }));
  const equipment = machines.map(({ id, name }) => ({ name, employeeId: null, equipmentId: id }));
  const lists = [
    { title: t('Fuel'), unit: wordsOf(units.fuel), empty: '', costly: [fuel] },
    { title: t('Operators'), unit: t('hour'), empty: t('No operators yet.'), costly: operators },
    { title: t('Machines'), unit: t('hour'), empty: t('No machines yet.'), costly: equipment },
  ];
  return (
    <>
      <p className="mb-3 max-w-[65ch] text-sm text-ink2">
        {t('What the work costs you, used to work out margins. If a machine’s cost includes fuel, set the fuel price to 0.')}
      </p>
      <QueryView query={query} loading={t('Loading costs...')}>
        {(rates) => (
          <div className="grid grid-cols-1 gap-(--gap)">
            {lists.map((list) => (
              <CostList key={list.title} {...list} rates={rates} onOpen={setOpen} />
            ))}
          </div>
        )}
      </QueryView>
      {open && <CostDialog {...open} onClose={() => setOpen(null)} />}
    </>
  );
};
