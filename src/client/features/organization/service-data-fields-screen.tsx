import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { routes } from '#shared/routes.ts';
import type { CustomDataField } from '#shared/domain/custom-data-field.ts';
import { summaryOf } from '#shared/domain/field-summary.ts';
import { dataFieldColumns } from '#client/entities/custom-data-fields/data-field-columns.ts';
import { FieldName, systemFirst } from '#client/entities/custom-data-fields/data-fields.tsx';
import { FIELD_TYPE_LABEL, fieldName } from '#client/entities/custom-data-fields/field-words.ts';
import { DeleteDialog } from '#client/components/delete-dialog.tsx';
import { HeadExport } from '#client/components/list-export.tsx';
import { BackLink } from '#client/components/links.tsx';
import { QueryView } from '#client/components/query-view.tsx';
import { deleteAction, editAction, RowActions } from '#client/components/record-actions.tsx';
import { syncMark } from '#client/components/status-badge.tsx';
import { useFreshRecord } from '#client/components/use-fresh-record.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { useCan, useOrganization } from '#client/data/organization-context.tsx';
import { customDataFieldQueries } from '#client/data/queries.ts';
import { useWrite } from '#client/data/use-write.ts';
import { DataFieldDialog } from '#client/features/organization/data-field-dialog.tsx';
import { keptReason, takesSummary } from '#client/features/organization/data-field-form.ts';
import { formatNumber } from '#client/lib/formats.ts';
import { plural, t } from '#client/lib/texts.ts';
import { useIsWide } from '#client/lib/use-media.ts';
import { Badge, Chip } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { Card, PageHead } from '#client/ui/card.tsx';
import { ActiveIcon, IdleIcon, PlusIcon } from '#client/ui/icons.tsx';
import { Empty } from '#client/ui/states.tsx';
import { DataTable } from '#client/ui/table.tsx';

const NameCell = ({ field }: { readonly field: CustomDataField }) => (
  <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-[680]">
    <FieldName field={field} />
    {field.isSystem && <Chip>{t('System')}</Chip>}
  </span>
);

/** The type, and for a number that is not added up how summaries treat it. */
const typeWords = (field: CustomDataField): string => {
  const type = t(FIELD_TYPE_LABEL[field.fieldType]);
  const summary = summaryOf(field);
  if (!takesSummary(field, field.isSystem) || summary === 'sum') {
    return type;
  }
  return summary === 'average' ? t('{type} (averaged)', { type }) : t('{type} (not in summaries)', { type });
};

const ActiveBadge = ({ isActive }: { readonly isActive: boolean }) => (
  <Badge tone={isActive ? 'field' : 'stone'} icon={isActive ? ActiveIcon : IdleIcon}>
    {isActive ? t('Active') : t('Inactive')}
  </Badge>
);

interface FieldActionsProps {
  readonly field: CustomDataField;
  readonly uses: number;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

const FieldActions = ({ field, uses, onEdit, onDelete }: FieldActionsProps) => {
  const { id: orgId } = useOrganization();
  const notices = useNotices();
  const update = useWrite(orgId, routes.customDataFields.update);
  const isWide = useIsWide();
  const { id, isActive, isSystem } = field;
  const name = fieldName(field);
  const word = isActive ? t('Deactivate') : t('Activate');

  const toggle = async () => {
    try {
      const saved = await update.write({ params: { id }, body: { isActive: !isActive } });
      notices.saved(
        saved,
        t('Data field'),
        t('Success'),
        isActive ? t('Field deactivated successfully') : t('Field activated successfully'),
      );
    } catch (error) {
      notices.failure(t('Failed to update field status'), error);
    }
  };
  if (isSystem) {
    return <RowActions name={name} actions={[editAction(onEdit)]} />;
  }
  const actions = [editAction(onEdit), deleteAction(onDelete, keptReason(field, uses))];
  if (!isWide) {
    const toggleAction = { word, icon: isActive ? IdleIcon : ActiveIcon, onSelect: () => void toggle() };
    return <RowActions name={name} actions={[toggleAction, ...actions]} />;
  }
  return (
    <span className="inline-flex items-center">
      <Button
        variant="ghost"
        size="small"
        aria-label={`${word} ${name}`}
        busyText={update.isPending && t('Saving...')}
        onClick={() => void toggle()}
      >
        {word}
      </Button>
      <RowActions name={name} actions={actions} />
    </span>
  );
};

/** `/organization/service-data-fields`, also `/service-fields` (specification 4.35). */
export const ServiceDataFieldsScreen = () => {
  const { id: orgId } = useOrganization();
  const mayWrite = useCan('setup:write');
  const [edited, setEdited] = useState<CustomDataField | 'new' | null>(null);
  const openFresh = useFreshRecord('customDataFields', orgId);
  const [deleted, setDeleted] = useState<CustomDataField | null>(null);
  const query = useQuery(customDataFieldQueries.list(orgId));
  const { data: counts } = useQuery(customDataFieldQueries.usageCounts(orgId));
  const usesOf = ({ id, usageCount }: CustomDataField): number => counts?.get(id) ?? usageCount;

  const addButton = mayWrite && (
    <Button variant="primary" icon={PlusIcon} onClick={() => setEdited('new')}>
      {t('Add Data Field')}
    </Button>
  );
  const fieldActions = (field: CustomDataField) => (
    <FieldActions field={field} uses={usesOf(field)} onEdit={() => void openFresh(field, setEdited)} onDelete={() => setDeleted(field)} />
  );
  return (
    <>
      <BackLink to="/organization">{t('Back to Organization Settings')}</BackLink>
      <PageHead title={t('Service Data Fields')} sub={t('What an entry can record. Each service only asks for the fields it includes.')}>
        <HeadExport
          title={t('Service Data Fields')}
          rows={query.data && (() => systemFirst(query.data))}
          columns={() => dataFieldColumns(usesOf)}
        />
        {addButton}
      </PageHead>
      <Card>
        <QueryView query={query} loading={t('Loading data fields...')}>
          {(fields) =>
            fields.length === 0 ? (
              <Empty title={t('No data fields added yet.')}>{addButton}</Empty>
            ) : (
              <DataTable
                label={t('Service Data Fields')}
                columnsFrom="xl"
                rows={systemFirst(fields)}
                keyOf={({ id }) => id}
                mark={syncMark}
                columns={[
                  { head: t('Name'), cell: (field) => <NameCell field={field} /> },
                  { head: t('Type'), cell: typeWords },
                  { head: t('Required'), cell: ({ isRequired }) => (isRequired ? t('Yes') : t('No')) },
                  { head: t('Usage Count'), cell: (field) => formatNumber(usesOf(field)), isNumber: true },
                  { head: t('Status'), cell: ({ isActive }) => <ActiveBadge isActive={isActive} /> },
                ]}
                card={(field) => ({
                  title: <NameCell field={field} />,
                  meta: (
                    <>
                      <ActiveBadge isActive={field.isActive} />
                      <span>
                        {[typeWords(field), field.isRequired && t('Required'), plural(usesOf(field), '{count} use', '{count} uses')]
                          .filter(Boolean)
                          .join(' · ')}
                      </span>
                    </>
                  ),
                })}
                {...(mayWrite ? { actions: fieldActions } : {})}
              />
            )
          }
        </QueryView>
      </Card>
      {edited && <DataFieldDialog field={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
      {deleted && (
        <DeleteDialog
          route={routes.customDataFields.remove}
          record={deleted}
          title={t('Delete {name}?', { name: deleted.name })}
          kind={t('Data field')}
          question={t('Are you sure you want to delete this data field?')}
          onClose={() => setDeleted(null)}
        />
      )}
    </>
  );
};
