import { CliError } from '../shared/errors/cli-error.ts';

export interface Taint {
  key: string;
  value?: string;
  effect: string;
  timeAdded?: string;
}

export interface TaintChanges {
  set: readonly Taint[];
  /** Without an effect all taints of the key go. */
  remove: readonly { key: string; effect?: string }[];
}

const effects = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];

/** Parses `key=value:Effect`, `key:Effect`, `key:Effect-` and `key-`. Throws CliError. */
export function parseTaints(words: readonly string[]): TaintChanges {
  const set: Taint[] = [];
  const remove: { key: string; effect?: string }[] = [];
  for (const word of words) {
    const isRemoval = word.endsWith('-');
    const text = isRemoval ? word.slice(0, -1) : word;
    const match = /^([^=:]+)(?:=([^=:]*))?(?::([^=:]+))?$/.exec(text);
    if (match === null || (!isRemoval && match[3] === undefined))
      throw new CliError(`invalid taint spec: ${word}`);
    const [, key = '', value = '', effect] = match;
    if (effect !== undefined && !effects.includes(effect)) {
      throw new CliError(`invalid taint effect: ${effect}, unsupported taint effect`);
    }
    if (isRemoval) remove.push(effect === undefined ? { key } : { key, effect });
    else set.push({ key, ...(value === '' ? {} : { value }), effect: effect! });
  }
  requireOnce(set);
  for (const { key, effect } of set) {
    if (remove.some((one) => one.key === key && (one.effect ?? effect) === effect)) {
      throw new CliError(`can not both modify and remove the following taint(s) in the same command: ${key}`);
    }
  }
  return { set, remove };
}

function requireOnce(taints: readonly Taint[]): void {
  const seen = new Set<string>();
  for (const taint of taints) {
    const id = `${taint.key}:${taint.effect}`;
    if (seen.has(id))
      throw new CliError(
        `duplicated taints with the same key and effect: {${taint.key} ${taint.value ?? ''} ${taint.effect} <nil>}`,
      );
    seen.add(id);
  }
}

export interface TaintResult {
  taints: readonly Taint[];
  /** `tainted`, `untainted` or `modified`. */
  operation: string;
}

/** Throws CliError for a taint that is there with another value, unless it may be overwritten, or that is to go and is not there. */
export function changeTaints(
  node: string,
  current: readonly Taint[],
  { set, remove }: TaintChanges,
  overwrite: boolean,
): TaintResult {
  const same = (a: { key: string; effect?: string }, b: Taint): boolean =>
    a.key === b.key && (a.effect ?? b.effect) === b.effect;
  const taken = set.find((taint) => current.some((one) => same(taint, one)));
  if (taken !== undefined && !overwrite) {
    throw new CliError(
      `node ${node} already has ${taken.key} taint(s) with same effect(s) and --overwrite is false`,
    );
  }
  const missing = remove.find((removal) => !current.some((one) => same(removal, one)));
  if (missing !== undefined) {
    const named = missing.effect === undefined ? missing.key : `${missing.key}:${missing.effect}`;
    throw new CliError(`taint ${JSON.stringify(named)} not found`);
  }
  const kept = current.filter(
    (one) => !set.some((taint) => same(taint, one)) && !remove.some((removal) => same(removal, one)),
  );
  const operation =
    set.length > 0 && remove.length > 0 ? 'modified' : remove.length > 0 ? 'untainted' : 'tainted';
  return { taints: [...set, ...kept], operation };
}
