/** What a practice entry says: it exists only on the screen, and only until that is left. */
export interface PracticeEntry {
  /** Its job. */
  readonly title: string;
  readonly customer: string;
  /** What was entered, by the names of the fields. */
  readonly facts: readonly (readonly [name: string, value: string])[];
}
