import { Pacer, TurnQueue } from '../../util/pacer.ts';
import type { Interruptible } from '../../util/slices.ts';

/** Something that takes long to be made: made when it is first needed, or in the background if there is time before. */
export class MadeLater<T> {
  readonly #make: () => Interruptible<T>;
  #work: Interruptible<T> | undefined;
  #made: { readonly value: T } | undefined;

  constructor(make: () => Interruptible<T>) {
    this.#make = make;
  }

  get value(): T {
    while (!this.advance());
    return this.#made!.value;
  }

  /** Goes on until the next stop. Whether it is made. */
  advance(): boolean {
    if (this.#made !== undefined) return true;
    const work = this.#work ?? this.#make();
    // What throws is begun again.
    this.#work = undefined;
    const { done, value } = work.next();
    if (done) this.#made = { value };
    else this.#work = work;
    return done === true;
  }

  /** Makes it while others have their turns; undefined when it is made. */
  prepare(pacer?: Pacer): Promise<void> | undefined {
    return this.#made === undefined ? this.#prepare(pacer ?? new Pacer()) : undefined;
  }

  async #prepare(pacer: Pacer): Promise<void> {
    while (!this.advance()) await pacer.step();
  }
}

/** Makes one after the other when nothing else is to be done: any number of them holds up nobody. */
export class Background {
  readonly #turns = new TurnQueue();

  /** `isWanted`: whether it still is, when its turn has come. */
  add(later: MadeLater<unknown>, isWanted: () => boolean): void {
    this.#turns.add(() => {
      if (isWanted() && !later.advance()) this.add(later, isWanted);
    });
  }
}
