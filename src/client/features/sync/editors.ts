import type { ComponentType } from 'react';
import type { LocalRow, NewFile, RecordStore } from '#client/offline/public.ts';

/** The form of a record, opened with what this device shows of it. */
export interface EditorProps {
  readonly row: LocalRow;
  /** Called with the form's values and its new files, to replace those that wait; rejects if they could not be kept. */
  readonly onSave: (values: Readonly<Record<string, unknown>>, files?: readonly NewFile[]) => Promise<void>;
  readonly onClose: () => void;
}

/** The available forms, by kind: features do not import each other, so the route passes them to the screen. */
export type Editors = Readonly<Partial<Record<RecordStore, ComponentType<EditorProps>>>>;
