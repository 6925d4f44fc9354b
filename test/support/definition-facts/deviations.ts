/** Differences between definitions and facts that are meant, by group-version, each with its reason. */
export const deviations: Record<string, Record<string, string>> = {};
