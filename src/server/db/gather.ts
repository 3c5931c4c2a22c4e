import type { Database, Ground, Step } from '#server/db/database.ts';

interface Waiting {
  readonly step: Step<never, never, unknown>;
  readonly ctx: Ground;
  readonly arg: unknown;
  readonly participant: Participant;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

interface Participant {
  /** Whether the database was used in another way than by reading together: what it may have changed can't be told from others' work. */
  isMixed: boolean;
}

/** Does a step for one argument: together with others who ask for it at the same time, or alone. */
export const doStep = async <Ctx extends Ground, Arg, Result>(step: Step<Ctx, Arg, Result>, ctx: Ctx, arg: Arg): Promise<Result> => {
  if (ctx.db.gathering) {
    return ctx.db.gathering.ask(step, ctx, arg);
  }
  const [result] = await step.run(ctx, [arg]);
  // One for each argument.
  return result as Result;
};

/** The outcome of one of several pieces of work. */
export type Settled<T> =
  | { readonly isDone: true; readonly value: T }
  /** `isClean`: it has changed nothing. */
  | { readonly isDone: false; readonly error: unknown; readonly isClean: boolean };

const byStep = (waiting: readonly Waiting[]): Waiting[][] => {
  const groups = new Map<unknown, Waiting[]>();
  for (const one of waiting) {
    groups.set(one.step, [...(groups.get(one.step) ?? []), one]);
  }
  return [...groups.values()];
};

const runGroup = async (group: readonly Waiting[]): Promise<void> => {
  const [first] = group;
  if (!first) {
    return;
  }
  try {
    const results = await first.step.run(first.ctx as never, group.map(({ arg }) => arg) as never[]);
    group.forEach(({ resolve }, index) => resolve(results[index]));
  } catch (error) {
    group.forEach(({ reject }) => reject(error));
  }
};

/**
 * Does several pieces of work side by side in one transaction. Whenever all that are not finished wait for a step (`doStep`), those who
 * wait for the same one get it in one go. Nothing is rolled back when one of them fails: see `isClean`.
 */
export const sideBySide = async <T>(db: Database, works: readonly ((own: Database) => Promise<T>)[]): Promise<Settled<T>[]> => {
  let unfinished = works.length;
  let waiting: Waiting[] = [];
  const goOn = (): void => {
    if (unfinished > 0 && waiting.length === unfinished) {
      const now = waiting;
      waiting = [];
      void byStep(now).reduce((before, group) => before.then(() => runGroup(group)), Promise.resolve());
    }
  };
  const ownDatabase = (participant: Participant): Database => {
    const mix = (): Database => {
      participant.isMixed = true;
      return db;
    };
    const own: Database = {
      get orm() {
        return mix().orm;
      },
      query: (statement) => mix().query(statement),
      queryAll: (statements) => mix().queryAll(statements),
      sendWithNext: (statements, check) => mix().sendWithNext(statements, check),
      queryLast: (statement) => mix().queryLast(statement),
      transaction: (work) => work(own),
      snapshot: (work) => work(own),
      savepoint: (work) => mix().savepoint(work),
      patient: () => db.patient(),
      enter: (organizationId) => mix().enter(organizationId),
      epochs: db.epochs,
      within: (epoch) => db.within(epoch),
      gathering: {
        ask: (step, ctx, arg) =>
          new Promise((resolve, reject) => {
            participant.isMixed ||= !step.isRead;
            waiting.push({
              // Only ever run with contexts and arguments that came with the same step.
              step,
              ctx: { ...ctx, db },
              arg,
              participant,
              resolve: resolve as Waiting['resolve'],
              reject,
            });
            goOn();
          }),
      },
    };
    return own;
  };
  return Promise.all(
    works.map(async (work): Promise<Settled<T>> => {
      const participant: Participant = { isMixed: false };
      try {
        return { isDone: true, value: await work(ownDatabase(participant)) };
      } catch (error) {
        return { isDone: false, error, isClean: !participant.isMixed };
      } finally {
        unfinished -= 1;
        goOn();
      }
    }),
  );
};
