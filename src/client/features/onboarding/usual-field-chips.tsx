import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Organization } from '#shared/domain/organization.ts';
import { fieldName } from '#client/entities/custom-data-fields/field-words.ts';
import { useMadeFields } from '#client/entities/service-types/use-made-fields.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { fieldsToMake } from '#client/entities/service-types/usual-fields.ts';
import { customDataFieldQueries } from '#client/data/queries.ts';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { PlusIcon } from '#client/ui/icons.tsx';

/** Fields that most contractors want and this organization does not have: each is added with one press. */
export const UsualFieldChips = ({ organization: { id: orgId, units } }: { readonly organization: Organization }) => {
  const notices = useNotices();
  const { data: known } = useQuery(customDataFieldQueries.list(orgId));
  const makeFields = useMadeFields(orgId);
  const [busy, setBusy] = useState<number | null>(null);
  const offered = known ? fieldsToMake(known, units) : [];
  const add = async (field: (typeof offered)[number]) => {
    setBusy(field.id);
    try {
      await makeFields({ fields: [field], ticks: { customDataFieldIds: [field.id], requiredFieldIds: [] } });
      notices.success(t('Custom Field Added'), fieldName(field));
    } catch (error) {
      notices.failure(t('Failed to create custom field'), error);
    } finally {
      setBusy(null);
    }
  };
  return (
    offered.length > 0 && (
      <div className="grid gap-2">
        <p className="text-sm text-ink2" id="often-wanted">
          {t('Often used')}
        </p>
        <div role="group" aria-labelledby="often-wanted" className="flex flex-wrap gap-2">
          {offered.map((field) => (
            <Button
              key={field.id}
              size="small"
              icon={PlusIcon}
              aria-label={t('Add {name}', { name: fieldName(field) })}
              busyText={busy === field.id && t('Adding...')}
              disabled={busy !== null}
              onClick={() => void add(field)}
            >
              {fieldName(field)}
            </Button>
          ))}
        </div>
      </div>
    )
  );
};
