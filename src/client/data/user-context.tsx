import { createContext, useContext } from 'react';
import type { User } from '#shared/domain/user.ts';

/** The signed-in user, for everything below the sign-in gate. */
export const UserContext = createContext<User | undefined>(undefined);

export const useUser = (): User => {
  const user = useContext(UserContext);
  if (!user) {
    throw new Error('useUser is used outside the sign-in gate');
  }
  return user;
};
