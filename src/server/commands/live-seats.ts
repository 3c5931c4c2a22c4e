import { isIP } from 'node:net';

/** A place among the listeners. `giveWay` ends it in favor of someone who has none. */
export interface Seat {
  readonly userId: number;
  readonly address: string;
  readonly giveWay: () => void;
}

export interface SeatLimits {
  readonly seats: number;
  readonly seatsOfUser: number;
}

/**
 * The share of all seats that one address, or a network, may take: a company behind one address has room, and one stranger does not take
 * all.
 */
const SHARE_OF_ADDRESS = 0.2;

/** Who shares a limit: one household or company has a whole /64 of IPv6. Addresses of this machine are a proxy's, and tell nobody apart. */
export const groupOf = (address: string): string | null => {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '');
  if (isIP(plain) === 0 || plain === '::1' || plain.startsWith('127.')) {
    return null;
  }
  if (isIP(plain) === 4) {
    return plain;
  }
  const [head = '', tail] = plain.split('::');
  const words = head.split(':').filter((word) => word !== '');
  const after = tail?.split(':').filter((word) => word !== '') ?? [];
  const zeros = tail === undefined ? 0 : 8 - words.length - after.length;
  return [...words, ...Array.from({ length: zeros }, () => '0'), ...after].slice(0, 4).join(':');
};

const add = <K>(groups: Map<K, Set<Seat>>, key: K, seat: Seat): void => {
  groups.set(key, (groups.get(key) ?? new Set<Seat>()).add(seat));
};

const remove = <K>(groups: Map<K, Set<Seat>>, key: K, seat: Seat): void => {
  const group = groups.get(key);
  group?.delete(seat);
  if (group?.size === 0) {
    groups.delete(key);
  }
};

const largest = (groups: Iterable<Set<Seat>>): Set<Seat> => {
  let most = new Set<Seat>();
  for (const group of groups) {
    most = group.size > most.size ? group : most;
  }
  return most;
};

/**
 * The seats of a process. When all are taken, the one that holds the most gives one to someone who holds fewer: first by address, then by
 * account. So a stranger with many accounts never keeps out those who work here.
 */
export const createSeats = ({ seats: most, seatsOfUser }: SeatLimits) => {
  const all = new Set<Seat>();
  const ofUser = new Map<number, Set<Seat>>();
  const ofAddress = new Map<string, Set<Seat>>();
  const mostOfAddress = Math.max(seatsOfUser, Math.ceil(most * SHARE_OF_ADDRESS));

  const free = (seat: Seat): void => {
    all.delete(seat);
    remove(ofUser, seat.userId, seat);
    const group = groupOf(seat.address);
    if (group !== null) {
      remove(ofAddress, group, seat);
    }
  };

  /** The seat that makes room for someone; undefined: nobody holds enough more. */
  const giverFor = (userId: number, group: string | null): Seat | undefined => {
    const here = group === null ? 0 : (ofAddress.get(group)?.size ?? 0);
    const address = largest(ofAddress.values());
    if (group !== null && address.size > here + 1) {
      return [...address][0];
    }
    const account = largest(ofUser.values());
    return account.size > (ofUser.get(userId)?.size ?? 0) + 1 ? [...account][0] : undefined;
  };

  return {
    count: (): number => all.size,
    /** Takes the seat; false: there is none for this account or address now. */
    take: (seat: Seat): boolean => {
      const group = groupOf(seat.address);
      const isOver =
        (ofUser.get(seat.userId)?.size ?? 0) >= seatsOfUser || (group !== null && (ofAddress.get(group)?.size ?? 0) >= mostOfAddress);
      if (isOver) {
        return false;
      }
      if (all.size >= most) {
        const giver = giverFor(seat.userId, group);
        if (giver === undefined) {
          return false;
        }
        free(giver);
        giver.giveWay();
      }
      all.add(seat);
      add(ofUser, seat.userId, seat);
      if (group !== null) {
        add(ofAddress, group, seat);
      }
      return true;
    },
    /** Does nothing if it was freed before. */
    free,
  };
};
