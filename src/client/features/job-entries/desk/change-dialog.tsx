import { useState } from 'react';
import type { CustomDataField } from '#shared/domain/custom-data-field.ts';
import type { JobEntryPatch } from '#shared/domain/job-entry.ts';
import type { ServiceType } from '#shared/domain/service-type.ts';
import { fieldName } from '#client/entities/custom-data-fields/field-words.ts';
import { plural, t } from '#client/lib/texts.ts';
import { FormDialog } from '#client/ui/dialog.tsx';
import { Field, Select } from '#client/ui/field.tsx';
import { Note } from '#client/ui/note.tsx';
import { AttentionIcon } from '#client/ui/icons.tsx';
import type { DeskRow } from './desk-rows.ts';
import { useFilterChoices } from './use-filter-choices.ts';
import { clearedBy, servicePatch } from './service-patch.ts';

export interface ChangeDialogProps {
  readonly rows: readonly DeskRow[];
  readonly services: ReadonlyMap<number, ServiceType>;
  readonly fields: readonly CustomDataField[];
  readonly onChange: (bodyOf: (row: DeskRow) => JobEntryPatch) => Promise<unknown>;
  readonly onClose: () => void;
}

const KINDS = ['service', 'machine', 'operator'] as const;

/** Gives several entries another service, machine or operator; what that clears is said before. */
export const ChangeDialog = ({ rows, services, fields, onChange, onClose }: ChangeDialogProps) => {
  const choices = useFilterChoices();
  const [chosen, setChosen] = useState<Readonly<Partial<Record<(typeof KINDS)[number], number>>>>({});
  const [isBusy, setBusy] = useState(false);
  const service = chosen.service === undefined ? undefined : services.get(chosen.service);
  const cleared = service ? rows.map((row) => clearedBy(row.entry, services.get(row.entry.serviceTypeId), service, fields)) : [];
  const names = [...new Set(cleared.flatMap((each) => each.map(({ field }) => fieldName(field))))];
  const affected = cleared.filter((each) => each.length > 0).length;
  const LABELS = { service: t('Service'), machine: t('Equipment'), operator: t('Operator') };
  const submit = async () => {
    setBusy(true);
    const { machine, operator } = chosen;
    await onChange((row) => ({
      ...(service ? servicePatch(row.entry, service, clearedBy(row.entry, services.get(row.entry.serviceTypeId), service, fields)) : {}),
      ...(machine === undefined ? {} : { equipmentIds: [machine] }),
      ...(operator === undefined ? {} : { operatorIds: [operator] }),
    }));
    onClose();
  };
  return (
    <FormDialog
      title={plural(rows.length, 'Change {count} entry', 'Change {count} entries')}
      submitLabel={plural(rows.length, 'Change {count} entry', 'Change {count} entries')}
      isDisabled={Object.keys(chosen).length === 0}
      busyText={isBusy && t('Saving...')}
      onSubmit={submit}
      onClose={onClose}
    >
      {KINDS.map((kind) => (
        <Field key={kind} label={LABELS[kind]}>
          {(control) => (
            <Select
              {...control}
              placeholder={t('As it is')}
              value={chosen[kind] ?? ''}
              onChange={({ target }) => {
                const { [kind]: _, ...rest } = chosen;
                setChosen(target.value === '' ? rest : { ...rest, [kind]: Number(target.value) });
              }}
            >
              {choices[kind].map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      ))}
      {service && names.length > 0 && (
        <Note tone="straw" icon={AttentionIcon}>
          {plural(
            affected,
            '{service} doesn’t ask for {fields}: it is cleared in {count} entry. Undo brings it back.',
            '{service} doesn’t ask for {fields}: cleared in {count} entries. Undo brings it back.',
            { service: service.name, fields: names.join(', ') },
          )}
        </Note>
      )}
    </FormDialog>
  );
};
