/** A seccomp or an AppArmor profile of a container. */
interface Profile {
  type: string;
  localhostProfile?: string;
}

export const unconfined = 'unconfined';
export const runtimeDefault = 'runtime/default';
export const localhost = 'localhost/';

/** The text of the annotation that says the same; undefined if none does. */
export function annotationOf({ type, localhostProfile }: Profile): string | undefined {
  switch (type) {
    case 'Unconfined':
      return unconfined;
    case 'RuntimeDefault':
      return runtimeDefault;
    case 'Localhost':
      return localhostProfile === undefined ? undefined : `${localhost}${localhostProfile}`;
    default:
      return undefined;
  }
}

/** The profile that an annotation stands for; undefined if it is none. */
export function profileOf(annotation: string): Profile | undefined {
  if (annotation === unconfined) return { type: 'Unconfined' };
  if (annotation === runtimeDefault) return { type: 'RuntimeDefault' };
  if (!annotation.startsWith(localhost) || annotation === localhost) return undefined;
  return { type: 'Localhost', localhostProfile: annotation.slice(localhost.length) };
}
