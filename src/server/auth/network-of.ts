import { isIPv6 } from 'node:net';

/** The eight groups of an IPv6 address, as written. */
const groupsOf = (address: string): string[] => {
  const [head = '', tail] = address.split('::');
  const [before, after] = [head, tail ?? ''].map((part) => (part === '' ? [] : part.split(':'))) as [string[], string[]];
  const missing = tail === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array.from({ length: missing }, () => '0'), ...after];
};

/**
 * What an address is counted under: it itself, or of IPv6 its /64, which is what one customer of a provider has and chooses addresses in at
 * will. An IPv4 address that came over IPv6 is the same as without.
 */
export const networkOf = (address: string): string => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined || !isIPv6(address)) {
    return mapped ?? address;
  }
  const groups = groupsOf(address.replace(/%.*$/, '').toLowerCase()).slice(0, 4);
  return `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`;
};
