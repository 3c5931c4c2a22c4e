/**
 * Whether this device still has to forget its copy. The server marks a browser whose user left by an address, or whose session was ended
 * elsewhere (decision 0041). The mark outlives tab and network: whoever finds it forgets before anything else.
 */
export const isLeft = (): boolean => document.cookie.includes('headland_left=');
