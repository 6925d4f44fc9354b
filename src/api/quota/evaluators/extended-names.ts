import type { Dialect } from '../../meta/dialect.ts';
import { qualifiedName } from '../../validation/names.ts';
import type { QuotaFeatures } from './features.ts';

/** The names of resources that are not the product's own: whole numbers of something that a node has. */
export interface ExtendedNames {
  /** Whether containers can ask for it: `example.com/gpu`. */
  readonly isAsked: (name: string) => boolean;
  /** Whether quotas can limit it: `requests.example.com/gpu`. */
  readonly isLimited: (name: string) => boolean;
  /** The name by which containers ask for devices of a class that has no name for it. */
  readonly ofClass: (deviceClass: string) => string;
}

export function extendedNames({ label }: Dialect, { countsDeviceClasses }: QuotaFeatures): ExtendedNames {
  const classPrefix = `deviceclass.resource.${label}/`;
  const isNative = (name: string): boolean => {
    if (countsDeviceClasses && name.replace(/^requests\./, '').startsWith(classPrefix)) return false;
    return !name.includes('/') || name.includes(`${label}/`);
  };
  return {
    isAsked: (name) =>
      !isNative(name) && !name.startsWith('requests.') && qualifiedName(`requests.${name}`).length === 0,
    isLimited: (name) => name.startsWith('requests.') && !isNative(name),
    ofClass: (deviceClass) => `${classPrefix}${deviceClass}`,
  };
}
