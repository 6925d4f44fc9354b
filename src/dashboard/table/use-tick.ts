import { useEffect, useState } from 'preact/hooks';

/** The time now, in milliseconds since 1970: the component is drawn again after each period. */
export function useTick(period: number): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), period);
    return () => clearInterval(timer);
  }, [period]);
  return now;
}
