import { isoMoment } from '#shared/lib/dates.ts';
import type { ItemView } from '#client/data/sync-items.ts';
import { labelOf } from '#client/data/field-label.ts';
import { kindOf } from '#client/data/sync-words.ts';
import { formatDayOf } from '#client/lib/formats.ts';
import { say } from '#client/lib/messages.ts';
import { midSentence, t } from '#client/lib/texts.ts';
import type { SyncItem } from '#client/offline/public.ts';

export interface Reason {
  /** Whole sentences. */
  readonly text: string;
  /** What is wrong field by field, in the server's words. */
  readonly issues: readonly string[];
}

const NO_ISSUES: readonly string[] = [];

const said = ({ lastError }: SyncItem, otherwise: string): string => {
  const message = lastError ? say(lastError).trim() : '';
  return message === '' ? otherwise : /[.!?]$/.test(message) ? message : `${message}.`;
};

const issuesOf = ({ lastError }: SyncItem): string[] =>
  (lastError?.issues ?? []).map(({ path, ...issue }) => (path === '' ? say(issue) : `${labelOf(path)}: ${say(issue)}`));

/** Why a change needs its user, in plain words: the server's message if there is one. */
export const reasonOf = ({ item, organization }: ItemView): Reason => {
  const kind = midSentence(kindOf(item.store));
  const inOrganization = { organization: organization === '' ? t('this organization') : organization };
  switch (item.reason) {
    case 'conflict':
      return {
        text: item.operation === 'remove' ? t('Deleted here, changed in the office.') : t('Changed here and in the office.'),
        issues: NO_ISSUES,
      };
    case 'rejected':
      return { text: said(item, t('The server rejected this change.')), issues: issuesOf(item) };
    case 'parent-gone':
      return {
        text:
          item.store === 'jobEntries'
            ? t('The job was deleted in the office. An entry needs an open job.')
            : t('What this {kind} belongs to was deleted in the office.', { kind }),
        issues: NO_ISSUES,
      };
    case 'deleted':
      return { text: t('This {kind} was deleted in the office while your change was on its way.', { kind }), issues: NO_ISSUES };
    case 'job-closed':
      return { text: said(item, t('Only open jobs can take entries.')), issues: NO_ISSUES };
    case 'no-access':
      return {
        text: item.lastError?.role
          ? t(
              'You are not allowed to do this in {organization}. It will be sent automatically if someone there gives you access.',
              inOrganization,
            )
          : t(
              'You are no longer allowed to do this in {organization}. It will be sent automatically if someone there gives you access.',
              inOrganization,
            ),
        issues: NO_ISSUES,
      };
    case 'server-bug':
      return { text: t('The server keeps failing on this change. It is retried every six hours.'), issues: NO_ISSUES };
    case 'old':
      return {
        text: t('Created on {day}, more than 180 days ago. Send it?', { day: formatDayOf(isoMoment(item.timestamp)) }),
        issues: NO_ISSUES,
      };
    case null:
      return { text: said(item, t("It couldn't be sent yet.")), issues: NO_ISSUES };
  }
};

export type Action = 'retry' | 'send' | 'edit' | 'move' | 'recreate' | 'discard';

/** What can be done about a change that needs its user, the likeliest last; `canEdit`: there is a form for it here. */
export const actionsFor = ({ store, operation, reason }: SyncItem, canEdit: boolean): readonly Action[] => {
  const edit: readonly Action[] = canEdit ? ['edit'] : [];
  const move: readonly Action[] = store === 'jobEntries' && operation !== 'remove' ? ['move'] : [];
  switch (reason) {
    case 'conflict':
      return ['discard'];
    case 'deleted':
      return operation === 'update' ? ['discard', 'recreate'] : ['discard', 'retry'];
    case 'old':
      return ['discard', 'send'];
    case 'job-closed':
      return ['discard', 'retry', ...edit, ...move];
    case 'parent-gone':
      return store === 'jobEntries' ? ['discard', ...edit, ...move] : ['discard', 'retry', ...edit];
    default:
      return ['discard', ...edit, 'retry'];
  }
};
