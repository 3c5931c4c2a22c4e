import { useState } from 'react';
import { Link } from 'wouter';
import { formatIban } from '#shared/domain/iban.ts';
import type { Organization } from '#shared/domain/organization.ts';
import { payPeriodOf } from '#shared/domain/pay-period.ts';
import { Facts } from '#client/components/facts.tsx';
import { TimeZoneNote } from '#client/components/time-zone-note.tsx';
import { useFreshRecord } from '#client/components/use-fresh-record.ts';
import { useCan, useOrganization } from '#client/data/organization-context.tsx';
import { bankOf } from '#client/entities/organizations/bank-fields.tsx';
import { countryName } from '#client/entities/organizations/countries.ts';
import { LogoPicture } from '#client/entities/organizations/logo-picture.tsx';
import { BankDialog } from '#client/entities/organizations/bank-dialog.tsx';
import { GuideAgain } from '#client/features/organization/guide-again.tsx';
import { MoneyDialog } from '#client/features/organization/money-dialog.tsx';
import { currencyName, UNIT_SYSTEM_WORDS } from '#client/entities/organizations/money-form.ts';
import { OrganizationDialog } from '#client/features/organization/organization-dialog.tsx';
import { OwnerCards } from '#client/features/organization/owner-cards.tsx';
import { formatPercent } from '#client/lib/format-amounts.ts';
import { LANGUAGES } from '#client/lib/language.ts';
import { PAY_PERIOD_WORDS } from '#client/data/pay-period-words.ts';
import { formatDay, formatDayOf } from '#client/lib/formats.ts';
import { type PlainText, t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { Card, CardHead, PageHead } from '#client/ui/card.tsx';
import {
  AccountIcon,
  DownloadIcon,
  EditIcon,
  FieldsIcon,
  HistoryIcon,
  type Icon,
  MembersIcon,
  NextIcon,
  ReceiptIcon,
  SettingsIcon,
} from '#client/ui/icons.tsx';

const LINKS: readonly { readonly to: string; readonly label: PlainText; readonly icon: Icon; readonly isMoney?: true }[] = [
  { to: '/organization/service-data-fields', label: 'Service Data Fields', icon: FieldsIcon },
  { to: '/organization/members', label: 'Members', icon: MembersIcon },
  { to: '/organization/billing', label: 'Billing', icon: ReceiptIcon, isMoney: true },
  { to: '/organization/billing/settings', label: 'Billing settings', icon: SettingsIcon, isMoney: true },
  { to: '/organization/account', label: 'Account', icon: AccountIcon },
  { to: '/organization/activity', label: 'Activity', icon: HistoryIcon },
  { to: '/organization/data', label: 'Your Data', icon: DownloadIcon },
];

const SideMenu = () => {
  const seesMoney = useCan('money:read');
  return (
    <nav aria-label={t('Organization Settings')} className="rounded-card border border-line bg-surface p-1.5 shadow-1">
      {LINKS.filter(({ isMoney }) => seesMoney || isMoney === undefined).map(({ to, label, icon: IconShape }) => (
        <Link
          key={to}
          href={to}
          className="flex min-h-12 items-center gap-3 rounded-ctl px-3 font-[560] text-ink no-underline hover:bg-sunk"
        >
          <IconShape className="size-5 shrink-0 text-ink2" aria-hidden="true" />
          <span className="flex-1">{t(label)}</span>
          <NextIcon className="size-5 shrink-0 text-ink3" aria-hidden="true" />
        </Link>
      ))}
    </nav>
  );
};

/** 'Sales tax 8.25%, not included in prices' */
const taxWords = ({ taxName, taxRate, taxIncluded }: Organization): string =>
  taxRate === null
    ? t('No tax')
    : t(taxIncluded ? '{tax} {percent}, included in prices' : '{tax} {percent}, not included in prices', {
        tax: taxName ?? t('Tax'),
        percent: formatPercent(taxRate / 100),
      });

/** `/organization` (specification 6.1, 6.2): the organization's data; its owner and admins can change them. */
export const OrganizationScreen = () => {
  const organization = useOrganization();
  const mayWrite = useCan('organization:write');
  const [edited, setEdited] = useState<{ readonly what: 'itself' | 'money' | 'bank'; readonly organization: Organization } | null>(null);
  const openFresh = useFreshRecord('organizations', organization.id);
  const { name, address, logo, timeZone, seasonStartDate, createdAt, units, currency, taxNumber, country, phoneNumber, email, language } =
    organization;
  const bank = bankOf(organization);
  const hasBank = Object.values(bank).some((part) => part !== '');
  const editButton = (what: 'itself' | 'money' | 'bank', label: string) =>
    mayWrite && (
      <Button
        size="small"
        icon={EditIcon}
        aria-label={label}
        onClick={() => void openFresh(organization, (fresh) => setEdited({ what, organization: fresh }))}
      >
        {t('Edit')}
      </Button>
    );
  const close = () => setEdited(null);
  return (
    <>
      <PageHead title={t('Organization Settings')} {...(mayWrite ? {} : { sub: t('Only the owner and admins can change this.') })} />
      <div className="grid items-start gap-(--gap) lg:grid-cols-[17rem_minmax(0,1fr)]">
        <SideMenu />
        <div className="grid min-w-0 gap-(--gap)">
          <TimeZoneNote isInSettings />
          <Card>
            <CardHead title={t('Organization')}>{editButton('itself', t('Edit Organization'))}</CardHead>
            <Facts
              facts={[
                [t('Name'), name],
                [t('Address'), address && <span className="whitespace-pre-line">{address}</span>],
                [t('Country'), country && countryName(country)],
                [t('Phone Number'), phoneNumber],
                [t('Email'), email],
                [t('Language of bills and mails'), LANGUAGES.find(({ id }) => id === language)?.name],
                [t('Time Zone'), timeZone ? timeZone.replaceAll('_', ' ') : t('Not set')],
                [t('Season Start'), formatDay(seasonStartDate ?? '2000-01-01')],
                [t('Pay period'), t(PAY_PERIOD_WORDS[payPeriodOf(organization).payPeriod])],
                [t('Created'), formatDayOf(createdAt)],
                [t('Logo'), logo && <LogoPicture name={logo} />],
              ]}
            />
          </Card>
          <Card>
            <CardHead title={t('Units, Currency and Tax')}>{editButton('money', t('Edit Units, Currency and Tax'))}</CardHead>
            <Facts
              facts={[
                [t('Units'), `${t(UNIT_SYSTEM_WORDS[units].name)} (${t(UNIT_SYSTEM_WORDS[units].hint)})`],
                [t('Currency'), currencyName(currency)],
                [t('Tax'), taxWords(organization)],
                [t('Tax number'), taxNumber],
              ]}
            />
          </Card>
          {mayWrite && (
            <Card>
              <CardHead title={t('Bank details')}>{editButton('bank', t('Edit Bank details'))}</CardHead>
              {hasBank ? (
                <Facts
                  facts={[
                    [t('Account holder'), bank.bankHolder],
                    [t('IBAN or account number'), bank.bankAccount && formatIban(bank.bankAccount)],
                    [t('BIC, routing number or sort code'), bank.bankCode],
                    [t('Bank'), bank.bankName],
                  ]}
                />
              ) : (
                <p className="p-4.5 text-ink2">{t('No bank details yet.')}</p>
              )}
            </Card>
          )}
          <GuideAgain />
          <OwnerCards />
        </div>
      </div>
      {edited?.what === 'itself' && <OrganizationDialog organization={edited.organization} onClose={close} />}
      {edited?.what === 'bank' && <BankDialog organization={edited.organization} onClose={close} />}
      {edited?.what === 'money' && <MoneyDialog organization={edited.organization} onClose={close} />}
    </>
  );
};
