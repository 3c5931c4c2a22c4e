import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { contract } from '#shared/contract.ts';
import { type CustomDataField, customDataFieldInput, type FieldType, SYSTEM_FIELDS } from '#shared/domain/custom-data-field.ts';
import type { Organization } from '#shared/domain/organization.ts';
import { FieldName, systemFirst } from '#client/components/data-fields.tsx';
import { optionIssues, OPTIONS_HINT, optionsOf } from '#client/components/field-options.ts';
import { QueryView } from '#client/components/query-view.tsx';
import { useForm } from '#client/components/use-form.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { customDataFieldQueries } from '#client/data/queries.ts';
import { useWriter } from '#client/data/use-write.ts';
import { AddForm, Choose, Line, ListCard } from '#client/features/onboarding/parts.tsx';
import { UsualFieldChips } from '#client/features/onboarding/usual-field-chips.tsx';
import { ofOrganization, WizardFrame } from '#client/features/onboarding/wizard-frame.tsx';
import { type PlainText, t, told } from '#client/lib/texts.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { Card, CardHead } from '#client/ui/card.tsx';
import { Field, Textarea } from '#client/ui/field.tsx';
import { DoneIcon, PlusIcon } from '#client/ui/icons.tsx';

/** The types that the wizard offers (specification 1 §3). */
const TYPES = [
  'equipment',
  'operator',
  'number',
  'text',
  'attachment',
  'date',
  'dropdown',
  'boolean',
] as const satisfies readonly FieldType[];
/** Every type may come here from the management screens. */
const TYPE_LABEL = {
  equipment: 'Equipment',
  operator: 'Operator',
  number: 'Number',
  text: 'Text',
  attachment: 'Attachment',
  date: 'Date',
  dropdown: 'Dropdown',
  boolean: 'Yes/No',
  textarea: 'Textarea',
  select: 'Select',
  file: 'File',
  employee: 'Employee',
} as const satisfies Record<FieldType, PlainText>;
const labelOf = (type: FieldType): string => t(TYPE_LABEL[type]);

/** Options are typed as text: their rule is `optionIssues`. */
export const fieldSchema = z.omit(customDataFieldInput, { options: true });

const NEW_FIELD = { name: '', fieldType: 'text' as FieldType, description: '', options: '' };

const StandardFields = ({ orgId, missing }: { readonly orgId: number; readonly missing: typeof SYSTEM_FIELDS }) => {
  const notices = useNotices();
  const create = useWriter(orgId, contract.customDataFields.create, false);
  const [isBusy, setBusy] = useState(false);
  const add = async () => {
    setBusy(true);
    try {
      await Promise.all(
        missing.map(({ name, fieldType }) =>
          create({
            params: { orgId },
            // Only those that come with an organization are required (specification 2 §4).
            body: { name, fieldType, description: '', options: [], isRequired: false, isSystem: true },
          }),
        ),
      );
      notices.success(t('Default Fields Added'), t('Every service can offer them now.'));
    } catch (error) {
      notices.failure(t('Failed to create default fields'), error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Card>
      <CardHead title={t('Standard fields')} />
      <ul aria-label={t('Standard fields')} className="grid gap-2 p-4.5">
        {missing.map(({ name, fieldType }) => (
          <li key={name} className="flex min-h-9 items-center gap-3">
            <span className="flex-1 font-[620]">{told(name)}</span>
            <span className="text-sm text-ink2">{t('{type}, optional', { type: labelOf(fieldType) })}</span>
          </li>
        ))}
      </ul>
      <div className="p-4.5 pt-0">
        <Button icon={PlusIcon} className="w-full sm:w-auto" busyText={isBusy && t('Adding...')} onClick={() => void add()}>
          {t('Add Standard Fields')}
        </Button>
      </div>
    </Card>
  );
};

interface LastLinesProps {
  readonly hasOptions: boolean;
  readonly values: { readonly options: string; readonly description: string };
  readonly errors: Readonly<Record<string, string | undefined>>;
  readonly set: (name: 'options' | 'description', text: string) => void;
}

/** What a field is asked for besides its name and type. */
export const LastLines = ({ hasOptions, values, errors, set }: LastLinesProps) => (
  <>
    {hasOptions && (
      <Field label={t('Options')} required hint={t(OPTIONS_HINT)} error={errors['options']}>
        {(control) => <Textarea {...control} rows={3} value={values.options} onChange={(event) => set('options', event.target.value)} />}
      </Field>
    )}
    <Line label={t('Description')} value={values.description} error={errors['description']} onChange={(text) => set('description', text)} />
  </>
);

const FieldForm = ({ organization }: { readonly organization: Organization }) => {
  const orgId = organization.id;
  const notices = useNotices();
  const create = useWriter(orgId, contract.customDataFields.create);
  const form = useForm({ initial: NEW_FIELD, schema: fieldSchema, rules: optionIssues });
  const { values, errors, set } = form;
  const hasOptions = values.fieldType === 'dropdown';
  const submit = () =>
    form.submit(
      async () => {
        const { name, fieldType, description } = values;
        const options = hasOptions ? optionsOf(values.options) : [];
        const body = { name: name.trim(), fieldType, description, options, isRequired: false, isSystem: false };
        const saved = await create({ params: { orgId }, body });
        notices.saved(saved, t('Data field'), t('Custom Field Added'), body.name);
        form.beginAnother(NEW_FIELD);
      },
      (error) => notices.failure(t('Failed to create custom field'), error),
    );
  return (
    <AddForm
      title={t('Add a field of your own')}
      submitLabel={t('Add Custom Field')}
      isBusy={form.isBusy}
      problems={form.problems}
      onSubmit={submit}
    >
      <UsualFieldChips organization={organization} />
      <Line label={t('Field Name')} required value={values.name} error={errors['name']} onChange={(text) => set('name', text)} />
      <Choose
        label={t('Field Type')}
        choices={TYPES}
        labelOf={labelOf}
        value={values.fieldType}
        error={errors['fieldType']}
        onChange={(type) => set('fieldType', type)}
      />
      <LastLines hasOptions={hasOptions} values={values} errors={errors} set={set} />
    </AddForm>
  );
};

const FieldLine = ({ field }: { readonly field: CustomDataField }) => (
  <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
    <span className="min-w-0 flex-1 basis-40 font-[620]">
      <FieldName field={field} />
    </span>
    <span className="text-sm text-ink2">{labelOf(field.fieldType)}</span>
    {field.isSystem && <Badge tone="sky">{t('Standard')}</Badge>}
    {field.isRequired && (
      <Badge tone="field" icon={DoneIcon}>
        {t('Required')}
      </Badge>
    )}
  </div>
);

const StepServiceFields = ({ organization }: { readonly organization: Organization }) => {
  const query = useQuery(customDataFieldQueries.list(organization.id));
  return (
    <WizardFrame
      step="service-fields"
      organization={organization}
      title={t('What do you write down?')}
      lead={t('Each service asks for those of these fields that you include.')}
      back={t('Back to Employees')}
      forward={t('Continue to Services')}
    >
      <QueryView query={query} loading={t('Loading data fields...')}>
        {(fields) =>
          fields.some(({ isSystem }) => isSystem) ? (
            <ListCard label={t('Data fields')} nameOf={({ name }) => name} items={systemFirst(fields)} empty={t('No data fields yet.')}>
              {(field) => <FieldLine field={field} />}
            </ListCard>
          ) : (
            <StandardFields orgId={organization.id} missing={SYSTEM_FIELDS} />
          )
        }
      </QueryView>
      <FieldForm organization={organization} />
    </WizardFrame>
  );
};

/** `/onboarding/step-service-fields` (specification 1 §2). */
export const StepServiceFieldsScreen = ofOrganization(StepServiceFields);
