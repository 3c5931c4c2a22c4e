import { RowLink } from '#client/components/links.tsx';
import { useUnits } from '#client/data/organization-context.tsx';
import { formatMoney } from '#client/lib/format-amounts.ts';
import { formatDates } from '#client/lib/formats.ts';
import { t, withUnit } from '#client/lib/texts.ts';
import { buttonClass } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { PhoneIcon } from '#client/ui/icons.tsx';
import { Empty } from '#client/ui/states.tsx';
import { DataTable } from '#client/ui/table.tsx';
import type { NotYetCustomer } from './not-yet.ts';

/** What a phone dials: of what people typed the digits, and the plus in front of them. */
const dialled = (phoneNumber: string): string => phoneNumber.replace(/(?!^\s*\+)\D/g, '').trim();

const Call = ({ customer: { phoneNumber, customerName } }: { readonly customer: NotYetCustomer }) =>
  phoneNumber === null ? (
    <span className="text-ink2">{t('No phone number')}</span>
  ) : (
    <a
      href={`tel:${dialled(phoneNumber)}`}
      aria-label={t('Call {name}, {number}', { name: customerName, number: phoneNumber })}
      className={buttonClass({ size: 'small', className: 'tabular-nums' })}
    >
      <PhoneIcon aria-hidden="true" />
      {phoneNumber}
    </a>
  );

interface ListProps {
  readonly customers: readonly NotYetCustomer[];
  readonly currency: string;
  readonly of: string;
}

/** The calls to make before somebody else does: customers who had the work and do not have it yet. */
export const NotYetList = ({ customers, currency, of }: ListProps) => {
  const units = useUnits();
  if (customers.length === 0) {
    return (
      <Card>
        <Empty title={t('Everyone of season {season} is there already.', { season: of })} />
      </Card>
    );
  }
  const name = ({ customerId, customerName }: NotYetCustomer) => <RowLink to={`/customers/${customerId}`}>{customerName}</RowLink>;
  const jobs = ({ works }: NotYetCustomer): string => works.map(({ jobName }) => jobName).join(', ');
  const days = ({ firstDay, lastDay }: NotYetCustomer) => (
    <span className="whitespace-nowrap tabular-nums">{formatDates(firstDay, lastDay)}</span>
  );
  const seesMoney = customers.some(({ revenueCents }) => revenueCents !== null);
  const amount = ({ revenueCents, hours }: NotYetCustomer): string =>
    seesMoney ? formatMoney(revenueCents ?? 0, currency) : withUnit(hours, units.totalHours);
  const amountHead = seesMoney ? t('Billed in season {season}', { season: of }) : t('Hours');
  return (
    <Card>
      <DataTable
        label={t('Not yet this year')}
        rows={customers}
        keyOf={({ customerId }) => customerId}
        columnsFrom="lg"
        columns={[
          { head: t('Customer'), cell: name, sortBy: ({ customerName }) => customerName },
          { head: t('Not yet'), cell: jobs },
          { head: t('Days'), cell: days, sortBy: ({ firstDay }) => firstDay },
          {
            head: amountHead,
            isNumber: true,
            cell: amount,
            sortBy: ({ revenueCents, hours }) => (seesMoney ? revenueCents : hours),
          },
          { head: t('Phone'), cell: (customer) => <Call customer={customer} /> },
        ]}
        sorted={{ head: amountHead, isDescending: true }}
        card={(customer) => ({
          title: name(customer),
          meta: (
            <>
              <span className="w-full">{jobs(customer)}</span>
              {days(customer)}
              <span className="tabular-nums">{amount(customer)}</span>
              <span className="w-full">
                <Call customer={customer} />
              </span>
            </>
          ),
        })}
      />
    </Card>
  );
};
