import { useEffect, useState } from 'preact/hooks';
import { type ResourceType, readTypes, typeName } from '../calls/session.ts';

/** The types of the server: read again when somebody looks for one, as custom ones come and go. */
export function useTypes(
  initial: readonly ResourceType[],
  isLooking: boolean,
  wanted: string,
): readonly ResourceType[] {
  const [types, setTypes] = useState(initial);
  const isMissing = !wanted.startsWith('~') && !types.some((type) => typeName(type) === wanted);
  useEffect(() => {
    if (!isLooking && !isMissing) return;
    readTypes().then(
      (read) => setTypes((before) => (JSON.stringify(before) === JSON.stringify(read) ? before : read)),
      () => {},
    );
  }, [isLooking, isMissing, wanted]);
  return types;
}
