/** Where a device keeps with which view of the review desk Entries opens, for each person and organization. */
const keyOf = (userId: number, orgId: number): string => `first-entry-view:${userId}:${orgId}`;

/** The address of the view that opens with Entries; null: the list. */
export const firstViewAddress = (userId: number, orgId: number): string | null => localStorage.getItem(keyOf(userId, orgId));

/** Keeps it on this device. */
export const keepFirstView = (userId: number, orgId: number, address: string | null): void => {
  if (address === null) {
    localStorage.removeItem(keyOf(userId, orgId));
  } else {
    localStorage.setItem(keyOf(userId, orgId), address);
  }
};
