const fatalLevel = 60;
const errorLevel = 50;
const warnLevel = 40;

/**
 * A line of the log as text, from its JSON: the severity, the time, the process, the message, and what else is known.
 *
 *     W1124 02:15:48.120000    4711 server] "the caches are behind" revision=812
 */
export function textLine(json: string): string {
  const { level, time, msg, err, ...others } = JSON.parse(json) as Record<string, unknown>;
  const head = lineHead(severity(Number(level)), new Date(String(time)));
  const values = { ...(err === undefined ? {} : { err: errorText(err) }), ...others };
  const pairs = Object.entries(values).map(([key, value]) => ` ${key}=${JSON.stringify(value)}`);
  return `${head} server] ${JSON.stringify(msg ?? '')}${pairs.join('')}\n`;
}

/** `W1124 02:15:48.120000    4711` */
export function lineHead(severity: string, time: Date): string {
  const at = time.toISOString();
  const day = `${at.slice(5, 7)}${at.slice(8, 10)}`;
  return `${severity}${day} ${at.slice(11, 23)}000 ${String(process.pid).padStart(7)}`;
}

function severity(level: number): string {
  if (level >= fatalLevel) return 'F';
  if (level >= errorLevel) return 'E';
  return level >= warnLevel ? 'W' : 'I';
}

const errorText = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'stack' in error ? error.stack : error;
