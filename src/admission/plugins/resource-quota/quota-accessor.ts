import { internalError, StatusError } from '../../../api/meta/status.ts';
import { type Amounts, addTo, amountsOf, amountsText, textsOf } from '../../../api/quota/amounts.ts';
import type { Quota } from '../../../api/quota/quota.ts';
import type { CoreV1ResourceQuota } from '../../../api/schema/types.gen.ts';
import { Quantity } from '../../../api/values/quantity.ts';
import type { ObjectWriter } from '../../descriptor.ts';
import { type Charges, QuotaExceededError } from './request.ts';

/** Milliseconds that a request waits at most. */
const waitTimeout = 10_000;

interface Waiter {
  readonly charges: Charges;
  readonly dryRun: boolean;
  /** Reason why it does not pass, as far as is known. */
  refusal: Error | undefined;
  /** No request waits for it any more. */
  isGone: boolean;
  readonly settle: (refusal: Error | undefined) => void;
}

/** The quotas of a namespace with their usage, while its requests are charged one after the other. */
interface Balance {
  readonly name: string;
  readonly hard: Amounts;
  readonly used: Map<string, Quantity>;
}

/**
 * Charges quotas for requests. Those that come while one is at it wait, and are then charged together: one write a
 * quota for all of them, whatever their number.
 */
export class QuotaAccessor {
  readonly #writer: ObjectWriter;
  /** By namespace, while requests are charged there. */
  readonly #queues = new Map<string, Waiter[]>();

  constructor(writer: ObjectWriter) {
    this.#writer = writer;
  }

  /** Resolves when all is charged. Rejects with QuotaExceededError, or with StatusError when the usage is unknown. */
  charge(namespace: string, charges: Charges, dryRun: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiter.isGone = true;
        reject(internalError('resource quota evaluation timed out'));
      }, waitTimeout);
      timer.unref();
      const settle = (refusal: Error | undefined): void => {
        clearTimeout(timer);
        if (refusal === undefined) resolve();
        else reject(refusal);
      };
      const waiter: Waiter = { charges, dryRun, refusal: undefined, isGone: false, settle };
      const queue = this.#queues.get(namespace);
      if (queue !== undefined) return void queue.push(waiter);
      this.#queues.set(namespace, [waiter]);
      void this.#serve(namespace);
    });
  }

  async #serve(namespace: string): Promise<void> {
    // Those who come in the same turn are served together.
    await Promise.resolve();
    for (;;) {
      const queue = this.#queues.get(namespace)!;
      const waiters = queue.splice(0).filter(({ isGone }) => !isGone);
      if (waiters.length === 0) break;
      await this.#serveTogether(namespace, waiters);
    }
    this.#queues.delete(namespace);
  }

  async #serveTogether(namespace: string, waiters: readonly Waiter[]): Promise<void> {
    const quotas = distinct(waiters.flatMap(({ charges }) => [...charges.keys()]));
    checkOnSeen(waiters);
    for (const quota of quotas) {
      const charged = waiters.filter(
        ({ charges, dryRun, refusal }) => refusal === undefined && !dryRun && charges.has(quota),
      );
      if (charged.length > 0) await this.#write(namespace, quota, charged);
    }
    for (const waiter of waiters) waiter.settle(waiter.refusal);
  }

  async #write(namespace: string, quota: Quota, waiters: readonly Waiter[]): Promise<void> {
    const { name } = quota;
    const change = (stored: CoreV1ResourceQuota): CoreV1ResourceQuota | undefined => {
      const { hard, used } = stored.status;
      const balance = { name, hard: amountsOf(hard), used: amountsOf(used) };
      let isCharged = false;
      for (const waiter of waiters) {
        const amounts = waiter.charges.get(quota)!;
        waiter.refusal = refusalBy(balance, amounts);
        if (waiter.refusal !== undefined) continue;
        addTo(balance.used, limitedBy(amounts, balance));
        isCharged = true;
      }
      if (!isCharged) return undefined;
      stored.status.used = textsOf(balance.used);
      return stored;
    };
    try {
      await this.#writer.update({ group: '', resource: 'resourcequotas' }, namespace, name, change);
    } catch (error) {
      // A quota that is gone limits nothing.
      const isGone = error instanceof StatusError && error.code === 404;
      for (const waiter of waiters) waiter.refusal = isGone ? undefined : (error as Error);
    }
  }
}

const distinct = (quotas: readonly Quota[]): Quota[] =>
  [...new Set(quotas)].sort((a, b) => (a.name < b.name ? -1 : 1));

/**
 * On what this server has seen: so that who does not fit into his second quota is not charged in the first one, and
 * that nothing is written for nothing.
 */
function checkOnSeen(waiters: readonly Waiter[]): void {
  const balances = new Map<Quota, Balance>();
  for (const waiter of waiters) {
    const charged = [...waiter.charges].map(([quota, amounts]) => {
      const balance = balances.get(quota) ?? {
        name: quota.name,
        hard: quota.hard,
        used: new Map(quota.used),
      };
      balances.set(quota, balance);
      return { balance, amounts };
    });
    for (const { balance, amounts } of charged) waiter.refusal ??= refusalBy(balance, amounts);
    if (waiter.refusal !== undefined || waiter.dryRun) continue;
    for (const { balance, amounts } of charged) addTo(balance.used, limitedBy(amounts, balance));
  }
}

const limitedBy = (amounts: Amounts, { hard }: Balance): Amounts =>
  new Map([...amounts].filter(([name]) => hard.has(name)));

function refusalBy({ name, hard, used }: Balance, amounts: Amounts): QuotaExceededError | undefined {
  const exceeded = [...amounts]
    .filter(([resource, amount]) => {
      const limit = hard.get(resource);
      return limit !== undefined && amount.add(used.get(resource) ?? Quantity.zero).compare(limit) > 0;
    })
    .map(([resource]) => resource);
  if (exceeded.length === 0) return undefined;
  return new QuotaExceededError(
    `exceeded quota: ${name}, requested: ${amountsText(amounts, exceeded)}, ` +
      `used: ${amountsText(used, exceeded)}, limited: ${amountsText(hard, exceeded)}`,
  );
}
