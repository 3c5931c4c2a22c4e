/** Ids are identity columns up to this; anything larger is a device's temporary id, made from the current time. */
export const LARGEST_ID = 2_147_483_647;
