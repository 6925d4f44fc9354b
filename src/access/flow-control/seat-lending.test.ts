import { describe, expect, it } from 'vitest';
import { allocate } from './seat-allocation.ts';
import { SeatDemand, smoothedDemand } from './seat-demand.ts';
import { divideSeats, newLendingState, observeDemand, seatBounds } from './seat-lending.ts';

describe('the bounds of a level of 245 seats, of 600', () => {
  it.each([
    [{}, 245, 845],
    [{ lendablePercent: 90 }, 24, 845],
    [{ lendablePercent: 100 }, 0, 845],
    [{ lendablePercent: 33, borrowingLimitPercent: 0 }, 164, 245],
    [{ borrowingLimitPercent: 50 }, 245, 368],
    [{ borrowingLimitPercent: null }, 245, 845],
  ])('with %j: %i to %i', (rule, lower, upper) => {
    expect(seatBounds(245, 600, rule)).toEqual({ nominal: 245, lower, upper });
  });
});

describe('a demand', () => {
  it('is averaged over time', () => {
    const demand = new SeatDemand();
    demand.held(0, 5);
    demand.held(10, 5);
    expect(demand.take(2)).toEqual({ average: 5, deviation: 5, highest: 10 });
    // What is there now is the beginning of the next period.
    demand.held(2, 10);
    expect(demand.take(0)).toEqual({ average: 2, deviation: 0, highest: 2 });
  });

  it('is followed at once when it rises, and slowly when it falls', () => {
    const of = (seats: number) => ({ average: seats, deviation: 0, highest: seats });
    expect(smoothedDemand(0, of(100))).toBe(100);
    expect(smoothedDemand(100, of(0))).toBeCloseTo(97.7, 6);
    expect(smoothedDemand(0, { average: 10, deviation: 5, highest: 12 })).toBe(12);
  });
});

describe('seats are shared out', () => {
  it.each<[string, number, [number, number, number][], number[] | undefined]>([
    [
      'in proportion to targets',
      12,
      [
        [0, 99, 4],
        [0, 99, 8],
      ],
      [4, 8],
    ],
    [
      'within the upper bounds',
      12,
      [
        [0, 99, 4],
        [0, 5, 8],
      ],
      [7, 5],
    ],
    [
      'within the lower bounds',
      12,
      [
        [6, 99, 1],
        [0, 99, 11],
      ],
      [6, 6],
    ],
    [
      'when nobody wants any',
      10,
      [
        [0, 99, 0],
        [0, 99, 0],
      ],
      [5, 5],
    ],
    [
      'when there are too few for the lower bounds',
      1,
      [
        [1, 9, 1],
        [1, 9, 1],
      ],
      undefined,
    ],
    [
      'when nobody may have so many',
      30,
      [
        [1, 9, 1],
        [1, 9, 1],
      ],
      undefined,
    ],
    [
      'when there is one way only',
      2,
      [
        [1, 9, 5],
        [1, 9, 1],
      ],
      [1, 1],
    ],
  ])('%s', (_, total, rows, expected) => {
    const items = rows.map(([lower, upper, target]) => ({ lower, upper, target }));
    const seats = allocate(total, items)?.seats.map((one) => Math.round(one * 1e6) / 1e6);
    expect(seats).toEqual(expected);
  });
});

describe('levels', () => {
  const level = (nominal: number, demand: number, rule: object = {}, isExempt = false) => {
    const state = newLendingState(seatBounds(nominal, 100, rule), isExempt);
    observeDemand(state, { average: demand, deviation: 0, highest: demand });
    return state;
  };
  const currents = (...levels: ReturnType<typeof level>[]): number[] => {
    divideSeats(levels);
    return levels.map(({ current }) => current);
  };

  it('that are idle lend what they may to the one that is busy', () => {
    expect(currents(level(50, 0, { lendablePercent: 90 }), level(50, 95))).toEqual([5, 95]);
  });

  it('that lend nothing keep what is theirs', () => {
    expect(currents(level(50, 0), level(50, 95))).toEqual([50, 50]);
  });

  it('borrow no more than they may', () => {
    const lender = level(50, 0, { lendablePercent: 100 });
    expect(currents(lender, level(50, 95, { borrowingLimitPercent: 20 }))).toEqual([40, 60]);
  });

  it('have what they use of their own, whoever else wants it', () => {
    expect(currents(level(50, 30, { lendablePercent: 100 }), level(50, 500))).toEqual([30, 70]);
  });

  it('that are exempt have what they need first, from what the others lend', () => {
    const exempt = level(0, 40, {}, true);
    const others = [level(50, 50, { lendablePercent: 50 }), level(50, 50, { lendablePercent: 50 })];
    expect(currents(exempt, ...others)).toEqual([40, 30, 30]);
  });

  it('keep what they never lend even when the exempt need all', () => {
    const exempt = level(0, 500, {}, true);
    expect(currents(exempt, level(100, 100, { lendablePercent: 90 }))).toEqual([500, 10]);
  });

  it('that nobody asks anything of share what there is', () => {
    const [a, b] = currents(level(50, 0, { lendablePercent: 50 }), level(50, 0, { lendablePercent: 50 }));
    expect(a! + b!).toBe(100);
  });
});
