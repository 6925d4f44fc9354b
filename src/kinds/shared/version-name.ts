/** `v1beta1` of `storage.example.com/v1beta1`. */
export const versionName = (apiVersion: string): string => apiVersion.slice(apiVersion.lastIndexOf('/') + 1);

/** Whether the rules of a beta version apply. Undefined counts as the stable version. */
export const isBeta = (apiVersion = ''): boolean => versionName(apiVersion).includes('beta');
