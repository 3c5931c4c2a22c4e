/** How a bill of a run reaches the customer. */
export const RUN_WAYS = ['mail', 'print', 'none'] as const;
export type RunWay = (typeof RUN_WAYS)[number];

/**
 * What became of a bill of a run: `waiting`; `issued`, and still to be mailed; `done`; `failed`, for a reason that stands with it. A failed
 * one without a record was not numbered.
 */
export const RUN_ITEM_STATES = ['waiting', 'issued', 'done', 'failed'] as const;
export type RunItemState = (typeof RUN_ITEM_STATES)[number];
