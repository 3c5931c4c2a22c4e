/** What stands in the address of an invitation, `/invitation/<token>`; null at any other. */
export const invitationOf = (path: string): string | null => /^\/invitation\/([\w-]+)\/?$/.exec(path)?.[1] ?? null;
