import type { CoreV1LimitRange } from '../../../api/schema/types.gen.ts';

export const limitTitles: readonly string[] = [
  ...['Type', 'Resource', 'Min', 'Max', 'Default Request', 'Default Limit', 'Max Limit/Request Ratio'],
];

/** A row for each resource that a LimitRange limits, in the columns of `limitTitles`. */
export const limitRows = ({ spec }: CoreV1LimitRange): string[][] =>
  (spec?.limits ?? []).flatMap(
    ({ type, min = {}, max = {}, defaultRequest = {}, default: limit = {}, maxLimitRequestRatio = {} }) => {
      const columns = [min, max, defaultRequest, limit, maxLimitRequestRatio];
      const names = new Set(columns.flatMap((amounts) => Object.keys(amounts)));
      return [...names].sort().map((name) => [type, name, ...columns.map((amounts) => amounts[name] ?? '-')]);
    },
  );
