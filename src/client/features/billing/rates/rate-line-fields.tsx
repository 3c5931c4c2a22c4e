import { useQuery } from '@tanstack/react-query';
import { fieldKind } from '#shared/domain/custom-data-field.ts';
import { BASES, type Basis } from '#shared/billing/schemas/rate.ts';
import type { FormErrors } from '#client/components/shown-errors.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { customDataFieldQueries, serviceTypeQueries } from '#client/data/queries.ts';
import { BASIS_WORD } from '#client/features/billing/bills/bill-words.ts';
import { hasField, type LineForm, NEW_STEP } from './rate-form.ts';
import { t } from '#client/lib/texts.ts';
import { Button, IconButton } from '#client/ui/button.tsx';
import { Field, FieldError, Select, TextInput } from '#client/ui/field.tsx';
import { CloseIcon, DeleteIcon, PlusIcon } from '#client/ui/icons.tsx';
import { NumberField } from '#client/ui/number-field.tsx';

const MOST_STEPS = 10;

interface RateLineFieldsProps {
  readonly line: LineForm;
  /** Its index in the rate: errors are shown under it. */
  readonly index: number;
  readonly serviceTypeId: number | null;
  readonly errors: FormErrors;
  readonly onChange: (part: Partial<LineForm>) => void;
  /** Absent for the only one. */
  readonly onRemove?: () => void;
}

/** The number fields of a service, or all of them while none is selected. */
const useNumberFields = (serviceTypeId: number | null) => {
  const { id: orgId } = useOrganization();
  const { data: fields = [] } = useQuery(customDataFieldQueries.list(orgId));
  const { data: services = [] } = useQuery(serviceTypeQueries.list(orgId));
  const asked = services.find(({ id }) => id === serviceTypeId)?.customDataFieldIds;
  return fields.filter(
    ({ id, fieldType, isSystem }) => fieldKind(fieldType) === 'number' && !isSystem && (asked === undefined || asked.includes(id)),
  );
};

type Part = Pick<RateLineFieldsProps, 'line' | 'onChange'> & { readonly error: (path: string) => string | undefined };

const Steps = ({ line, onChange, error }: Part) => {
  const { steps } = line;
  const set = (index: number, part: Partial<LineForm['steps'][number]>) =>
    onChange({ steps: steps.map((step, place) => (place === index ? { ...step, ...part } : step)) });
  return (
    <div className="grid gap-3">
      {steps.map((step, index) => {
        const isLast = index === steps.length - 1;
        const label = steps.length === 1 ? t('Price') : isLast ? t('Price above that') : t('Price');
        return (
          // oxlint-disable-next-line react/no-array-index-key -- A step is identified by its index.
          <div key={index} className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_2.75rem] items-start gap-2">
            <NumberField
              label={label}
              required
              error={error(`prices.${index}.price`)}
              value={step.price}
              onChange={(price) => set(index, { price })}
            />
            {!isLast && (
              <NumberField
                label={t('Up to')}
                required
                error={error(`prices.${index}.upTo`)}
                value={step.upTo}
                onChange={(upTo) => set(index, { upTo })}
              />
            )}
            {steps.length > 1 && (
              <IconButton
                label={t('Remove step {at}', { at: index + 1 })}
                icon={CloseIcon}
                className="col-start-3 mt-8"
                onClick={() => onChange({ steps: steps.toSpliced(index, 1) })}
              />
            )}
          </div>
        );
      })}
      {error('prices') !== undefined && <FieldError>{error('prices')}</FieldError>}
      {line.basis !== 'flat' && steps.length < MOST_STEPS && (
        <Button
          size="small"
          variant="ghost"
          icon={PlusIcon}
          className="justify-self-start"
          onClick={() => onChange({ steps: [...steps.slice(0, -1), NEW_STEP, ...steps.slice(-1)] })}
        >
          {t('Price in steps')}
        </Button>
      )}
      {steps.length > 1 && <p className="text-sm text-ink3">{t('Each price applies to the part of the quantity within its step.')}</p>}
    </div>
  );
};

const Rounding = ({ line, onChange, error }: Part) => (
  <>
    <Field label={t('Rounding of the quantity')} hint={t('The measured quantity is kept.')}>
      {(control) => (
        <Select
          {...control}
          value={line.direction}
          onChange={(event) =>
            onChange({ direction: (['up', 'down', 'nearest'] as const).find((each) => each === event.target.value) ?? '' })
          }
        >
          <option value="">{t('Not rounded')}</option>
          <option value="up">{t('Up')}</option>
          <option value="down">{t('Down')}</option>
          <option value="nearest">{t('To the nearest')}</option>
        </Select>
      )}
    </Field>
    {line.direction !== '' && (
      <div className="grid grid-cols-2 gap-3">
        <NumberField
          label={t('To a multiple of')}
          required
          error={error('rounding.step')}
          value={line.roundingStep}
          onChange={(roundingStep) => onChange({ roundingStep })}
        />
        <Field label={t('Round')}>
          {(control) => (
            <Select
              {...control}
              value={line.roundingOn}
              onChange={(event) => onChange({ roundingOn: event.target.value === 'total' ? 'total' : 'entry' })}
            >
              <option value="entry">{t('Each entry')}</option>
              <option value="total">{t('The total')}</option>
            </Select>
          )}
        </Field>
      </div>
    )}
  </>
);

const QuantityField = ({ line, onChange, error, serviceTypeId }: Part & Pick<RateLineFieldsProps, 'serviceTypeId'>) => {
  const fields = useNumberFields(serviceTypeId);
  const isNeeded = line.basis === 'field';
  return (
    <Field
      label={t('Number field with the quantity')}
      required={isNeeded}
      error={error('fieldId')}
      {...(isNeeded ? {} : { hint: t('If empty, the field named like the unit is used.') })}
    >
      {(control) => (
        <Select
          {...control}
          placeholder={isNeeded ? t('Choose a field') : t('The field with that name')}
          value={line.fieldId ?? ''}
          onChange={(event) => onChange({ fieldId: event.target.value === '' ? null : Number(event.target.value) })}
        >
          {fields.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
};

const basisOf = (value: string): Basis => BASES.find((each) => each === value) ?? 'hour';

/** One price of a rate: what it is for, how much, and by which rules. */
export const RateLineFields = ({ line, index, serviceTypeId, errors, onChange, onRemove }: RateLineFieldsProps) => {
  const error = (path: string): string | undefined => errors[`lines.${index}.${path}`];
  const part = { line, onChange, error };
  const isFlat = line.basis === 'flat';
  return (
    <fieldset className="grid gap-4.5 rounded-card border border-line p-4">
      <legend className="sr-only">{t('Price {number}', { number: index + 1 })}</legend>
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <Field label={t('Price per')} required error={error('basis')}>
            {(control) => (
              <Select
                {...control}
                value={line.basis}
                onChange={(event) => {
                  const basis = basisOf(event.target.value);
                  onChange({ basis, ...(basis === 'flat' ? { steps: line.steps.slice(-1) } : {}) });
                }}
              >
                {BASES.map((basis) => (
                  <option key={basis} value={basis}>
                    {t(BASIS_WORD[basis])}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
        {onRemove && <IconButton label={t('Remove price {number}', { number: index + 1 })} icon={DeleteIcon} onClick={onRemove} />}
      </div>
      {hasField(line.basis) && <QuantityField {...part} serviceTypeId={serviceTypeId} />}
      <Steps {...part} />
      <Field
        label={t('Price and minimum apply per')}
        hint={isFlat ? t('By job: charged once. By entry: charged for each.') : t('Steps, minimum and rounding apply to each separately.')}
      >
        {(control) => (
          <Select {...control} value={line.per} onChange={(event) => onChange({ per: event.target.value === 'job' ? 'job' : 'entry' })}>
            <option value="entry">{t('Each entry separately')}</option>
            <option value="job">{t('All entries of the job together')}</option>
          </Select>
        )}
      </Field>
      {!isFlat && (
        <NumberField
          label={t('Minimum charge')}
          error={error('minimumCents') && t('Must be an amount, such as 150.00')}
          value={line.minimum}
          onChange={(minimum) => onChange({ minimum })}
        />
      )}
      {!isFlat && <Rounding {...part} />}
      <Field label={t('Text on the bill')} hint={t("Leave empty for the service's name.")} error={error('label')}>
        {(control) => <TextInput {...control} value={line.label} onChange={(event) => onChange({ label: event.target.value })} />}
      </Field>
    </fieldset>
  );
};
