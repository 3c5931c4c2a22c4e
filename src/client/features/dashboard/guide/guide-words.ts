import type { Organization } from '#shared/domain/organization.ts';
import { countryName } from '#client/entities/organizations/countries.ts';
import { type PlainText, plural, t } from '#client/lib/texts.ts';
import type { GuideFacts, GuideStepId } from './guide-steps.ts';

export const GUIDE_TITLES = {
  company: 'Country, trades and services',
  lists: 'Customers and machines',
  people: 'Your people',
  entry: 'Log the first job entry',
  rates: 'Set your rates',
  bill: 'Send the first bill',
} as const satisfies Record<GuideStepId, PlainText>;

const servicesWords = (count: number): string => plural(count, '1 service to choose from', '{count} services to choose from');

const companyText = ({ services = 0 }: GuideFacts, { country }: Organization): string =>
  country
    ? t('{country}: {services}', { country: countryName(country), services: servicesWords(services) })
    : t('Your country sets units, currency and the look of your bills.');

const listsText = ({ customers = 0, machines = 0 }: GuideFacts): string =>
  customers + machines === 0
    ? t('Add them one by one, or import the file you have.')
    : t('Customers: {customers}. Machines: {machines}.', { customers, machines });

const peopleText = ({ others = 0, joined, invited }: GuideFacts): string => {
  if (others === 0) {
    return t('Drivers log their work on their own phones.');
  }
  const people = plural(others, '1 person besides you.', '{count} people besides you.');
  const have = plural(joined, '1 has joined.', '{count} have joined.');
  const out =
    invited === undefined
      ? t('Invitations are shown when you are online.')
      : plural(invited, '1 invitation is out.', '{count} invitations are out.');
  return `${people} ${have} ${out}`;
};

const entryText = ({ entries = 0 }: GuideFacts): string =>
  entries > 0 ? t('The first work is in.') : t('See what your drivers see. Takes 20 seconds.');

const ratesText = ({ services = 0, unpriced }: GuideFacts): string => {
  if (unpriced === undefined) {
    return t('Rates are shown when you are online.');
  }
  if (services > 0 && unpriced === 0) {
    return t('Every service has a price.');
  }
  return unpriced === services
    ? t('Without rates, bills have no amounts.')
    : plural(unpriced, '1 service has no price yet.', '{count} services have no price yet.');
};

/** Whether bills can say whom to pay, and look like the company's. */
const isReadyToBill = ({ bankAccount, logo }: Organization): boolean => (bankAccount ?? null) !== null && (logo ?? null) !== null;

const billText = (organization: Organization): string =>
  isReadyToBill(organization)
    ? t('Complete a job, look at its bill, and send it.')
    : t('Add your bank details and logo, then bill a completed job.');

/** What is said about a step, as far as it is known. */
export const guideTextOf = (id: GuideStepId, facts: GuideFacts, organization: Organization): string => {
  switch (id) {
    case 'company':
      return companyText(facts, organization);
    case 'lists':
      return listsText(facts);
    case 'people':
      return peopleText(facts);
    case 'entry':
      return entryText(facts);
    case 'rates':
      return ratesText(facts);
    case 'bill':
      return billText(organization);
  }
};

interface GuideAction {
  readonly to: string;
  readonly label: string;
}

const peopleAction = ({ others = 0, joined, invited }: GuideFacts): GuideAction => {
  const to = '/employees';
  if (others === 0) {
    return { to, label: t('Add people') };
  }
  const waiting = others - joined - (invited ?? 0);
  return waiting > 0
    ? { to, label: t('Invite {count}', { count: waiting }) }
    : invited
      ? { to, label: t('Remind {count}', { count: invited }) }
      : { to, label: t('Add more') };
};

/** Where a step is done. */
export const guideActionOf = (id: Exclude<GuideStepId, 'entry'>, facts: GuideFacts, organization: Organization): GuideAction => {
  switch (id) {
    case 'company':
      return organization.country
        ? { to: '/service-types', label: facts.services ? t('Add more') : t('Add services') }
        : { to: '/organization', label: t('Choose country') };
    case 'lists':
      return facts.customers && !facts.machines
        ? { to: '/equipment', label: t('Add machines') }
        : { to: '/customers', label: facts.customers ? t('Add more') : t('Add customers') };
    case 'people':
      return peopleAction(facts);
    case 'rates':
      return { to: '/organization/billing?tab=rates', label: facts.unpriced === 0 ? t('Change rates') : t('Set rates') };
    case 'bill':
      return isReadyToBill(organization)
        ? { to: '/organization/billing', label: t('Go to billing') }
        : { to: '/organization', label: t('Bank details and logo') };
  }
};
