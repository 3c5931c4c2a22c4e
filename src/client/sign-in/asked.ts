/** What is left to show after the first factor was right, as the server says it. */
export interface Asked {
  readonly token: string;
  readonly next: 'code' | 'passkey' | 'set-up';
  readonly hasPasskey: boolean;
}

const NEXT = ['code', 'passkey', 'set-up'] as const;

/** The same for users returning from the identity provider: behind the hash, so that no server and no log sees it. */
export const askedInAddress = (): Asked | undefined => {
  const hash = new URLSearchParams(location.hash.slice(1));
  const token = hash.get('step');
  const next = NEXT.find((each) => each === hash.get('next'));
  return token === null || next === undefined ? undefined : { token, next, hasPasskey: hash.has('passkey') };
};
