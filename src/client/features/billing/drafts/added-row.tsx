import { type RecordAction, RowActions } from '#client/components/record-actions.tsx';

/** Something that was added to a bill by hand, with its actions. */
export const AddedRow = (props: { readonly title: string; readonly detail: string; readonly actions: readonly RecordAction[] }) => (
  <li className="flex items-center gap-2 border-b border-line py-1.5 pr-2 pl-4.5 last:border-b-0">
    <span className="min-w-0 flex-1">
      <span className="block font-[640] wrap-anywhere">{props.title}</span>
      <span className="block text-sm text-ink2 tabular-nums">{props.detail}</span>
    </span>
    <RowActions name={props.title} actions={props.actions} />
  </li>
);
