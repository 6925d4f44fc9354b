/** Keeps a deleted object until its dependents no longer name it as their owner: they stay. */
export const orphanFinalizer = 'orphan';
/** Keeps a deleted object until its dependents that block it are gone. */
export const foregroundFinalizer = 'foregroundDeletion';
