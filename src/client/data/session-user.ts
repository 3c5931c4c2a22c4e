let signedIn: number | null = null;

/** Sets who works with this tab; null: nobody. The engine sends, counts and shows only this user's changes. */
export const setSessionUser = (userId: number | null): void => {
  signedIn = userId;
};

/** The user that was set. */
export const sessionUser = (): number | null => signedIn;
