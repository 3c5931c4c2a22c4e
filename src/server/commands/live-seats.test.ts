import { describe, expect, test } from 'vitest';
import { createSeats, groupOf, type Seat } from '#server/commands/live-seats.ts';

/** Seats for ten, three of them for one user; two for one address would be fewer than a user may have, so three. */
const open = (limits = { seats: 10, seatsOfUser: 3 }) => {
  const seats = createSeats(limits);
  const gone: Seat[] = [];
  const take = (userId: number, address = `198.51.100.${userId}`) => {
    const seat: Seat = { userId, address, giveWay: () => gone.push(seat) };
    return { seat, isTaken: seats.take(seat) };
  };
  return { seats, take, gone };
};

test('one user takes three, one address three, and what is freed can be taken again', () => {
  const { seats, take } = open();
  const [first] = [take(1), take(1), take(1)];
  expect(take(1).isTaken).toBe(false);
  seats.free(first.seat);
  seats.free(first.seat);
  expect(take(1).isTaken).toBe(true);
  expect([7, 8, 9, 10].map((userId) => take(userId, '203.0.113.9').isTaken)).toEqual([true, true, true, false]);
});

test('addresses of this machine are a proxy’s: they tell nobody apart', () => {
  const { take } = open();
  expect([1, 2, 3, 4, 5].every((userId) => take(userId, '127.0.0.1').isTaken)).toBe(true);
});

test('a stranger’s accounts do not keep out those who work here: the one that holds the most gives way', () => {
  const { seats, take, gone } = open({ seats: 100, seatsOfUser: 10 });
  // Twenty-one throw-away accounts, from one address and then from five.
  const held = Array.from({ length: 210 }, (_, index) => take(1 + (index % 21), '203.0.113.9').isTaken).filter(Boolean);
  expect(held).toHaveLength(20);
  for (let index = 0; index < 210; index += 1) {
    take(1 + (index % 21), `203.0.113.${10 + (index % 5)}`);
  }
  expect(seats.count()).toBe(100);
  const workers = Array.from({ length: 40 }, (_, index) => take(500 + index).isTaken);
  expect(workers.every(Boolean)).toBe(true);
  expect(gone.length).toBeGreaterThanOrEqual(40);
  expect(gone.every(({ userId }) => userId <= 21)).toBe(true);
  expect(seats.count()).toBe(100);
});

test('many equal ones do not chase each other away', () => {
  const { take, gone } = open({ seats: 5, seatsOfUser: 3 });
  expect([1, 2, 3, 4, 5, 6, 7].map((userId) => take(userId).isTaken)).toEqual([true, true, true, true, true, false, false]);
  expect(gone).toEqual([]);
});

describe('who shares a limit', () => {
  test.each([
    ['198.51.100.7', '198.51.100.7'],
    ['::ffff:198.51.100.7', '198.51.100.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::9', '2001:db8:1:2'],
    ['2001:db8::9', '2001:db8:0:0'],
    ['::1', null],
    ['127.0.0.1', null],
    ['nonsense', null],
  ])('%s', (address, group) => {
    expect(groupOf(address)).toBe(group);
  });
});
