import { TurnQueue } from '../../util/pacer.ts';

/** Something that takes long to be made: made when it is first needed, or in the background if there is time before. */
export class MadeLater<T> {
  readonly #make: () => T;
  #made: { readonly value: T } | undefined;

  constructor(make: () => T) {
    this.#make = make;
  }

  get value(): T {
    this.#made ??= { value: this.#make() };
    return this.#made.value;
  }
}

/** Makes one after the other when nothing else is to be done: any number of them holds up nobody. */
export class Background {
  readonly #turns = new TurnQueue();

  /** `isWanted`: whether it still is, when its turn has come. */
  add(later: MadeLater<unknown>, isWanted: () => boolean): void {
    this.#turns.add(() => {
      if (isWanted()) void later.value;
    });
  }
}
