/**
 * How a workload is updated, filled in. What is given may be shared with the stored object, and stays as it is: a
 * strategy that becomes RollingUpdate can have settings already that nobody needed before.
 */
export function applyRollingDefaults<T extends object>(strategy: { rollingUpdate?: T }, defaults: T): void {
  const given: Partial<T> = strategy.rollingUpdate ?? {};
  const isComplete = Object.keys(defaults).every((name) => given[name as keyof T] !== undefined);
  if (!isComplete) strategy.rollingUpdate = { ...defaults, ...given };
}
