import type { Employee } from '#shared/domain/employee.ts';
import { LEVEL_NAME } from '#client/entities/members/level-words.ts';
import { yesNo } from '#client/lib/yes-no.ts';
import type { ListColumn } from '#client/lib/list-table.ts';
import { t } from '#client/lib/texts.ts';

/** Every field of an employee, under the labels of its form: what the list exports. */
export const employeeColumns = (): ListColumn<Employee>[] => [
  { head: t('Personnel Number'), valueOf: ({ externalNumber }) => externalNumber ?? null },
  { head: t('First Name'), valueOf: ({ firstName }) => firstName },
  { head: t('Last Name'), valueOf: ({ lastName }) => lastName },
  { head: t('Email'), valueOf: ({ email }) => email },
  { head: t('Phone Number'), valueOf: ({ phoneNumber }) => phoneNumber },
  { head: t('Access Level'), valueOf: ({ accessLevel }) => t(LEVEL_NAME[accessLevel]) },
  { head: t('Equipment Operator'), valueOf: ({ isOperator }) => yesNo(isOperator) },
  { head: t('Application User'), valueOf: ({ isUser }) => yesNo(isUser) },
];
