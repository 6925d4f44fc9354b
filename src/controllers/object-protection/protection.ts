import type { MetaV1ObjectMeta } from '../../api/schema/types.gen.ts';

interface Protected {
  readonly metadata: Pick<MetaV1ObjectMeta, 'deletionTimestamp' | 'finalizers'>;
}

/**
 * Returns the finalizers that an object is to have, undefined when they are right: those of an object that is not being
 * deleted hold `finalizer`; those of one that is, and is not in use, do not.
 */
export function protectedFinalizers(
  { metadata: { finalizers = [], deletionTimestamp } }: Protected,
  finalizer: string,
  isInUse: boolean,
): string[] | undefined {
  const isProtected = finalizers.includes(finalizer);
  if (!deletionTimestamp) return isProtected ? undefined : [...finalizers, finalizer];
  if (!isProtected || isInUse) return undefined;
  return finalizers.filter((name) => name !== finalizer);
}

/** Whether an object is deleted and waits for the removal of `finalizer`. */
export const awaitsRelease = ({ metadata }: Protected, finalizer: string): boolean =>
  Boolean(metadata.deletionTimestamp) && (metadata.finalizers?.includes(finalizer) ?? false);
