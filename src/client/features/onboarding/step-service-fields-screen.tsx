import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { routes } from '#shared/routes.ts';
import { type CustomDataField, customDataFieldInput, type FieldType } from '#shared/domain/custom-data-field.ts';
import { SYSTEM_FIELDS } from '#shared/domain/system-fields.ts';
import type { Organization } from '#shared/domain/organization.ts';
import { FieldName, systemFirst } from '#client/entities/custom-data-fields/data-fields.tsx';
import { FIELD_TYPE_LABEL } from '#client/entities/custom-data-fields/field-words.ts';
import { optionIssues, OPTIONS_HINT, optionsOf } from '#client/entities/custom-data-fields/field-options.ts';
import { QueryView } from '#client/components/query-view.tsx';
import { type FieldsOf, TextField } from '#client/components/text-field.tsx';
import { useForm } from '#client/components/use-form.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { customDataFieldQueries } from '#client/data/queries.ts';
import { useWriter } from '#client/data/use-write.ts';
import { AddForm, Choose, ListCard } from '#client/features/onboarding/parts.tsx';
import { UsualFieldChips } from '#client/features/onboarding/usual-field-chips.tsx';
import { ofOrganization, WizardFrame } from '#client/features/onboarding/wizard-frame.tsx';
import { t, wordsOf } from '#client/lib/texts.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { Card, CardHead } from '#client/ui/card.tsx';
import { DoneIcon, PlusIcon } from '#client/ui/icons.tsx';

/** The types of the wizard (specification 3.20). */
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
const labelOf = (type: FieldType): string => t(FIELD_TYPE_LABEL[type]);

/** Options are typed as text: their rule is `optionIssues`. */
export const fieldSchema = z.omit(customDataFieldInput, { options: true });

const NEW_FIELD = { name: '', fieldType: 'text' as FieldType, description: '', options: '' };

const StandardFields = ({ orgId, missing }: { readonly orgId: number; readonly missing: typeof SYSTEM_FIELDS }) => {
  const notices = useNotices();
  const create = useWriter(orgId, routes.customDataFields.create, false);
  const [isBusy, setBusy] = useState(false);
  const add = async () => {
    setBusy(true);
    try {
      await Promise.all(
        missing.map(({ name, fieldType }) =>
          create({
            params: { orgId },
            // Only those made with an organization are required (specification 8.11).
            body: { name, fieldType, description: '', options: [], isRequired: false, isSystem: true },
          }),
        ),
      );
      notices.success(t('Default Fields Added'), t('Any service can use them now.'));
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
            <span className="flex-1 font-[620]">{wordsOf(name)}</span>
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

interface LastFieldsProps {
  readonly hasOptions: boolean;
  readonly form: FieldsOf<{ options: string; description: string }>;
}

/** The inputs of a field besides its name and type. */
export const LastFields = ({ hasOptions, form }: LastFieldsProps) => (
  <>
    {hasOptions && <TextField form={form} name="options" label={t('Options')} required hint={t(OPTIONS_HINT)} rows={3} />}
    <TextField form={form} name="description" label={t('Description')} autoComplete="off" />
  </>
);

const FieldForm = ({ organization }: { readonly organization: Organization }) => {
  const orgId = organization.id;
  const notices = useNotices();
  const create = useWriter(orgId, routes.customDataFields.create);
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
      title={t('Add a custom field')}
      submitLabel={t('Add Custom Field')}
      isBusy={form.isBusy}
      problems={form.problems}
      onSubmit={submit}
    >
      <UsualFieldChips organization={organization} />
      <TextField form={form} name="name" label={t('Field Name')} required autoComplete="off" />
      <Choose
        label={t('Field Type')}
        choices={TYPES}
        labelOf={labelOf}
        value={values.fieldType}
        error={errors['fieldType']}
        onChange={(type) => set('fieldType', type)}
      />
      <LastFields hasOptions={hasOptions} form={form} />
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
      title={t('What do you record?')}
      lead={t('Pick which of these each service asks for.')}
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

/** `/onboarding/step-service-fields` (specification 3.19). */
export const StepServiceFieldsScreen = ofOrganization(StepServiceFields);
