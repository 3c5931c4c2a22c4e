import type { ComponentType } from 'react';
import type { LocalRow, NewFile, RecordStore } from '#client/offline/public.ts';

/** The form of a record, opened with what this device shows of it. */
export interface EditorProps {
  readonly row: LocalRow;
  /** Takes the form's values, and files that are new in it, in the place of those that wait; rejects if they could not be kept. */
  readonly onSave: (values: Readonly<Record<string, unknown>>, files?: readonly NewFile[]) => Promise<void>;
  readonly onClose: () => void;
}

/** The forms there are, by what they are for: features do not know each other, so the route gives them to the screen. */
export type Editors = Readonly<Partial<Record<RecordStore, ComponentType<EditorProps>>>>;
