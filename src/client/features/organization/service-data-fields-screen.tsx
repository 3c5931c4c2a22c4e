import { syncMark } from '#client/components/row-mark.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { contract } from '#shared/contract.ts';
import type { CustomDataField } from '#shared/domain/custom-data-field.ts';
import { FieldName, systemFirst } from '#client/components/data-fields.tsx';
import { BackLink } from '#client/components/links.tsx';
import { QueryView } from '#client/components/query-view.tsx';
import { useNotices } from '#client/components/use-notices.ts';
import { useCan, useOrganization } from '#client/data/organization-context.tsx';
import { customDataFieldQueries } from '#client/data/queries.ts';
import { useWrite } from '#client/data/use-write.ts';
import { DataFieldDialog } from '#client/features/organization/data-field-dialog.tsx';
import { FIELD_TYPE_LABEL } from '#client/features/organization/data-field-form.ts';
import { formatNumber } from '#client/lib/formats.ts';
import { useIsWide } from '#client/lib/use-media.ts';
import { Badge, Chip } from '#client/ui/badge.tsx';
import { Button, IconButton, iconButtonClass } from '#client/ui/button.tsx';
import { Card, PageHead } from '#client/ui/card.tsx';
import { ActiveIcon, EditIcon, IdleIcon, MoreIcon, PlusIcon } from '#client/ui/icons.tsx';
import { Menu } from '#client/ui/menu.tsx';
import { Empty } from '#client/ui/states.tsx';
import { DataTable } from '#client/ui/table.tsx';

const NameCell = ({ field }: { readonly field: CustomDataField }) => (
  <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-[680]">
    <FieldName field={field} />
    {field.isSystem && <Chip>System</Chip>}
  </span>
);

const ActiveBadge = ({ isActive }: { readonly isActive: boolean }) => (
  <Badge tone={isActive ? 'field' : 'stone'} icon={isActive ? ActiveIcon : IdleIcon}>
    {isActive ? 'Active' : 'Inactive'}
  </Badge>
);

const usesOf = (count: number): string => `${formatNumber(count)} ${count === 1 ? 'use' : 'uses'}`;

const RowActions = ({ field, onEdit }: { readonly field: CustomDataField; readonly onEdit: () => void }) => {
  const { id: orgId } = useOrganization();
  const notices = useNotices();
  const update = useWrite(orgId, contract.customDataFields.update);
  const isWide = useIsWide();
  const { id, name, isActive, isSystem } = field;
  const word = isActive ? 'Deactivate' : 'Activate';

  const toggle = async () => {
    try {
      const saved = await update.mutateAsync({ params: { id }, body: { isActive: !isActive } });
      notices.saved(saved, 'Field', 'Success', `Field ${isActive ? 'deactivated' : 'activated'} successfully`);
    } catch (error) {
      notices.failure('Failed to update field status', error);
    }
  };
  if (isSystem) {
    return <IconButton label={`Edit ${name}`} icon={EditIcon} onClick={onEdit} />;
  }
  if (!isWide) {
    return (
      <Menu
        label={`Actions for ${name}`}
        buttonClassName={iconButtonClass}
        items={[
          { label: 'Edit', icon: EditIcon, onSelect: onEdit },
          { label: word, icon: isActive ? IdleIcon : ActiveIcon, onSelect: () => void toggle() },
        ]}
      >
        <MoreIcon className="size-5" aria-hidden="true" />
      </Menu>
    );
  }
  return (
    <span className="inline-flex items-center">
      <Button
        variant="ghost"
        size="small"
        aria-label={`${word} ${name}`}
        busyText={update.isPending && 'Saving...'}
        onClick={() => void toggle()}
      >
        {word}
      </Button>
      <IconButton label={`Edit ${name}`} icon={EditIcon} onClick={onEdit} />
    </span>
  );
};

/** `/organization/service-data-fields`, also `/service-fields` (specification 2 §2). */
export const ServiceDataFieldsScreen = () => {
  const { id: orgId } = useOrganization();
  const mayWrite = useCan('setup:write');
  const [edited, setEdited] = useState<CustomDataField | 'new' | null>(null);
  const query = useQuery(customDataFieldQueries.list(orgId));

  const addButton = mayWrite && (
    <Button variant="primary" icon={PlusIcon} onClick={() => setEdited('new')}>
      Add Data Field
    </Button>
  );
  return (
    <>
      <BackLink to="/organization">Back to Organization Settings</BackLink>
      <PageHead title="Service Data Fields" sub="What an entry can hold. Each service asks only for the fields that it includes.">
        {addButton}
      </PageHead>
      <Card>
        <QueryView query={query} loading="Loading data fields...">
          {(fields) =>
            fields.length === 0 ? (
              <Empty title="No data fields added yet.">{addButton}</Empty>
            ) : (
              <DataTable
                label="Service Data Fields"
                columnsFrom="xl"
                rows={systemFirst(fields)}
                keyOf={({ id }) => id}
                mark={syncMark}
                columns={[
                  { head: 'Name', cell: (field) => <NameCell field={field} /> },
                  { head: 'Type', cell: ({ fieldType }) => FIELD_TYPE_LABEL[fieldType] },
                  { head: 'Required', cell: ({ isRequired }) => (isRequired ? 'Yes' : 'No') },
                  { head: 'Usage Count', cell: ({ usageCount }) => formatNumber(usageCount), isNumber: true },
                  { head: 'Status', cell: ({ isActive }) => <ActiveBadge isActive={isActive} /> },
                ]}
                card={(field) => ({
                  title: <NameCell field={field} />,
                  meta: (
                    <>
                      <ActiveBadge isActive={field.isActive} />
                      <span>
                        {[FIELD_TYPE_LABEL[field.fieldType], field.isRequired && 'Required', usesOf(field.usageCount)]
                          .filter(Boolean)
                          .join(' · ')}
                      </span>
                    </>
                  ),
                })}
                {...(mayWrite ? { actions: (field: CustomDataField) => <RowActions field={field} onEdit={() => setEdited(field)} /> } : {})}
              />
            )
          }
        </QueryView>
      </Card>
      {edited && <DataFieldDialog field={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </>
  );
};
