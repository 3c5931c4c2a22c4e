import { useHistoryState } from 'wouter/use-browser-location';

/** Whether and where a bill is mailed as it is issued. */
export interface MailChoice {
  readonly isOn: boolean;
  /** Addresses with commas between them. */
  readonly to: string;
  /** Whether the work log goes with it. */
  readonly annex: boolean;
  /** Empty: the usual words. */
  readonly message: string;
}

/**
 * That the user is asked before a bill is issued, and the state of that question. Kept in the history entry, so it moves along to the
 * bill's own screen.
 */
export interface IssueState {
  /** When the question, or what it says, appeared: a press before that cannot have been an answer to it. */
  readonly at: number;
  /** The chosen day. */
  readonly issuedOn?: string;
  /** What was chosen about its mail. */
  readonly mail?: MailChoice;
  /** The total that the user saw when they were refused because the bill had changed. */
  readonly seenCents?: number;
  /** Why it was not issued, in the page's language. */
  readonly problem?: string;
}

/** The navigation state that makes a bill's screen ask. */
export const askingToIssue = (more: Omit<IssueState, 'at'> = {}): { readonly issue: IssueState } => ({
  issue: { at: Date.now(), ...more },
});

const isIssueState = (value: unknown): value is IssueState => typeof value === 'object' && value !== null && 'at' in value;

/** Null: there is no question. */
export const useIssueState = (): IssueState | null => {
  const state: unknown = useHistoryState();
  const issue = typeof state === 'object' && state !== null && 'issue' in state ? state.issue : null;
  return isIssueState(issue) ? issue : null;
};
