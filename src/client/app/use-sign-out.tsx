import { type ReactNode, useState } from 'react';
import { later } from '#client/lib/later.tsx';

const SignOut = later(async () => (await import('#client/app/sign-out.tsx')).SignOut);

/** Logging out, after a question if changes are waiting: render `question` next to the button. `then` is the address that follows. */
export const useSignOut = (then = '/'): { readonly signOut: () => void; readonly question: ReactNode } => {
  const [isEnding, setEnding] = useState(false);
  return { signOut: () => setEnding(true), question: isEnding && <SignOut then={then} onClose={() => setEnding(false)} /> };
};
