import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { routes } from '#shared/routes.ts';
import type { Rate } from '#shared/billing/schemas/rate.ts';
import { QueryView } from '#client/components/query-view.tsx';
import { deleteAction, editAction, RowActions } from '#client/components/record-actions.tsx';
import { useNotices } from '#client/components/use-notices.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { billingQueries } from '#client/features/billing/billing-queries.ts';
import { useIsOffline } from '#client/features/billing/money-only.tsx';
import { RateDialog } from './rate-dialog.tsx';
import { fuelWords, lineWords, rateName, scopeWords, serviceOf, sinceWords } from './rate-words.ts';
import { useBillingChange } from '#client/features/billing/use-billing-change.ts';
import { compareNames } from '#client/lib/compare-names.ts';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { Card, CardHead } from '#client/ui/card.tsx';
import { ConfirmDialog } from '#client/ui/dialog.tsx';
import { PlusIcon } from '#client/ui/icons.tsx';
import { Empty } from '#client/ui/states.tsx';
import { DataTable } from '#client/ui/table.tsx';

interface ServiceRatesProps {
  readonly service: string;
  readonly rates: readonly Rate[];
  readonly onEdit: (rate: Rate) => void;
  readonly onDelete: (rate: Rate) => void;
}

const ServiceRates = ({ service, rates, onEdit, onDelete }: ServiceRatesProps) => {
  const { currency } = useOrganization();
  const reason = useIsOffline() ? t('This needs a connection.') : undefined;
  const prices = (rate: Rate) => (
    <ul className="grid gap-0.5">
      {rate.lines.map((line, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- The lines of a rate never change places.
        <li key={index}>{lineWords(line, currency, rate.names?.fields[index] ?? null)}</li>
      ))}
      {fuelWords(rate) !== '' && <li className="text-sm text-ink2">{fuelWords(rate)}</li>}
    </ul>
  );
  return (
    <Card>
      <CardHead title={service} />
      <DataTable
        label={t('Rates of {service}', { service })}
        rows={rates}
        keyOf={({ id }) => id}
        columnsFrom="lg"
        columns={[
          // The tables of all services are stacked, with aligned columns.
          { head: t('Rate'), width: 'w-[22%]', cell: (rate) => <b className="font-[680] wrap-anywhere">{rateName(rate)}</b> },
          { head: t('Prices'), width: 'w-[40%]', cell: prices },
          { head: t('Applies to'), width: 'w-[24%]', cell: scopeWords },
          {
            head: t('Valid from'),
            width: 'w-[14%]',
            cell: (rate) => <span className="whitespace-nowrap tabular-nums">{sinceWords(rate)}</span>,
          },
        ]}
        card={(rate) => ({
          small: scopeWords(rate),
          title: rateName(rate),
          meta: (
            <>
              <span className="w-full">{prices(rate)}</span>
              <span>{t('Valid from: {date}', { date: sinceWords(rate) })}</span>
            </>
          ),
        })}
        actions={(rate) => (
          <RowActions
            name={rateName(rate)}
            actions={[editAction(() => onEdit(rate), reason), deleteAction(() => onDelete(rate), reason)]}
          />
        )}
      />
    </Card>
  );
};

const DeleteRate = ({ rate, onClose }: { readonly rate: Rate; readonly onClose: () => void }) => {
  const { change, isBusy } = useBillingChange();
  const notices = useNotices();
  const remove = async () => {
    try {
      await change((ask) => ask(routes.rates.remove, { params: { id: rate.id } }));
      notices.success(t('Rate deleted'));
      onClose();
    } catch (error) {
      notices.failure(t('Failed to delete the rate'), error);
    }
  };
  return (
    <ConfirmDialog
      title={t('Delete rate')}
      text={t('{name} no longer applies to anything. Bills already made with it stay as they are.', { name: rateName(rate) })}
      confirmLabel={t('Delete rate')}
      busyText={isBusy && t('Deleting...')}
      danger
      onConfirm={() => void remove()}
      onCancel={() => !isBusy && onClose()}
    />
  );
};

type Open = { readonly what: 'edit' | 'delete'; readonly rate: Rate } | { readonly what: 'new' };

/** All rates, by service: their prices, where they apply, and from when. `service` in the address opens a new one for it. */
export const RatesTab = () => {
  const { id: orgId } = useOrganization();
  const query = useQuery(billingQueries.rates(orgId));
  const isOffline = useIsOffline();
  const [, navigate] = useLocation();
  const wanted = Number(new URLSearchParams(useSearch()).get('service') ?? 0);
  const [chosen, setOpen] = useState<Open | null>(null);
  const open = chosen ?? (wanted > 0 && !isOffline ? { what: 'new' as const } : null);
  const close = () => {
    setOpen(null);
    if (wanted > 0) {
      navigate('/organization/billing?tab=rates', { replace: true });
    }
  };
  const addButton = (
    <Button variant="primary" icon={PlusIcon} disabled={isOffline} onClick={() => setOpen({ what: 'new' })}>
      {t('Add rate')}
    </Button>
  );
  return (
    <>
      <QueryView query={query} loading={t('Loading rates...')}>
        {(rates) => {
          if (rates.length === 0) {
            return (
              <Card>
                <Empty
                  title={t('No rates yet.')}
                  text={t('A rate sets what a service costs. Without one, jobs are billed as quantities only.')}
                >
                  {addButton}
                </Empty>
              </Card>
            );
          }
          const services = [...new Set(rates.map(({ serviceTypeId }) => serviceTypeId))]
            .map((id) => ({ id, list: rates.filter(({ serviceTypeId }) => serviceTypeId === id) }))
            .map(({ id, list }) => ({ id, name: list.map(serviceOf)[0] ?? '', list }))
            .toSorted((left, right) => compareNames(left.name, right.name));
          return (
            <>
              <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
                <p className="max-w-[65ch] flex-[1_1_16rem] text-sm text-ink2">
                  {t("If several rates apply, the job's comes first, then the customer's, then the machine's, then the latest.")}
                </p>
                {addButton}
              </div>
              <div className="grid grid-cols-1 gap-(--gap)">
                {services.map(({ id, name, list }) => (
                  <ServiceRates
                    key={id}
                    service={name}
                    rates={list}
                    onEdit={(rate) => setOpen({ what: 'edit', rate })}
                    onDelete={(rate) => setOpen({ what: 'delete', rate })}
                  />
                ))}
              </div>
            </>
          );
        }}
      </QueryView>
      {open?.what === 'delete' && <DeleteRate rate={open.rate} onClose={close} />}
      {open && open.what !== 'delete' && (
        <RateDialog rate={open.what === 'edit' ? open.rate : null} {...(wanted > 0 ? { serviceTypeId: wanted } : {})} onClose={close} />
      )}
    </>
  );
};
