import type { HintContext } from '#client/entities/job-entries/hint-words.ts';
import { loadAskDialog, loadEntryQuestion } from '#client/entities/job-entries/load-question-words.ts';
import { questionStart } from '#client/entities/job-entries/question-start.ts';
import { later } from '#client/lib/later.tsx';
import type { DeskRow } from './desk-rows.ts';

const AskDialog = later(loadAskDialog);
/** The question about the row in hand. */
export const PanelQuestion = later(loadEntryQuestion);

interface RowQuestionProps {
  readonly row: DeskRow;
  readonly isSentBack: boolean;
  readonly context: HintContext;
  readonly onClose: () => void;
}

/** A question about a row: it begins with what looks odd in it. */
export const RowQuestion = ({ row, isSentBack, context, onClose }: RowQuestionProps) => (
  <AskDialog entry={row.entry} isSentBack={isSentBack} start={questionStart(row, context)} onClose={onClose} />
);
