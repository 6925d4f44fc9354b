import { isReferenceTo, type Reference } from './coordinates.ts';

/** The differences between an object's references, by uid. */
export interface ReferenceChanges {
  added: Reference[];
  removed: Reference[];
  /** The dependent holds these owners no longer. */
  unblocked: Reference[];
}

export function referenceChanges(
  before: readonly Reference[],
  after: readonly Reference[],
): ReferenceChanges {
  const old = new Map(before.map((reference) => [reference.uid, reference]));
  const now = new Map(after.map((reference) => [reference.uid, reference]));
  return {
    added: after.filter(({ uid }) => !old.has(uid)),
    removed: [...old.values()].filter(({ uid }) => !now.has(uid)),
    unblocked: [...old.values()].filter(({ uid, isBlocking }) => isBlocking && !now.get(uid)?.isBlocking),
  };
}

export const areEqual = (before: readonly Reference[], after: readonly Reference[]): boolean =>
  before.length === after.length && before.every((reference, index) => isEqual(reference, after[index]!));

const isEqual = (a: Reference, b: Reference): boolean =>
  isReferenceTo(a, { ...b, namespace: '' }) && a.isBlocking === b.isBlocking && a.controller === b.controller;
