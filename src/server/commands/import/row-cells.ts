import type { Cell, ImportOptions, RowReason } from '#shared/domain/import.ts';
import { refusalMessage } from '#shared/lib/errors.ts';
import { foldName } from '#shared/lib/fold-name.ts';
import { dateOfSerial, isUnclearDate, readDateBy } from '#shared/lib/read-date.ts';
import { readNumberBy } from '#shared/lib/read-number.ts';
import type { Message } from '#shared/messages/message.ts';

/** What a person reads in the cell. */
export const textOfCell = (cell: Cell | undefined): string => {
  if (cell === null || cell === undefined) {
    return '';
  }
  if (typeof cell === 'object') {
    return cell.day;
  }
  return typeof cell === 'boolean' ? (cell ? 'TRUE' : 'FALSE') : String(cell).trim();
};

const YES = new Set(['yes', 'y', 'true', '1', 'x', 'ja', 'j', 'wahr', 'si', 's', 'verdadero']);
const NO = new Set(['no', 'n', 'false', '0', 'nein', 'falsch', 'falso']);

/** Our own exports keep spreadsheets from running a text with an apostrophe, which is no part of it. */
const GUARDED = /^'(?=[=+\-@\t\r\n])/;

/** An error that a workbook holds in place of a value, such as `#REF!`. */
const ERROR = /^#(?:NULL|DIV\/0|VALUE|REF|NAME|NUM|N\/A|SPILL|CALC)[!?]?$/;

/** '4:30' and '04:30:00' are four and a half hours. */
const readClock = (text: string): number | null => {
  const [, hours, minutes, seconds = '0'] = /^(\d{1,4}):([0-5]\d)(?::([0-5]\d))?$/.exec(text) ?? [];
  return hours === undefined ? null : Math.round((Number(hours) + Number(minutes) / 60 + Number(seconds) / 3600) * 10_000) / 10_000;
};

type Options = Pick<ImportOptions, 'columns' | 'decimal' | 'dateOrder'>;

/** The cells of a row by the fields that their columns hold. What cannot be read is undefined, and among the reasons. */
export interface RowCells {
  readonly reasons: RowReason[];
  /** The column of a field; -1: none holds it. */
  columnOf(field: string): number;
  /** Undefined: there is no such column, or nothing in it. */
  text(field: string): string | undefined;
  number(field: string): number | undefined;
  date(field: string): string | undefined;
  flag(field: string): boolean | undefined;
  /** Several names in one cell, parted by `;`, a line end, or a comma where none of the names holds one. */
  names(field: string): string[];
  /** Notes a reason under the field's column; under none if there is no such column. */
  refuse(field: string | null, message: Message): void;
}

export const readCells = ({ columns, decimal, dateOrder }: Options, cells: readonly Cell[]): RowCells => {
  const reasons: RowReason[] = [];
  const columnOf = (field: string): number => columns.indexOf(field);
  const refuse = (field: string | null, { messageCode, values, message }: Message): void => {
    const column = field === null ? -1 : columnOf(field);
    reasons.push({ column: column === -1 ? null : column, messageCode, values: { ...values }, message });
  };
  const cellOf = (field: string): Cell => cells[columnOf(field)] ?? null;
  const text = (field: string): string | undefined => {
    const said = textOfCell(cellOf(field));
    if (ERROR.test(said)) {
      refuse(field, refusalMessage('rowErrorCell', { text: said }));
      return undefined;
    }
    return said === '' ? undefined : said.replace(GUARDED, '');
  };
  const number = (field: string): number | undefined => {
    const cell = cellOf(field);
    const said = text(field);
    if (typeof cell === 'number' || said === undefined) {
      return typeof cell === 'number' ? cell : undefined;
    }
    const value = readClock(said) ?? readNumberBy(said, decimal);
    if (value === null) {
      refuse(field, refusalMessage('rowNotANumber', { text: said }));
    }
    return value ?? undefined;
  };
  const date = (field: string): string | undefined => {
    const cell = cellOf(field);
    const said = text(field);
    if (said === undefined) {
      return undefined;
    }
    const value = typeof cell === 'number' ? dateOfSerial(cell) : readDateBy(said, dateOrder);
    if (value === null) {
      const isUnclear = dateOrder === null && isUnclearDate(said);
      refuse(field, refusalMessage(isUnclear ? 'rowUnclearDate' : 'rowNotADate', { text: said }));
    }
    return value ?? undefined;
  };
  const flag = (field: string): boolean | undefined => {
    const said = text(field);
    if (said === undefined) {
      return undefined;
    }
    const plain = foldName(said) || said;
    if (YES.has(plain) || NO.has(plain)) {
      return YES.has(plain);
    }
    refuse(field, refusalMessage('rowNotYesOrNo', { text: said }));
    return undefined;
  };
  const names = (field: string): string[] => {
    const said = text(field) ?? '';
    const parts = said.split(/[;\n|]/).map((part) => part.trim());
    return [...new Set((parts.length > 1 ? parts : said.split(',').map((part) => part.trim())).filter((part) => part !== ''))];
  };
  return { reasons, columnOf, text, number, date, flag, names, refuse };
};
