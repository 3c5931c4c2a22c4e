import { coreOf, type Engine } from '#client/offline/engine/handle.ts';
import { dropMoney, findMoney, keepMoney } from '#client/offline/pull/money.ts';
import type { MoneyCopy } from '#client/offline/storage/meta.ts';

/** Keeps an answer about money, unless someone else now has this device or the user's role forbids it. */
export const keepMoneyCopy = (engine: Engine, orgId: number, name: string, answer: unknown): Promise<void> =>
  keepMoney(coreOf(engine), orgId, name, answer);

/** The last answer; undefined if it is not here. */
export const findMoneyCopy = (engine: Engine, orgId: number, name: string): Promise<MoneyCopy | undefined> =>
  findMoney(coreOf(engine), orgId, name);

/** Removes the organization's copies for which `isOver` returns true, given the name and the time of the answer. */
export const dropMoneyCopies = (engine: Engine, orgId: number, isOver: (name: string, at: number) => boolean): Promise<void> =>
  dropMoney(coreOf(engine), orgId, isOver);
