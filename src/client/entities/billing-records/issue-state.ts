import { useHistoryState } from 'wouter/use-browser-location';

/** That somebody is asked before a bill is issued, and what became of it so far. It stands in the history's entry, so it goes along to the bill's own screen. */
export interface IssueState {
  /** When the question, or what is said in it, came up: whoever pressed before that has not read it. */
  readonly at: number;
  /** The day that was chosen. */
  readonly issuedOn?: string;
  /** The total that somebody saw who was refused, for the bill was another by then. */
  readonly seenCents?: number;
  /** Why it was not issued, in the page's language. */
  readonly problem?: string;
}

/** What to give the navigation to a bill so that it asks. */
export const askingToIssue = (more: Omit<IssueState, 'at'> = {}): { readonly issue: IssueState } => ({
  issue: { at: Date.now(), ...more },
});

const isIssueState = (value: unknown): value is IssueState => typeof value === 'object' && value !== null && 'at' in value;

/** Null: nobody is asked. */
export const useIssueState = (): IssueState | null => {
  const state: unknown = useHistoryState();
  const issue = typeof state === 'object' && state !== null && 'issue' in state ? state.issue : null;
  return isIssueState(issue) ? issue : null;
};
