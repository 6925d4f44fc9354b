import { useEffect, useState } from 'preact/hooks';
import { CallError, messageOf } from '../calls/call-error.ts';
import { text } from '../calls/calls.ts';
import { type Check, checksIn } from './health-checks.ts';

const period = 5_000;

interface Health {
  checks: readonly Check[];
  problem: string;
}

/** The health checks of the server: those that fail stand first. */
export function HealthView() {
  const [health, setHealth] = useState<Health | undefined>();
  useEffect(() => {
    const end = new AbortController();
    const read = async (): Promise<void> => setHealth(await readHealth(end.signal));
    void read();
    const timer = setInterval(() => void read(), period);
    return () => {
      end.abort();
      clearInterval(timer);
    };
  }, []);
  if (health === undefined) return <p>Asking the server how it is …</p>;
  const failed = health.checks.filter(({ isWell }) => !isWell);
  const isWell = failed.length === 0 && health.problem === '';
  return (
    <div class={isWell ? 'health well' : 'health ill'} role="status">
      <p>
        <strong>{isWell ? 'The server is well.' : 'The server is not well.'}</strong>{' '}
        {health.problem || `${health.checks.length - failed.length} of ${health.checks.length} checks pass.`}
      </p>
      {failed.length > 0 && (
        <ul>
          {failed.map(({ name, said }) => (
            <li key={name} class="bad">
              {name}: {said}
            </li>
          ))}
        </ul>
      )}
      <details>
        <summary>All checks</summary>
        <ul class="checks">
          {health.checks.map(({ name, isWell: well, said }) => (
            <li key={name}>
              <span class={well ? 'good' : 'bad'}>{well ? 'ok' : 'fails'}</span> {name}
              {well ? '' : `: ${said}`}
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
}

async function readHealth(signal: AbortSignal): Promise<Health> {
  try {
    return { checks: checksIn(await text('cluster/readyz?verbose', { signal })), problem: '' };
  } catch (error) {
    // What fails is answered with 500, and the list of checks.
    const checks = error instanceof CallError ? checksIn(error.message) : [];
    return { checks, problem: checks.length > 0 ? '' : messageOf(error) };
  }
}
