import { type Core, rowsChanged, notify, writeLightly } from './core.ts';
import { epochIn } from './epoch.ts';
import { sameValue } from '#client/offline/outbox/merge.ts';
import { forgetOrganization } from './forget-organization.ts';
import { applyRole } from '#client/offline/pull/money.ts';
import type { LocalRow } from '#client/offline/storage/stores.ts';
import { isViewOf } from '#client/offline/view/apply-pending.ts';

/** The user's role in each of their organizations, and the server's epoch. */
export interface OrganizationList {
  readonly roles: ReadonlyMap<number, string>;
  readonly epoch: string | undefined;
}

const isOrganization = (value: unknown): value is LocalRow & { readonly role: string } =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'number' &&
  'role' in value &&
  typeof value.role === 'string';

const saysTheSame = (old: LocalRow | undefined, row: LocalRow): boolean =>
  old !== undefined && Object.entries(row).every(([name, value]) => sameValue(old[name], value));

/**
 * Asks the server which organizations the user belongs to and keeps the list, or says why there is none. An organization that they no
 * longer belong to leaves the list; its waiting changes stay. `isBack`: the server was out of reach before, so screens also reread what
 * only it knows.
 */
export const askOrganizations = async (
  core: Core,
  userId: number,
  isBack = false,
): Promise<OrganizationList | 'no-answer' | 'sign-in' | 'other-user'> => {
  const headers = { 'x-op-user': String(userId), 'idempotency-key': core.random.uuid() };
  const answer = await core.net.send({ method: 'GET', path: '/api/organizations', headers, timeoutMs: 15_000 });
  const isOurs = answer.kind === 'answer' && answer.headers['idempotency-key'] === headers['idempotency-key'];
  if (isOurs && answer.isJson && (answer.status === 401 || answer.status === 409)) {
    return answer.status === 401 ? 'sign-in' : 'other-user';
  }
  if (!isOurs || answer.status !== 200 || !answer.isJson || !Array.isArray(answer.json) || !answer.json.every(isOrganization)) {
    return 'no-answer';
  }
  const list = answer.json;
  if (list.some((row) => row['needsSecondStep'] === true)) {
    // The sign-in is too weak for one of them (decision 0040): treated like no sign-in, and this device keeps what it has.
    return 'sign-in';
  }
  const hasChanged = await writeLightly(core, async (tx) => {
    if (!(await isViewOf(tx, userId))) {
      // The user has left this device since.
      return false;
    }
    const before = await tx.list('organizations', {});
    const gone = before.filter((old) => !list.some((row) => row.id === old.id));
    for (const { id } of gone) {
      await forgetOrganization(tx, id);
    }
    for (const row of list) {
      await applyRole(tx, row);
    }
    // A row with a waiting change of its own is left alone; the next pull combines the two.
    const news = list.filter((row) => {
      const old = before.find(({ id }) => id === row.id);
      return old?.sync === undefined && !saysTheSame(old, row);
    });
    for (const row of news) {
      await tx.put('organizations', { ...row, organizationId: row.id });
    }
    return gone.length + news.length > 0;
  });
  // Screens reread what they show when records change, so not at every start if the list is the same.
  notify(core, ...(hasChanged || isBack ? [rowsChanged('organizations', 0)] : []), { kind: 'session' });
  return { roles: new Map(list.map(({ id, role }) => [id, role])), epoch: epochIn(answer) };
};

/** Like `askOrganizations`, with null for any reason why there is no list. */
export const readOrganizations = async (core: Core, userId: number): Promise<OrganizationList | null> => {
  const list = await askOrganizations(core, userId);
  return typeof list === 'string' ? null : list;
};
