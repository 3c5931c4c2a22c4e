/**
 * Whether this device still has to delete its copy. The server marks a browser whose user signed out by an address, or whose session was
 * ended elsewhere (decision 0041). The mark outlives tab and network: a tab that finds it deletes the copy before doing anything else.
 */
export const hasSignOutMark = (): boolean => document.cookie.includes('headland_left=');
