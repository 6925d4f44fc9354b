/** A day in UTC: `2030-01-31`. `ms`: milliseconds since 1970. */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Whether a text is a day that there is. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && dayOf(time) === text;
}
