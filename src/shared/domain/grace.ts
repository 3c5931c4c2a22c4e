/** Days between the request to delete an organization and its deletion, in which its owner can cancel it. */
export const GRACE_DAYS = 30;
