import { isoMoment } from '#shared/lib/dates.ts';
import type { ItemView } from '#client/data/sync-items.ts';
import { labelOf } from '#client/data/field-label.ts';
import { kindOf } from '#client/data/sync-words.ts';
import { formatDayOf } from '#client/lib/formats.ts';
import { inside, t, told } from '#client/lib/texts.ts';
import type { SyncItem } from '#client/offline/item.ts';

export interface Reason {
  /** Whole sentences. */
  readonly text: string;
  /** What is wrong field by field, in the server's words. */
  readonly issues: readonly string[];
}

const NO_ISSUES: readonly string[] = [];

const said = ({ lastError }: SyncItem, otherwise: string): string => {
  const message = told(lastError?.message.trim() ?? '');
  return message === '' ? otherwise : /[.!?]$/.test(message) ? message : `${message}.`;
};

const issuesOf = ({ lastError }: SyncItem): string[] =>
  (lastError?.issues ?? []).map(({ path, message }) => (path === '' ? told(message) : `${labelOf(path)}: ${told(message)}`));

/** Why a change needs its user, in plain words: the server's sentence where it has said one. */
export const reasonOf = ({ item, organization }: ItemView): Reason => {
  const kind = inside(kindOf(item.store));
  const inOrganization = { organization: organization === '' ? t('this organization') : organization };
  switch (item.reason) {
    case 'conflict':
      return {
        text: item.operation === 'remove' ? t('Deleted here, changed in the office.') : t('Changed here and in the office.'),
        issues: NO_ISSUES,
      };
    case 'rejected':
      return { text: said(item, t('The office does not take it as it is.')), issues: issuesOf(item) };
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
      return { text: said(item, t('Only open jobs take entries.')), issues: NO_ISSUES };
    case 'no-access':
      return {
        text: item.lastError?.role
          ? t('You may not do this in {organization}. It is sent by itself if somebody there gives you the right.', inOrganization)
          : t(
              'You may not do this in {organization} any more. It is sent by itself if somebody there gives you the right.',
              inOrganization,
            ),
        issues: NO_ISSUES,
      };
    case 'server-bug':
      return { text: t('The server fails over this one change. It is tried again every six hours.'), issues: NO_ISSUES };
    case 'old':
      return {
        text: t('Made on {day}, more than 180 days ago. Send it?', { day: formatDayOf(isoMoment(item.timestamp)) }),
        issues: NO_ISSUES,
      };
    case null:
      return { text: said(item, t('It could not be sent yet.')), issues: NO_ISSUES };
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
