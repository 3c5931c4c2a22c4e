import type { Equipment } from '#shared/domain/equipment.ts';
import type { Implement } from '#shared/domain/implement.ts';
import type { ServiceType } from '#shared/domain/service-type.ts';
import { type ListColumn, namesCell } from '#client/lib/list-table.ts';
import { t } from '#client/lib/texts.ts';

type Services = readonly Pick<ServiceType, 'id' | 'name'>[];

const servicesColumn = (services: Services): ListColumn<Equipment | Implement> => ({
  head: t('Service Types'),
  valueOf: ({ serviceTypeIds }) => namesCell(services.filter(({ id }) => serviceTypeIds.includes(id)).map(({ name }) => name)),
});

/** Every field of a machine, under the labels of its form: what the list exports. */
export const equipmentColumns = (services: Services): ListColumn<Equipment>[] => [
  { head: t('Name'), valueOf: ({ name }) => name },
  { head: t('Unit Number'), valueOf: ({ unitNumber }) => unitNumber },
  { head: t('Serial Number'), valueOf: ({ serialNumber }) => serialNumber },
  servicesColumn(services),
];

/** Every field of an implement. */
export const implementColumns = (services: Services): ListColumn<Implement>[] => [
  { head: t('Name'), valueOf: ({ name }) => name },
  servicesColumn(services),
];
