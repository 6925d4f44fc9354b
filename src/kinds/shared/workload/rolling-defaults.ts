/**
 * Defaults of the rolling update of a workload. Given settings may be shared with the stored object and are not changed
 * in place: a strategy that becomes RollingUpdate can have settings already that had no effect before.
 */
export function applyRollingDefaults<T extends object>(strategy: { rollingUpdate?: T }, defaults: T): void {
  const given: Partial<T> = strategy.rollingUpdate ?? {};
  const isComplete = Object.keys(defaults).every((name) => given[name as keyof T] !== undefined);
  if (!isComplete) strategy.rollingUpdate = { ...defaults, ...given };
}
