/** What is known of a company that is being set up; undefined: not known here, or not yet. */
export interface GuideFacts {
  readonly hasCountry: boolean;
  readonly services: number | undefined;
  readonly customers: number | undefined;
  readonly machines: number | undefined;
  /** People besides the owner. */
  readonly others: number | undefined;
  /** Of these, those who have joined. */
  readonly joined: number;
  /** Of these, those with a valid invitation; undefined: only the server knows. */
  readonly invited: number | undefined;
  readonly entries: number | undefined;
  /** Services without a price; undefined: only the server knows. */
  readonly unpriced: number | undefined;
}

export type GuideStepId = 'company' | 'lists' | 'people' | 'entry' | 'rates' | 'bill';

export interface GuideStep {
  readonly id: GuideStepId;
  readonly isDone: boolean;
}

/** How long each takes somebody who has what it needs, in minutes. */
const MINUTES: Readonly<Record<GuideStepId, number>> = { company: 2, lists: 4, people: 3, entry: 1, rates: 5, bill: 4 };

const isSome = (count: number | undefined): boolean => count !== undefined && count > 0;

/** The six first steps in their order. The last one is never done: with the first bill the list is gone. */
export const guideStepsOf = (facts: GuideFacts): readonly GuideStep[] => [
  { id: 'company', isDone: facts.hasCountry && isSome(facts.services) },
  { id: 'lists', isDone: isSome(facts.customers) && isSome(facts.machines) },
  { id: 'people', isDone: isSome(facts.others) && facts.joined + (facts.invited ?? 0) > 0 },
  { id: 'entry', isDone: isSome(facts.entries) },
  { id: 'rates', isDone: isSome(facts.services) && facts.unpriced === 0 },
  { id: 'bill', isDone: false },
];

/** How far it has come: the number of steps that are done, the step that is next, and the minutes that are left. */
export const guideProgressOf = (steps: readonly GuideStep[]) => {
  const left = steps.filter(({ isDone }) => !isDone);
  return {
    done: steps.length - left.length,
    next: left[0]?.id,
    minutes: left.reduce((sum, { id }) => sum + MINUTES[id], 0),
  };
};
