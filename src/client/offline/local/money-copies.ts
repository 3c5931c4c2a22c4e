import { coreOf, type Engine } from '#client/offline/engine/handle.ts';
import { dropMoney, findMoney, keepMoney } from '#client/offline/pull/money.ts';
import type { MoneyCopy } from '#client/offline/storage/meta.ts';

/** Keeps an answer about money, unless somebody else has this device by now or their role forbids it. */
export const keepMoneyCopy = (engine: Engine, orgId: number, name: string, answer: unknown): Promise<void> =>
  keepMoney(coreOf(engine), orgId, name, answer);

/** What was answered last; undefined if it is not here. */
export const findMoneyCopy = (engine: Engine, orgId: number, name: string): Promise<MoneyCopy | undefined> =>
  findMoney(coreOf(engine), orgId, name);

/** Forgets the organization's copies of which `isOver` says so, by name and time of the answer. */
export const dropMoneyCopies = (engine: Engine, orgId: number, isOver: (name: string, at: number) => boolean): Promise<void> =>
  dropMoney(coreOf(engine), orgId, isOver);
