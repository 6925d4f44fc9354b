import type { CallExpr, Expr } from '../syntax/tree.ts';
import { ArrayList, type EntryMap, MapValue } from '../values/collections.ts';
import { CelError, type CelValue } from '../values/value.ts';
import type { Planning } from './planning.ts';
import { noSuchOverload, type Step } from './step.ts';

const accumulated = (expr: Expr | undefined): boolean => expr?.kind === 'ident' && expr.name === '@result';

/**
 * The result of a loop that makes a list or a map, which nothing else can see: it is added to in its place. Its
 * cost is that of a new list.
 */
export function planAppend(planner: Planning, { name, args }: CallExpr): Step | undefined {
  const [target, added, value] = args;
  if (!accumulated(target)) return undefined;
  const result = planner.plan(target!);
  if (name === '_+_' && added?.kind === 'list') {
    const item = planner.plan(added.items[0]!.value);
    const costOfItem = planner.constantOf(item) === undefined ? 10 : 0;
    return (frame) => {
      const list = result(frame) as GrowingList;
      const made = item(frame);
      frame.budget.take(costOfItem + 1);
      list.push(made);
      return list;
    };
  }
  if (name !== 'cel.@mapInsert') return undefined;
  const first = planner.plan(added!);
  if (value !== undefined) return planInsert(result, first, planner.plan(value));
  return (frame) => {
    const map = result(frame) as EntryMap;
    const entries = first(frame);
    frame.budget.take(1);
    if (!(entries instanceof MapValue)) throw noSuchOverload();
    frame.budget.work(entries.size);
    for (const key of entries.keys()) insert(map, key, entries.get(key)!);
    return map;
  };
}

function planInsert(result: Step, key: Step, value: Step): Step {
  return (frame) => {
    const map = result(frame) as EntryMap;
    const [name, made] = [key(frame), value(frame)];
    frame.budget.take(1);
    insert(map, name, made);
    return map;
  };
}

function insert(map: EntryMap, key: CelValue, value: CelValue): void {
  if (map.has(key)) throw new CelError(`insert failed: key ${String(key)} already exists`);
  map.set(key, value);
}

/** The list that a loop makes. */
export class GrowingList extends ArrayList {
  readonly #own: CelValue[];

  constructor() {
    const own: CelValue[] = [];
    super(own);
    this.#own = own;
  }

  push(item: CelValue): void {
    this.#own.push(item);
  }
}
