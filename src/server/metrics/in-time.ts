/** Milliseconds for which a scrape waits for the store: Prometheus is to have the other series when the store is away. */
const answerTimeout = 1_000;

/** The answer, or the fallback when there is none in time or it fails. */
export async function inTime<T>(answer: Promise<T>, fallback: T): Promise<T> {
  const late = Promise.withResolvers<T>();
  const timer = setTimeout(late.resolve, answerTimeout, fallback);
  try {
    return await Promise.race([answer.catch(() => fallback), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
