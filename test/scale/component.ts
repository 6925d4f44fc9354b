import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Latencies } from './latencies.ts';
import type { Answer, ComponentReport, Numbered, Order } from './messages.ts';

/** What a process of components makes of an order. */
export type Handle = (order: Order) => Promise<void> | void;

/** The process's side: takes orders from its parent, and ends with it. */
export function serveOrders(
  latencies: Latencies,
  handle: Handle,
  state: () => Omit<ComponentReport, 'latencies' | 'stall'>,
): void {
  const delays = monitorEventLoopDelay({ resolution: 20 });
  delays.enable();
  process.on('message', async ({ number, order }: Numbered) => {
    process.send!(await answerTo(number, order));
  });
  process.on('disconnect', () => process.exit(0));

  async function answerTo(number: number, order: Order): Promise<Answer> {
    if (order.kind === 'report') {
      const stall = delays.max / 1e6;
      delays.reset();
      return { number, report: { latencies: latencies.take(), stall, ...state() } };
    }
    try {
      await handle(order);
      return { number };
    } catch (error) {
      return { number, problem: (error as Error).message };
    }
  }
}

/** Runs steps for all items, so many at once. */
export async function forAll<T>(
  items: readonly T[],
  atOnce: number,
  step: (item: T) => Promise<void>,
): Promise<void> {
  const left = items.values();
  const run = async (): Promise<void> => {
    for (const item of left) await step(item);
  };
  await Promise.all(Array.from({ length: atOnce }, run));
}
