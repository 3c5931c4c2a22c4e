import { fullName } from '#shared/domain/names.ts';
import { linkedTo } from '#client/entities/service-types/linked-to.ts';
import type { RunStart } from '#client/features/runs/start-form.ts';
import type { RunLists } from '#client/features/runs/use-run-lists.ts';
import { t } from '#client/lib/texts.ts';
import { CheckGrid } from '#client/ui/check-grid.tsx';
import { Field, Select } from '#client/ui/field.tsx';
import { ImplementIcon, ServiceIcon } from '#client/ui/icons.tsx';
import { Options } from '#client/ui/pickers.tsx';

interface CrewFieldsProps {
  readonly start: RunStart;
  readonly lists: RunLists;
  readonly onChange: (change: Partial<RunStart>) => void;
}

const idIn = (text: string): number | null => (text === '' ? null : Number(text));

/** What is the same at every stop of a run. */
export const CrewFields = ({ start, lists, onChange }: CrewFieldsProps) => {
  const { serviceTypeId, equipmentIds, operatorIds, implementId } = start;
  return (
    <div className="grid gap-5">
      <Field label={t('Service')} required>
        {(control) => (
          <Select
            {...control}
            icon={ServiceIcon}
            placeholder={t('Choose a service')}
            value={serviceTypeId ?? ''}
            onChange={({ target }) => onChange({ serviceTypeId: idIn(target.value) })}
          >
            <Options choices={lists.services} quick={[]} />
          </Select>
        )}
      </Field>
      <CheckGrid
        label={t('Equipment')}
        choices={linkedTo(serviceTypeId, lists.equipment)}
        empty={t('No equipment added yet.')}
        value={equipmentIds}
        onChange={(ids) => onChange({ equipmentIds: ids })}
      />
      {lists.implements.length > 0 && (
        <Field label={t('Implement')}>
          {(control) => (
            <Select
              {...control}
              icon={ImplementIcon}
              placeholder={t('No implement')}
              value={implementId ?? ''}
              onChange={({ target }) => onChange({ implementId: idIn(target.value) })}
            >
              <Options choices={linkedTo(serviceTypeId, lists.implements)} quick={[]} />
            </Select>
          )}
        </Field>
      )}
      <CheckGrid
        label={t('Operator(s)')}
        choices={lists.employees.filter(({ isOperator }) => isOperator).map((each) => ({ id: each.id, name: fullName(each) }))}
        empty={t('No operators yet.')}
        value={operatorIds}
        onChange={(ids) => onChange({ operatorIds: ids })}
      />
    </div>
  );
};
