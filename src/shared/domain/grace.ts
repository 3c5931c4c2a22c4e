/** Days between asking for an organization's deletion and its end, in which its owner can take it back. */
export const GRACE_DAYS = 30;
