import { isIPv6 } from 'node:net';

/** The eight groups of an IPv6 address, as written. */
const groupsOf = (address: string): string[] => {
  const [head = '', tail] = address.split('::');
  const [before, after] = [head, tail ?? ''].map((part) => (part === '' ? [] : part.split(':'))) as [string[], string[]];
  const missing = tail === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array.from({ length: missing }, () => '0'), ...after];
};

/**
 * The unit an address is counted by: the address itself, or for IPv6 its /64, which one customer of a provider has and can choose addresses
 * in at will. An IPv4-mapped IPv6 address counts as the IPv4 address.
 */
export const networkOf = (address: string): string => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined || !isIPv6(address)) {
    return mapped ?? address;
  }
  const groups = groupsOf(address.replace(/%.*$/, '').toLowerCase()).slice(0, 4);
  return `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`;
};
