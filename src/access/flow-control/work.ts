/** The seats of a request, and for how long they are held. */
export interface Work {
  /** Seats that it takes while it executes. */
  readonly seats: number;
  /** Seats that it takes when it has ended, while those that watch hear of it. */
  readonly finalSeats: number;
  /** Seconds that it takes those. */
  readonly finalSeconds: number;
}

/** Watches for which a seat is held when a write has ended, and the seconds for which it is. */
const watchesPerSeat = 10;
const secondsPerSeat = 0.005;
/** Seats that one write takes at most. */
export const maxSeatsOfWrite = 10;

/** The work of a request that is over when it has ended. */
export const plainWork = (seats: number): Work => ({ seats, finalSeats: 0, finalSeconds: 0 });

const oneSeat = plainWork(1);

/**
 * Estimates the work of a write by the watches that hear of it. Of more seats than a request may have, fewer are held for
 * longer: what is done is the same.
 *
 *     300 watches: 30 seats for 5 ms, held as 10 seats for 15 ms
 */
export function workOfWrite(watches: number, maxSeats: number): Work {
  if (watches < watchesPerSeat) return oneSeat;
  const wanted = Math.ceil(watches / watchesPerSeat);
  const finalSeats = Math.min(wanted, maxSeats);
  return { seats: 1, finalSeats, finalSeconds: (wanted * secondsPerSeat) / finalSeats };
}

/** Seats that are taken for the whole time: what comes after the request finds them free. */
export const heldSeats = ({ seats, finalSeats }: Work): number => Math.max(seats, finalSeats);
