import * as z from 'zod/mini';
import { routes } from '#shared/routes.ts';
import { type CustomDataField, customDataFieldInput, fieldKind } from '#shared/domain/custom-data-field.ts';
import { type FieldSummary, SUMMARIES, summaryOf } from '#shared/domain/field-summary.ts';
import { FIELD_TYPE_LABEL, fieldName } from '#client/entities/custom-data-fields/field-words.ts';
import { OPTIONS_HINT, optionsOf } from '#client/entities/custom-data-fields/field-options.ts';
import { TextField } from '#client/components/text-field.tsx';
import { useForm } from '#client/components/use-form.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { useWriter } from '#client/data/use-write.ts';
import {
  bodyOf,
  type DataFieldForm,
  formIssues,
  formOf,
  offeredTypes,
  SUMMARY_LABEL,
  takesDefault,
  takesSummary,
} from '#client/features/organization/data-field-form.ts';
import { numberRefusal } from '#client/lib/number-refusal.ts';
import { t } from '#client/lib/texts.ts';
import { FormDialog } from '#client/ui/dialog.tsx';
import { Checkbox, type ControlProps, Field, Select, Textarea, TextInput } from '#client/ui/field.tsx';
import { NumberField } from '#client/ui/number-field.tsx';

// Options are typed as text; the form has its own rule for them.
const schema = z.omit(customDataFieldInput, { options: true });

interface DefaultValueProps {
  readonly form: DataFieldForm;
  readonly onChange: (value: string) => void;
}

/** The control for the type, except numbers: an entry's form uses the value as it is kept here. */
const DefaultControl = ({ control, form, onChange }: DefaultValueProps & { readonly control: ControlProps }) => {
  const kind = fieldKind(form.fieldType);
  const value = form.defaultValue;
  if (kind === 'boolean' || kind === 'select') {
    const choices =
      kind === 'boolean'
        ? [['yes', t('Yes')] as const, ['no', t('No')] as const]
        : optionsOf(form.options).map((option) => [option, option] as const);
    return (
      <Select {...control} placeholder={t('None')} value={value} onChange={(event) => onChange(event.target.value)}>
        {choices.map(([id, name]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    );
  }
  if (kind === 'textarea') {
    return <Textarea {...control} value={value} onChange={(event) => onChange(event.target.value)} />;
  }
  return (
    <TextInput
      {...control}
      {...(kind === 'date' ? { type: 'date' } : {})}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
};

/** What an entry starts with. */
const DefaultValue = ({ form, error, onChange }: DefaultValueProps & { readonly error: string | undefined }) => {
  const label = t('Default Value');
  return fieldKind(form.fieldType) === 'number' ? (
    <NumberField
      label={label}
      error={error}
      refusal={numberRefusal(form.defaultValue, label, false)}
      value={form.defaultValue}
      onChange={onChange}
    />
  ) : (
    <Field label={label} error={error}>
      {(control) => <DefaultControl control={control} form={form} onChange={onChange} />}
    </Field>
  );
};

interface SummaryChoiceProps {
  readonly form: DataFieldForm;
  readonly onChange: (summary: FieldSummary) => void;
}

/** How summaries treat the numbers: by the field's name until the user chooses. */
const SummaryChoice = ({ form, onChange }: SummaryChoiceProps) => (
  <Field label={t('In summaries')} hint={t('Two loads at 14% and 16% are 15% on average, not 30%.')}>
    {(control) => (
      <Select
        {...control}
        value={summaryOf(form)}
        onChange={({ target }) => onChange(SUMMARIES.find((summary) => summary === target.value) ?? 'sum')}
      >
        {SUMMARIES.map((summary) => (
          <option key={summary} value={summary}>
            {t(SUMMARY_LABEL[summary])}
          </option>
        ))}
      </Select>
    )}
  </Field>
);

interface DataFieldDialogProps {
  /** Null: a new one. */
  readonly field: CustomDataField | null;
  readonly onClose: () => void;
}

/** Adds or edits a service data field (specification 4.36, 4.37). A system field keeps its name and type, and stays active. */
export const DataFieldDialog = ({ field, onClose }: DataFieldDialogProps) => {
  const { id: orgId } = useOrganization();
  const notices = useNotices();
  const create = useWriter(orgId, routes.customDataFields.create);
  const update = useWriter(orgId, routes.customDataFields.update);
  const form = useForm({ initial: formOf(field), schema, rules: formIssues });
  const { values, errors, set } = form;
  const isSystem = field?.isSystem ?? false;
  const types = offeredTypes(field?.fieldType);

  const submit = () =>
    form.submit(
      async () => {
        const body = bodyOf(values);
        const saved = await (field ? update({ params: { id: field.id }, body, seen: field }) : create({ params: { orgId }, body }));
        notices.saved(
          saved,
          t('Data field'),
          t('Success'),
          field ? t('Data field updated successfully') : t('Data field created successfully'),
        );
        onClose();
      },
      (error) => notices.notSaved(field ? 'update' : 'create', 'data field', error),
    );
  return (
    <FormDialog
      title={field ? t('Edit Data Field') : t('Add Data Field')}
      submitLabel={field ? t('Update Field') : t('Create Field')}
      busyText={form.isBusy && t('Saving...')}
      problems={form.problems}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={t('Name')}
        required
        error={errors['name']}
        {...(isSystem ? { hint: t('A system field keeps its name and type.') } : {})}
      >
        {(control) => (
          <TextInput
            {...control}
            disabled={isSystem}
            value={field?.isSystem ? fieldName(field) : values.name}
            onChange={(event) => set('name', event.target.value)}
          />
        )}
      </Field>
      <Field label={t('Type')} error={errors['fieldType']}>
        {(control) => (
          <Select
            {...control}
            disabled={isSystem}
            value={values.fieldType}
            onChange={(event) => {
              set('fieldType', types.find((type) => type === event.target.value) ?? values.fieldType);
              // A default of the other type would not fit.
              set('defaultValue', '');
            }}
          >
            {types.map((type) => (
              <option key={type} value={type}>
                {t(FIELD_TYPE_LABEL[type])}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {fieldKind(values.fieldType) === 'select' && (
        <TextField form={form} name="options" label={t('Options')} required hint={t(OPTIONS_HINT)} rows={4} />
      )}
      <TextField form={form} name="description" label={t('Description')} />
      {takesDefault(values.fieldType) && (
        <DefaultValue form={values} error={errors['defaultValue']} onChange={(value) => set('defaultValue', value)} />
      )}
      {takesSummary(values, isSystem) && <SummaryChoice form={values} onChange={(summary) => set('summary', summary)} />}
      <div className="grid gap-1">
        <Checkbox label={t('Required')} checked={values.isRequired} onChange={(event) => set('isRequired', event.target.checked)} />
        {!isSystem && (
          <Checkbox label={t('Active')} checked={values.isActive} onChange={(event) => set('isActive', event.target.checked)} />
        )}
      </div>
    </FormDialog>
  );
};
