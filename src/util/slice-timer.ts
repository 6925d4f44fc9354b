/** Milliseconds of work after which others have their turn. */
const maxSlice = 4;

/** A look at the clock costs about as much as finding a form that is kept. */
const lookEvery = 16;

/** Says when a loop has worked for so long that it has to let others have their turn. */
export class SliceTimer {
  #begin = performance.now();
  #steps = 0;

  /** To be asked after each step of the loop, or after so many. After a true one the next slice begins. */
  isOver(steps = 1): boolean {
    this.#steps += steps;
    if (this.#steps < lookEvery) return false;
    this.#steps = 0;
    if (performance.now() - this.#begin < maxSlice) return false;
    this.restart();
    return true;
  }

  /** The slice begins now: others have had their turn. */
  restart(): void {
    this.#begin = performance.now();
  }
}
