import type { ComponentType } from 'react';
import type { LocalRow, RecordStore } from '#client/offline/stores.ts';

/** The form of a record, opened with what this device shows of it. */
export interface EditorProps {
  readonly row: LocalRow;
  /** Takes the form's values in the place of those that wait; rejects if they could not be kept. */
  readonly onSave: (values: Readonly<Record<string, unknown>>) => Promise<void>;
  readonly onClose: () => void;
}

/** The forms there are, by what they are for: features do not know each other, so the route gives them to the screen. */
export type Editors = Readonly<Partial<Record<RecordStore, ComponentType<EditorProps>>>>;
