/** Seconds: a request that takes longer is ended by its own time-out. */
const longest = 50;

export const secondsError = `seconds must be a number above 0, and ${longest} at most\n`;

/** The seconds that a page is asked to look for; undefined for what is no such number. */
export function secondsOf(text: string | undefined, usual: number): number | undefined {
  const seconds = Number(text || usual);
  return seconds > 0 && seconds <= longest ? seconds : undefined;
}
