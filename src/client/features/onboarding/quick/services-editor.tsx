import { useEffect, useId, useRef, useState } from 'react';
import type { Organization } from '#shared/domain/organization.ts';
import { can } from '#shared/access/capabilities.ts';
import { alsoWords, type Measure, MEASURES, measureWord, wordsOfMeasure } from '#client/features/onboarding/quick/measures.ts';
import { Pick, Picks } from '#client/features/onboarding/quick/pick.tsx';
import type { ServiceEdit, ServiceRow } from '#client/features/onboarding/quick/trade-rows.ts';
import { midSentence, t } from '#client/lib/texts.ts';
import { decimalOf } from '#client/lib/typed-number.ts';
import { useSyncState } from '#client/data/engine-context.tsx';
import { Button } from '#client/ui/button.tsx';
import { Checkbox, Field, FieldError, Select, TextInput } from '#client/ui/field.tsx';
import { PlusIcon } from '#client/ui/icons.tsx';
import { useNumberField } from '#client/ui/number-field.tsx';

/** What can be billed: not a percentage. */
const BILLABLE = MEASURES.filter((measure) => measure !== 'moisture' && measure !== 'fuel');

/** A price as the contract takes it, or nothing. */
export const isPrice = (held: string): boolean => held === '' || /^\d{1,6}(\.\d{1,6})?$/.test(decimalOf(held) ?? '');

interface PriceInputProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (held: string) => void;
}

const PriceInput = ({ label, value, onChange }: PriceInputProps) => {
  const errorId = useId();
  const wrong = isPrice(value) ? undefined : t('Must be a price, such as 14.50');
  const { control, error } = useNumberField({ label, value, onChange, error: wrong });
  return (
    <span className="grid gap-1.5">
      <TextInput
        {...control}
        aria-label={label}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : errorId}
        placeholder={label}
      />
      {error !== undefined && <FieldError id={errorId}>{error}</FieldError>}
    </span>
  );
};

interface EditorProps {
  readonly organization: Organization;
  readonly row: ServiceRow;
  readonly mayPrice: boolean;
  readonly onEdit: (part: ServiceEdit) => void;
}

const ServiceEditor = ({ organization, row, mayPrice, onEdit }: EditorProps) => {
  const { units, currency } = organization;
  const { name, by, also, price, isOff } = row;
  const [isOpen, setOpen] = useState(false);
  const title = name === '' ? t('New service') : name;
  // In countries where grain is weighed, bushels and tonnes are the same.
  const offered = (measures: readonly Measure[]) =>
    measures.filter((each) => units === 'us' || each !== 'bushels' || row.by === each || row.also.includes(each));
  const wordOf = (measure: Measure): string => measureWord(measure, units);
  const others = offered(MEASURES).filter((measure) => measure !== 'hours' && wordOf(measure) !== wordOf(by));
  return (
    <fieldset className="grid min-w-0 gap-2.5 border-line px-3.5 py-2.5 not-first:border-t" aria-label={title}>
      <div className="flex items-start gap-2.5">
        <Checkbox label={title} hideLabel checked={!isOff} onChange={({ target }) => onEdit({ isOff: !target.checked })} />
        {isOff ? (
          <s className="min-w-0 flex-1 py-2.5 text-ink2">{title}</s>
        ) : (
          <span className="grid min-w-0 flex-1 gap-2.5 sm:grid-cols-2">
            <TextInput
              aria-label={t('Name of the service')}
              placeholder={t('Name of the service')}
              autoComplete="off"
              value={name}
              onChange={({ target }) => onEdit({ name: target.value })}
            />
            {mayPrice && (
              <PriceInput
                label={t('{currency} per {unit}', { currency, unit: midSentence(t(wordsOfMeasure(by, units).one)) })}
                value={price}
                onChange={(held) => onEdit({ price: held })}
              />
            )}
          </span>
        )}
      </div>
      {!isOff && (
        <div className="flex items-center gap-2.5">
          <p className="min-w-0 flex-1 text-sm text-ink2">{alsoWords([by, ...row.also], organization)}</p>
          <Button
            variant="ghost"
            size="small"
            aria-expanded={isOpen}
            aria-label={isOpen ? t('Done: {what}', { what: title }) : t('Change it: {what}', { what: title })}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? t('Done') : t('Change it')}
          </Button>
        </div>
      )}
      {!isOff && isOpen && (
        <>
          <Field label={t('Billed by')}>
            {(control) => (
              <Select
                {...control}
                value={by}
                onChange={({ target }) => onEdit({ by: MEASURES.find((measure) => measure === target.value) ?? by })}
              >
                {offered(BILLABLE).map((measure) => (
                  <option key={measure} value={measure}>
                    {wordOf(measure)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <div className="grid gap-1.5">
            <p className="font-[620]">{t('Drivers also log')}</p>
            <Picks label={t('Drivers also log')}>
              {others.map((measure) => (
                <Pick
                  key={measure}
                  isOn={also.includes(measure)}
                  onPress={() => onEdit({ also: also.includes(measure) ? also.filter((each) => each !== measure) : [...also, measure] })}
                >
                  {wordOf(measure)}
                </Pick>
              ))}
            </Picks>
          </div>
        </>
      )}
    </fieldset>
  );
};

interface ServicesEditorProps {
  readonly organization: Organization;
  readonly rows: readonly ServiceRow[];
  readonly onEdit: (key: string, part: ServiceEdit) => void;
  readonly onAdd: () => void;
}

/** Every service to be renamed, left out, priced, or asked for otherwise. */
export const ServicesEditor = ({ organization, rows, onEdit, onAdd }: ServicesEditorProps) => {
  const isOnline = useSyncState().connection !== 'offline';
  const mayPrice = can(organization.role, 'money:write');
  const list = useRef<HTMLDivElement>(null);
  const before = useRef(rows.length);
  useEffect(() => {
    // A service that was just added is named next.
    if (rows.length > before.current) {
      list.current?.querySelector<HTMLInputElement>('fieldset:last-of-type input:not([type=checkbox])')?.focus();
    }
    before.current = rows.length;
  }, [rows.length]);
  return (
    <div ref={list}>
      {mayPrice && !isOnline && (
        <p className="border-b border-line p-4.5 text-sm text-ink2">{t('Prices are set online, later under Billing.')}</p>
      )}
      {rows.map((row) => (
        <ServiceEditor
          key={row.key}
          organization={organization}
          row={row}
          mayPrice={mayPrice && isOnline}
          onEdit={(part) => onEdit(row.key, part)}
        />
      ))}
      <div className="border-t border-line p-4.5">
        <Button icon={PlusIcon} onClick={onAdd}>
          {t('Add another service')}
        </Button>
      </div>
    </div>
  );
};
