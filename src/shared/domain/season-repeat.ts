/** What a job that repeats an earlier one is expected to come to, by service: a number of the earlier job. */
export interface ExpectedWork {
  readonly serviceTypeId: number;
  /** A column of entries (`totalHours`, `loads` …), or `custom:` and the name of a number field. */
  readonly measure: string;
  readonly value: number;
}
