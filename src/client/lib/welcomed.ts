const KEY = 'welcomed';

const kept = (): string[] => (localStorage.getItem(KEY) ?? '').split(' ').filter((each) => each !== '');
const nameOf = (userId: number, orgId: number): string => `${userId}:${orgId}`;

/** Whether this device has shown this user the first screen of this organization. */
export const isWelcomed = (userId: number, orgId: number): boolean => kept().includes(nameOf(userId, orgId));

/** Notes that it has: it is shown once, by itself. */
export const noteWelcomed = (userId: number, orgId: number): void => {
  if (!isWelcomed(userId, orgId)) {
    localStorage.setItem(KEY, [...kept(), nameOf(userId, orgId)].join(' '));
  }
};
