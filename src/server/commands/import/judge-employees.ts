import { ACCESS_LEVELS, type AccessLevel } from '#shared/access/roles.ts';
import { type Employee, employeeInput, employeeIssues, employeePatch, grantableLevels, mayEditEmployee } from '#shared/domain/employee.ts';
import type { ImportOptions } from '#shared/domain/import.ts';
import { fullName } from '#shared/domain/names.ts';
import { refusalMessage } from '#shared/lib/errors.ts';
import { foldName } from '#shared/lib/fold-name.ts';
import { createSeen, indexBy, plainly } from '#server/commands/import/matching.ts';
import { type RowCells, readCells } from '#server/commands/import/row-cells.ts';
import { checked, type Judge, onlyOne, settled } from '#server/commands/import/verdict.ts';
import { levelNamed } from '#server/commands/import/words.ts';

export type KnownEmployee = Omit<Employee, 'organizationId' | 'createdBy' | 'createdAt' | 'updatedAt' | 'userId'>;

/** 'Luis Ortega' and 'Ortega, Luis'. */
export const splitName = (name: string): { readonly firstName: string; readonly lastName: string } => {
  const [last, first] = name.split(',').map((part) => part.trim());
  if (last && first) {
    return { firstName: first, lastName: last };
  }
  const words = name.trim().split(/\s+/);
  return words.length === 1
    ? { firstName: words[0] ?? '', lastName: '' }
    : { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1) ?? '' };
};

const namesIn = (cells: RowCells): { readonly firstName: string; readonly lastName: string } => {
  const split = splitName(cells.text('fullName') ?? '');
  return { firstName: cells.text('firstName') ?? split.firstName, lastName: cells.text('lastName') ?? split.lastName };
};

const levelIn = (cells: RowCells, actor: AccessLevel): AccessLevel | undefined => {
  const said = cells.text('accessLevel');
  const level = said === undefined ? undefined : levelNamed(said);
  if (said !== undefined && level === undefined) {
    cells.refuse('accessLevel', refusalMessage('rowLevelUnknown', { text: said, levels: ACCESS_LEVELS.map((term) => ({ term })) }));
  } else if (level !== undefined && !grantableLevels(actor, null).includes(level)) {
    cells.refuse('accessLevel', refusalMessage('accessLevelNotGivable', { level: { term: level } }));
  }
  return level;
};

/** Who is new gets what the file says: access where it says so, or where it gives somebody with an address a level. */
const judgeNew = (cells: RowCells, actor: AccessLevel, { areOperators }: ImportOptions, contact: Readonly<Record<string, unknown>>) => {
  const accessLevel = levelIn(cells, actor);
  const isUser = cells.flag('isUser') ?? (accessLevel !== undefined && contact['email'] !== undefined);
  const body = checked(employeeInput, { ...contact, accessLevel, isUser, isOperator: cells.flag('isOperator') ?? areOperators }, cells);
  for (const { path, ...message } of body ? employeeIssues(body) : []) {
    cells.refuse(path, message);
  }
  return body;
};

/**
 * Rows of people. Somebody who is there is found by number, else by email, else by name. Their access and level stay as they are: those are
 * given in person, never by a file.
 */
export const judgeEmployees = (known: readonly KnownEmployee[], options: ImportOptions, actor: AccessLevel): Judge => {
  const byNumber = indexBy(known, ({ externalNumber }) => externalNumber, plainly);
  const byEmail = indexBy(known, ({ email }) => email, plainly);
  const byName = indexBy(known, fullName);
  const isRepeat = createSeen();
  const findKnown = (number: string | undefined, email: string | undefined, name: string): readonly KnownEmployee[] => {
    const [same] = [...byNumber.find(number), ...byEmail.find(email)];
    return same
      ? [same]
      : byName
          .find(name)
          .filter((each) => (number === undefined || each.externalNumber === null) && (email === undefined || each.email === null));
  };
  return {
    unknownNames: () => [],
    judge: ({ cells: row }) => {
      const cells = readCells(options, row);
      const names = namesIn(cells);
      const [externalNumber, email, phoneNumber] = ['externalNumber', 'email', 'phoneNumber'].map((field) => cells.text(field));
      const contact = { ...names, externalNumber, email, phoneNumber };
      const matches = findKnown(externalNumber, email, fullName(names));
      const same = onlyOne(matches, cells, cells.columnOf('fullName') === -1 ? 'lastName' : 'fullName', fullName(names));
      if (same && !mayEditEmployee(actor, same.accessLevel) && options.isUpdating) {
        cells.refuse(null, refusalMessage('employeeNotChangeable', { level: { term: same.accessLevel } }));
      }
      const body = same
        ? checked(employeePatch, { ...contact, isOperator: cells.flag('isOperator') }, cells)
        : judgeNew(cells, actor, options, contact);
      const key =
        externalNumber === undefined ? (email === undefined ? foldName(fullName(names)) : plainly(email)) : plainly(externalNumber);
      return settled(cells, { body, known: same, isRepeat: () => isRepeat(key), isUpdating: options.isUpdating });
    },
  };
};
