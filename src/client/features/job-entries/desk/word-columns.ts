import { t } from '#client/lib/texts.ts';
import type { Grouping, SortKey } from './desk-filter.ts';
import type { DeskRow } from './desk-rows.ts';

/** The columns of words that stand before the numbers; what all rows of a group share is in its head. */
export interface WordColumn {
  readonly sort: SortKey;
  readonly head: string;
  readonly wordsIn: (row: DeskRow) => string;
  readonly isWide: boolean;
  /** The field that fills it: a service may ask for it. */
  readonly field?: string;
}

export const wordColumns = (group: Grouping): WordColumn[] => [
  ...(group === 'job'
    ? []
    : [
        {
          sort: 'job' as const,
          head: t('Job'),
          wordsIn: ({ entry }: DeskRow) => `${entry.jobName}, ${entry.customerName}`,
          isWide: true,
        },
      ]),
  ...(group === 'operator'
    ? []
    : [
        {
          sort: 'operator' as const,
          head: t('Operator'),
          wordsIn: ({ entry }: DeskRow) => entry.operatorNames.join(', '),
          isWide: false,
          field: 'Operator',
        },
      ]),
  { sort: 'service', head: t('Service'), wordsIn: ({ entry }) => entry.serviceTypeName, isWide: false },
  {
    sort: 'machine',
    head: t('Equipment'),
    wordsIn: ({ entry }) => [...entry.equipmentNames, entry.implementName].filter(Boolean).join(', '),
    isWide: true,
    field: 'Equipment',
  },
];

/** Their widths in px. */
export const WORD_PX = { usual: 104, wide: 148 };
/** Box, day, marks and state. */
const REST_PX = 48 + 66 + 54 + 114;

/** How much of the table's width is not for numbers. */
export const wordsPx = (group: Grouping): number =>
  REST_PX + wordColumns(group).reduce((sum, { isWide }) => sum + (isWide ? WORD_PX.wide : WORD_PX.usual), 0);
