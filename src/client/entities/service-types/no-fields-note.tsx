import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { routes } from '#shared/routes.ts';
import type { Organization } from '#shared/domain/organization.ts';
import type { ServiceType } from '#shared/domain/service-type.ts';
import { systemFirst } from '#client/entities/custom-data-fields/data-fields.tsx';
import { useMadeFields } from './use-made-fields.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { bothTicks, shownFields, usualTicks } from './usual-fields.ts';
import { customDataFieldQueries } from '#client/data/queries.ts';
import { useWriter } from '#client/data/use-write.ts';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { FieldsIcon } from '#client/ui/icons.tsx';

interface NoFieldsNoteProps {
  /** Absent for users who may not change services. */
  readonly onAdd?: () => void;
  readonly isBusy?: boolean;
}

/** Says that a service asks for nothing but the date, which is rarely intended, and offers what such work usually asks for. */
export const NoFieldsNote = ({ onAdd, isBusy = false }: NoFieldsNoteProps) => (
  <div role="note" className="grid gap-2.5 rounded-ctl bg-sky-bg px-3.5 py-3 text-sm/[1.45] text-sky-fg">
    <p className="flex items-start gap-2.5">
      <FieldsIcon className="mt-px size-[1.25em] shrink-0" aria-hidden="true" />
      <span>
        {t('This service only asks for the date: no hours, no machine, no operator.')}{' '}
        {!onAdd && t('Your office can choose what it asks for.')}
      </span>
    </p>
    {onAdd && (
      <Button size="small" className="justify-self-start" busyText={isBusy && t('Adding...')} onClick={onAdd}>
        {t('Add the usual fields')}
      </Button>
    )}
  </div>
);

interface ServiceWithoutFieldsProps {
  readonly organization: Organization;
  readonly service: Pick<ServiceType, 'id' | 'name' | 'customDataFieldIds' | 'requiredFieldIds'>;
  readonly mayChange: boolean;
  /** While the organization is being set up. */
  readonly isSetUp?: boolean;
}

/** The note for an existing service, which gets the usual fields at once. Renders nothing for a service that asks for something. */
export const ServiceWithoutFields = ({ organization, service, mayChange, isSetUp = false }: ServiceWithoutFieldsProps) => {
  const { id: orgId, units } = organization;
  const notices = useNotices();
  const { data: known } = useQuery(customDataFieldQueries.list(orgId));
  const makeFields = useMadeFields(orgId);
  const update = useWriter(orgId, routes.serviceTypes.update, false);
  const [isBusy, setBusy] = useState(false);
  if (!known || known.some(({ id, isActive }) => isActive && service.customDataFieldIds.includes(id))) {
    return null;
  }
  const add = async () => {
    setBusy(true);
    try {
      const usual = bothTicks(service, usualTicks(known, service.name, { units, isSetUp }));
      const { ticks } = await makeFields(shownFields(systemFirst(known), usual, units));
      const saved = await update({ params: { id: service.id }, body: { ...ticks } });
      notices.saved(saved, t('Service'), t('Success'), t('Service updated successfully'));
    } catch (error) {
      notices.notSaved('update', 'service', error);
    } finally {
      setBusy(false);
    }
  };
  return <NoFieldsNote isBusy={isBusy} {...(mayChange ? { onAdd: () => void add() } : {})} />;
};
