import * as z from 'zod/mini';
import {
  billingSettingsPatch,
  MOST_REMINDER_LEVELS,
  type ReminderLevel,
  reminderLevelInput,
} from '#shared/billing/schemas/billing-settings.ts';
import { REMINDER_VALUES, REMINDER_WORDS } from '#shared/billing/reminder-words.ts';
import { heldDecimal, wholeOf } from '#client/components/form-numbers.ts';
import { useForm } from '#client/components/use-form.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { centsOfText, textOfCents } from '#client/features/billing/money-input.ts';
import { levelName } from '#client/features/billing/settings/settings-words.ts';
import { type SettingsDialogProps, useSettingsChange } from '#client/features/billing/settings/use-settings-change.ts';
import { pageLanguage } from '#client/lib/language.ts';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { FormDialog } from '#client/ui/dialog.tsx';
import { Checkbox, Field, Textarea } from '#client/ui/field.tsx';
import { DeleteIcon, PlusIcon } from '#client/ui/icons.tsx';
import { NumberField } from '#client/ui/number-field.tsx';

/** A level as the form holds it: numbers as text, nothing as empty. */
interface LevelForm {
  readonly afterDays: string;
  readonly text: string;
  readonly feeCents: string;
  readonly interestPercent: string;
}

const formOf = ({ afterDays, text, feeCents, interestPercent }: ReminderLevel): LevelForm => ({
  afterDays: String(afterDays),
  text: text ?? '',
  feeCents: feeCents === 0 ? '' : textOfCents(feeCents),
  interestPercent: interestPercent ?? '',
});

const BETWEEN_DAYS = 14;
const nextLevel = (levels: readonly LevelForm[]): LevelForm => {
  const last = wholeOf(levels.at(-1)?.afterDays ?? '');
  return {
    afterDays: String(Number.isInteger(last) ? Number(last) + BETWEEN_DAYS : BETWEEN_DAYS / 2),
    text: '',
    feeCents: '',
    interestPercent: '',
  };
};

const { afterDays, text, feeCents, interestPercent } = reminderLevelInput.shape;
const held = (read: (text: string) => number) => z.pipe(z.string(), z.transform(read));

const schema = z.object({
  reminders: z.array(
    z.object({
      afterDays: z.pipe(
        held((days) => wholeOf(days) ?? Number.NaN),
        afterDays,
      ),
      text,
      feeCents: z.pipe(
        held((fee) => (fee === '' ? 0 : centsOfText(fee))),
        feeCents,
      ),
      interestPercent: heldDecimal(interestPercent),
    }),
  ),
  sendsFirstReminder: billingSettingsPatch.shape.sendsFirstReminder,
});

interface LevelFieldsProps {
  readonly level: LevelForm;
  readonly index: number;
  readonly errorOf: (name: keyof LevelForm) => string | undefined;
  readonly onChange: (part: Partial<LevelForm>) => void;
  readonly onRemove: () => void;
}

const LevelFields = ({ level, index, errorOf, onChange, onRemove }: LevelFieldsProps) => {
  const { currency, language } = useOrganization();
  const usual = REMINDER_WORDS[language ?? pageLanguage()].one;
  const number = (name: Exclude<keyof LevelForm, 'text'>, label: string) => (
    <NumberField
      label={label}
      isPercent={name === 'interestPercent'}
      error={errorOf(name)}
      value={level[name]}
      onChange={(typed) => onChange({ [name]: typed })}
    />
  );
  return (
    <fieldset className="grid min-w-0 gap-3.5 rounded-card border border-line p-3.5">
      <legend className="px-1.5 font-[680]">{levelName(index)}</legend>
      <div className="grid gap-3.5 sm:grid-cols-3">
        {number('afterDays', t('Days overdue'))}
        {number('feeCents', t('Fee ({currency})', { currency }))}
        {number('interestPercent', t('Yearly interest, %'))}
      </div>
      <Field label={t('Own words')} error={errorOf('text')} hint={t('Empty: {words}', { words: usual[index] ?? usual.at(-1) ?? '' })}>
        {(control) => <Textarea {...control} rows={2} value={level.text} onChange={({ target }) => onChange({ text: target.value })} />}
      </Field>
      <Button size="small" icon={DeleteIcon} className="justify-self-start" onClick={onRemove}>
        {t('Remove this level')}
      </Button>
    </fieldset>
  );
};

/** When customers are reminded of overdue bills, in which words, and at what price. */
export const RemindersDialog = (props: SettingsDialogProps) => {
  const { settings, onClose } = props;
  const { save, failed, isBusy } = useSettingsChange(props);
  const form = useForm({
    initial: { reminders: settings.reminders.map(formOf), sendsFirstReminder: settings.sendsFirstReminder },
    schema,
    isOnlineOnly: true,
  });
  const { reminders, sendsFirstReminder } = form.values;
  const set = (levels: readonly LevelForm[]) => form.set('reminders', [...levels]);
  return (
    <FormDialog
      title={t('Edit reminders')}
      submitLabel={t('Save')}
      busyText={isBusy && t('Saving...')}
      problems={form.problems}
      onSubmit={() => form.submit(save, failed)}
      onClose={onClose}
    >
      {reminders.length === 0 && <p className="text-ink2">{t('No levels: nobody is reminded.')}</p>}
      {reminders.map((level, index) => (
        <LevelFields
          // oxlint-disable-next-line react/no-array-index-key -- A level is known by its place.
          key={index}
          level={level}
          index={index}
          errorOf={(name) => form.errors[`reminders.${index}.${name}`]}
          onChange={(part) => set(reminders.with(index, { ...level, ...part }))}
          onRemove={() => set(reminders.toSpliced(index, 1))}
        />
      ))}
      {reminders.length < MOST_REMINDER_LEVELS && (
        <Button icon={PlusIcon} onClick={() => set([...reminders, nextLevel(reminders)])}>
          {t('Add a level')}
        </Button>
      )}
      <Checkbox
        label={t('Send the first reminder by itself, to customers with an email address')}
        checked={sendsFirstReminder}
        onChange={({ target }) => form.set('sendsFirstReminder', target.checked)}
      />
      <p className="text-sm text-ink3">
        {t('Your own words may hold {values}, which are filled in.', { values: REMINDER_VALUES.map((name) => `{${name}}`).join(' ') })}
      </p>
      <p className="text-sm text-ink3">
        {t('Fees and interest are allowed only as far as the law or your contract says. Nobody is reminded whose record says not to.')}
      </p>
    </FormDialog>
  );
};
