/** The built-in classes: created at start-up, they cannot be changed or deleted. */
export const systemPriorityClasses = [
  {
    name: 'system-node-critical',
    value: 2_000_001_000,
    description: 'For pods that the system needs where they are: on their node.',
  },
  {
    name: 'system-cluster-critical',
    value: 2_000_000_000,
    description: 'For pods that the system needs, on whichever node.',
  },
] as const;

export const isSystemPriorityClass = (name: string): boolean =>
  systemPriorityClasses.some((known) => known.name === name);
