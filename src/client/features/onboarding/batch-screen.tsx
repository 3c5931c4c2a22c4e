import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import type { Organization } from '#shared/domain/organization.ts';
import { useShownErrors } from '#client/components/shown-errors.ts';
import type { FieldsOf } from '#client/components/text-field.tsx';
import { useNotices } from '#client/components/use-notices.ts';
import type { BatchRow } from '#client/features/onboarding/batch-rows.ts';
import { OnboardingFrame } from '#client/features/onboarding/onboarding-frame.tsx';
import { ALL_SETUP_STEPS, SETUP_STEPS, setupPath, type SetupStep } from '#client/features/onboarding/setup-steps.ts';
import { quickPath } from '#client/features/onboarding/paths.ts';
import type { useBatch } from '#client/features/onboarding/use-batch.ts';
import { cx } from '#client/lib/cx.ts';
import { plural, t } from '#client/lib/texts.ts';
import { Note } from '#client/ui/note.tsx';
import { Button, buttonClass, IconButton } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { focusInvalid } from '#client/ui/focus-invalid.ts';
import { FormProblems } from '#client/ui/form-problems.tsx';
import { BackIcon, DeleteIcon, ErrorIcon, ForwardIcon, PlusIcon } from '#client/ui/icons.tsx';

interface BatchWords {
  /** Its heading: 'Employee 2'. */
  readonly name: (position: number) => string;
  readonly remove: (position: number) => string;
  readonly addAnother: string;
}

interface BatchScreenProps<V extends object> {
  readonly organization: Organization;
  readonly step: SetupStep;
  readonly title: string;
  readonly lead: string;
  /** The words for one row, in each sentence about it. */
  readonly row: BatchWords;
  readonly done: string;
  readonly failed: string;
  /** Content above the rows. */
  readonly above?: ReactNode;
  readonly batch: ReturnType<typeof useBatch<V>>;
  /** Runs between adding the rows and the next screen; calls `goOn` when it is done. */
  readonly beforeNext?: (goOn: () => void) => void;
  readonly children: (form: FieldsOf<V>) => ReactNode;
}

const FORM = 'batch';

const Progress = ({ step }: { readonly step: number }) => (
  <div className="grid gap-1.5">
    <div className="grid grid-cols-6 gap-1.5" aria-hidden="true">
      {Array.from({ length: ALL_SETUP_STEPS }, (_, index) => (
        <div key={index} className={cx('h-4 rounded-chip border', index < step ? 'border-act bg-act' : 'swath border-edge')} />
      ))}
    </div>
    <p className="text-sm font-[620]">{t('Step {at} of {count}', { at: step, count: ALL_SETUP_STEPS })}</p>
  </div>
);

interface RowFieldsProps<V> {
  readonly row: BatchRow<V>;
  readonly set: FieldsOf<V>['set'];
  readonly children: (form: FieldsOf<V>) => ReactNode;
}

/** The fields of a row, and above them the errors that none of them shows. */
const RowFields = <V extends object>({ row, set, children }: RowFieldsProps<V>) => {
  const { errors, problems } = useShownErrors(row.errors);
  return (
    <>
      <FormProblems problems={problems} />
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2 lg:grid-cols-3">{children({ values: row.values, errors, set })}</div>
    </>
  );
};

/** A batch: rows that are added all at once. It is optional, and skipping leads to the next screen (specification 3.13). */
export const BatchScreen = <V extends object>(props: BatchScreenProps<V>) => {
  const { organization, step, title, lead, row: words, done, failed, above, batch, beforeNext = (goOn) => goOn(), children } = props;
  const [, navigate] = useLocation();
  const notices = useNotices();
  const place = SETUP_STEPS.findIndex((each) => each.step === step);
  // Somebody who came from the lists of the quick way goes back there, whichever way they leave.
  const isOfLists = new URLSearchParams(useSearch()).get('back') === 'lists';
  const pathOf = (position: number): string =>
    isOfLists ? quickPath('lists', organization.id) : setupPath(SETUP_STEPS[position]?.step ?? 'wizard', organization.id);
  const before = pathOf(place - 1);
  const next = pathOf(place + 1);
  const form = useRef<HTMLFormElement>(null);
  const { isBusy } = batch;
  const refused = batch.rows.find(({ reason }) => reason !== undefined)?.id;
  useEffect(() => {
    if (refused !== undefined && !isBusy) {
      focusInvalid(form.current);
    }
  }, [refused, isBusy]);
  const submit = async () => {
    const outcome = await batch.submit();
    if (outcome === null) {
      focusInvalid(form.current);
      return;
    }
    const { added, waiting, reason } = outcome;
    if (reason !== undefined) {
      const rest = added > 0 ? plural(added, '{count} added; what failed is still here.', '{count} added; what failed is still here.') : '';
      notices.problem(t('Error'), [`${failed}: ${reason}`, rest].filter(Boolean).join(' '));
      return;
    }
    if (added > 0) {
      notices.success(
        waiting > 0 ? t('Saved Offline') : done,
        waiting > 0 ? t('Kept on this device; it will sync when online') : undefined,
      );
    }
    beforeNext(() => navigate(next));
  };
  return (
    <OnboardingFrame
      isWide
      title={title}
      lead={lead}
      progress={!isOfLists && <Progress step={SETUP_STEPS[place]?.number ?? 0} />}
      footer={
        <>
          <Link href={before} className={buttonClass()}>
            <BackIcon aria-hidden="true" />
            {t('Back')}
          </Link>
          <span className="flex gap-2.5 max-sm:contents">
            <Link
              href={next}
              className={buttonClass({ variant: 'ghost', className: 'max-sm:px-1.5! max-sm:text-sm!' })}
              aria-disabled={batch.isBusy}
            >
              {t('Skip')}
            </Link>
            <Button
              variant="primary"
              disabled={!batch.isTyped}
              busyText={batch.isBusy && t('Adding...')}
              type="submit"
              form={FORM}
              className="max-sm:px-2.5! max-sm:text-sm!"
            >
              <span className="inline-flex items-center gap-2">
                {t('Add & Continue')}
                <ForwardIcon className="size-5 shrink-0 max-sm:hidden" aria-hidden="true" />
              </span>
            </Button>
          </span>
        </>
      }
    >
      <form
        ref={form}
        id={FORM}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!batch.isBusy) {
            void submit();
          }
        }}
      >
        {above}
        {batch.rows.map((row, index) => (
          <Card key={row.id} className={row.reason === undefined ? '' : 'border-poppy!'}>
            <fieldset aria-label={words.name(index + 1)} className="grid min-w-0 gap-4 p-4.5" disabled={batch.isBusy}>
              <div className="flex items-center gap-3">
                <span className="flex-1 font-[680]">{words.name(index + 1)}</span>
                <IconButton label={words.remove(index + 1)} icon={DeleteIcon} className="-my-2" onClick={() => batch.removeRow(row.id)} />
              </div>
              {row.reason !== undefined && (
                <div data-refused tabIndex={-1} className="scroll-mt-24 rounded-card">
                  <Note tone="poppy" icon={ErrorIcon}>
                    {row.reason}
                  </Note>
                </div>
              )}
              <RowFields row={row} set={(name, value) => batch.set(row.id, name, value)}>
                {children}
              </RowFields>
            </fieldset>
          </Card>
        ))}
        <Button icon={PlusIcon} className="justify-self-start max-sm:w-full" disabled={batch.isBusy} onClick={batch.addRow}>
          {words.addAnother}
        </Button>
      </form>
    </OnboardingFrame>
  );
};
