/** What the server says of a refusal. */
export interface Problem {
  readonly detail?: string;
  readonly issues?: readonly { path: string; message: string }[];
}
