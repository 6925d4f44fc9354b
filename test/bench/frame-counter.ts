/** Counts the frames of watches in the binary form: four bytes of length, then the event. */
export class FrameCounter {
  count = 0;

  reader(): (chunk: Buffer) => void {
    let rest = 0;
    let head = Buffer.alloc(0);
    return (chunk) => {
      let at = 0;
      while (at < chunk.length) {
        if (rest > 0) {
          const taken = Math.min(rest, chunk.length - at);
          rest -= taken;
          at += taken;
          if (rest === 0) this.count++;
          continue;
        }
        const taken = Math.min(4 - head.length, chunk.length - at);
        head = Buffer.concat([head, chunk.subarray(at, at + taken)]);
        at += taken;
        if (head.length < 4) continue;
        rest = head.readUInt32BE();
        head = Buffer.alloc(0);
      }
    };
  }

  /** Resolves when nothing has come for half a second. */
  async settled(): Promise<void> {
    for (let before = -1; before !== this.count; ) {
      before = this.count;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }

  /** Resolves when so many have come, or 20 seconds later. */
  async reached(count: number): Promise<void> {
    const deadline = performance.now() + 20_000;
    while (this.count < count && performance.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
