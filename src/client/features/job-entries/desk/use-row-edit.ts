import { useState } from 'react';
import type { Hint } from '#shared/domain/hint.ts';
import type { JobEntryPatch } from '#shared/domain/job-entry.ts';
import { columnOf } from '#shared/domain/system-fields.ts';
import type { DeskHere } from '#client/data/desk-entries.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { t } from '#client/lib/texts.ts';
import type { NumberColumn } from './desk-columns.ts';
import { type NumberKey, withValues } from './desk-numbers.ts';
import type { DeskRow } from './desk-rows.ts';
import { editedPatch, editedValues, type EditedName, type RowEdit } from './row-edit.tsx';
import type { DeskActs } from './use-desk-acts.ts';

interface RowEditSources {
  readonly row: DeskRow | undefined;
  readonly numbers: readonly NumberColumn[];
  readonly here: DeskHere | undefined;
  readonly acts: DeskActs;
}

const keyOfField = (column: ReturnType<typeof columnOf>, name: string): NumberKey | null =>
  column === null ? `own:${name}` : column === 'totalHours' || column === 'fuel' || column === 'loads' ? column : null;

/** The numbers that the row's service offers. */
const offered = (row: DeskRow, here: DeskHere | undefined): ReadonlySet<NumberKey> => {
  const ids = here?.services.get(row.entry.serviceTypeId)?.customDataFieldIds ?? [];
  return new Set(
    (here?.fields ?? [])
      .filter(({ id, isActive }) => isActive && ids.includes(id))
      .flatMap((field) => keyOfField(columnOf(field), field.name) ?? []),
  );
};

/** The change of one number of an entry. */
const patchWith = ({ entry }: DeskRow, measure: string, value: number): JobEntryPatch =>
  measure === 'totalHours' || measure === 'fuel' || measure === 'loads'
    ? { [measure]: value }
    : { customFieldValues: withValues(entry, { [measure.slice(4)]: value }) };

/** Changing the numbers of the row in hand where they stand. */
export const useRowEdit = ({ row, numbers, here, acts }: RowEditSources) => {
  const notices = useNotices();
  const [state, setState] = useState<{
    readonly row: DeskRow;
    readonly before: RowEdit['values'];
    readonly values: RowEdit['values'];
    readonly first: EditedName;
  } | null>(null);
  const isCurrent = state !== null && row?.entry.id === state.row.entry.id;
  const end = () => {
    setState(null);
    document.querySelector<HTMLElement>('.desk-table')?.focus({ preventScroll: true });
  };
  const save = async () => {
    if (state === null) {
      return;
    }
    const patch = editedPatch(state.row, state.before, state.values);
    if (patch === null) {
      notices.problem(t('One of the numbers can’t be read'), t('Correct it, or press Escape to leave the entry as it was.'));
      return;
    }
    end();
    if (Object.keys(patch).length > 0) {
      await acts.change([state.row], () => patch);
    }
  };
  const edit: RowEdit | null =
    state !== null && isCurrent
      ? {
          row: state.row,
          values: state.values,
          first: state.first,
          has: (name) => name in state.values,
          change: (name, value) => setState((now) => now && { ...now, values: { ...now.values, [name]: value } }),
          save: () => void save(),
          cancel: end,
        }
      : null;
  return {
    edit,
    begin: () => {
      if (!row) {
        return;
      }
      if (!acts.mayEdit(row)) {
        notices.problem(t('This entry can’t be changed'), t('Entries of billed jobs stay as they were billed.'));
        return;
      }
      const asked = offered(row, here);
      const values = editedValues(row, numbers, (key) => asked.has(key));
      const names = Object.keys(values) as EditedName[];
      // What is wrong comes first, then the first number.
      const odd = names.find((name) => row.hints.some(({ measure }) => measure === name));
      const lacking = names.find((name) => name !== 'date' && values[name] === '' && row.missing.length > 0);
      setState({ row, before: values, values, first: odd ?? lacking ?? names.find((name) => name !== 'date') ?? 'date' });
    },
    /** The change that a hint suggests. */
    patchOf: (of: DeskRow, { measure, suggestion }: Hint): JobEntryPatch =>
      measure === null || suggestion === null ? {} : patchWith(of, measure, suggestion),
  };
};
