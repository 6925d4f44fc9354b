/** `v1beta1` of `storage.example.com/v1beta1`. */
export const versionName = (apiVersion: string): string => apiVersion.slice(apiVersion.lastIndexOf('/') + 1);

/** Whether rules of a beta version hold. A request of which nothing is known counts as one of the stable version. */
export const isBeta = (apiVersion = ''): boolean => versionName(apiVersion).includes('beta');
