import type { NoticeSettings } from '#shared/domain/notice.ts';

/** What this device remembers of its person's notices, so that it knows without asking. */
export interface KeptChoice {
  readonly userId: number;
  /** Whether they want them on this device. */
  readonly isOn: boolean;
  /** As the server last had them; null: never asked. */
  readonly settings: NoticeSettings | null;
  /** When they last said 'Not now', in milliseconds since 1970; null: never. */
  readonly declinedAt: number | null;
}

const KEY = 'notices';

/** How long a 'Not now' counts. */
const QUIET_MS = 30 * 86_400_000;

/** What the device remembers of this person; of anybody else it tells nothing. */
export const keptChoice = (userId: number): KeptChoice => {
  const nothing = { userId, isOn: false, settings: null, declinedAt: null };
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as KeptChoice | null;
    return kept?.userId === userId ? kept : nothing;
  } catch {
    return nothing;
  }
};

export const keepChoice = (userId: number, change: Partial<Omit<KeptChoice, 'userId'>>): void =>
  localStorage.setItem(KEY, JSON.stringify({ ...keptChoice(userId), ...change }));

/** Whether they said 'Not now' so recently that nobody asks again. */
export const isDeclined = ({ declinedAt }: KeptChoice, now = Date.now()): boolean =>
  declinedAt !== null && now - declinedAt < QUIET_MS && now >= declinedAt;
