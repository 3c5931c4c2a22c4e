/** What a letter of reminder says, whatever happens later to its bills. */
export interface ReminderContent {
  readonly text: string;
  readonly currency: string;
  readonly bills: readonly {
    readonly recordId: number;
    readonly label: string;
    readonly issuedOn: string;
    readonly dueOn: string;
    readonly grossCents: number;
    readonly openCents: number;
    /** The level at which the letter reminds of this bill; 0: it is not due yet. */
    readonly level: number;
  }[];
  readonly feeCents: number;
  readonly interestCents: number;
}
