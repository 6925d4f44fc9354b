import { useEffect, useState } from 'preact/hooks';
import { messageOf } from '../calls/call-error.ts';
import { json } from '../calls/calls.ts';
import type { ApiObject } from './api-object.ts';
import { type Container, containersOf, forwardablePorts, stateText } from './containers.ts';

interface Forward {
  id: number;
  local: number;
  remote: number;
  problem: string;
}

/** Milliseconds between looks at the forwarded ports: connections have problems later. */
const period = 3_000;

/** The ports of a Pod that are forwarded, by whichever view. */
async function forwardsOf({ metadata: { name, namespace } }: ApiObject): Promise<Forward[]> {
  const all = await json<(Forward & { pod: string; namespace: string })[]>('local/forwards').catch(() => []);
  return all.filter((one) => one.pod === name && one.namespace === namespace);
}

/** The containers of a Pod, with a button for each port that makes it reachable on this machine. */
export function ContainersView({ pod }: { pod: ApiObject }) {
  const [forwards, setForwards] = useState<readonly Forward[]>([]);
  const [problem, setProblem] = useState('');
  const { name, namespace } = pod.metadata;
  const act = async (method: 'POST' | 'DELETE', path: string, body?: object): Promise<void> => {
    try {
      await json(path, body === undefined ? { method } : { method, body: JSON.stringify(body) });
      setProblem('');
    } catch (error) {
      setProblem(messageOf(error));
    }
    setForwards(await forwardsOf(pod));
  };
  useEffect(() => {
    let isShown = true;
    const read = (): void => void forwardsOf(pod).then((open) => isShown && setForwards(open));
    const timer = setInterval(read, period);
    read();
    return () => {
      isShown = false;
      clearInterval(timer);
    };
  }, [name, namespace]);
  return (
    <>
      <h2>Containers</h2>
      <table class="plain">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Image</th>
            <th scope="col">State</th>
            <th scope="col">Restarts</th>
            <th scope="col">Ports</th>
          </tr>
        </thead>
        <tbody>
          {containersOf(pod).map((container) => (
            <tr key={container.name}>
              <td>
                {container.name}
                {container.isInit && <small> init</small>}
              </td>
              <td>{container.image}</td>
              <td>{stateText(container)}</td>
              <td>{container.status?.restartCount ?? 0}</td>
              <td>
                <Ports
                  container={container}
                  onForward={(remote) => void act('POST', 'local/forwards', { namespace, pod: name, remote })}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {problem !== '' && (
        <p class="problem" role="alert">
          The port could not be forwarded. {problem}
        </p>
      )}
      {forwards.map(({ id, local, remote, problem: said }) => (
        <p key={id} class="row">
          Port {remote} is at{' '}
          <a href={`http://127.0.0.1:${local}/`} target="_blank" rel="noreferrer">
            127.0.0.1:{local}
          </a>
          <button type="button" onClick={() => void act('DELETE', `local/forwards?id=${id}`)}>
            Stop
          </button>
          {said !== '' && <span class="problem">{said}</span>}
        </p>
      ))}
    </>
  );
}

function Ports({ container, onForward }: { container: Container; onForward: (remote: number) => void }) {
  return (
    <div class="row">
      {forwardablePorts(container).map(({ containerPort, name = '' }) => (
        <button
          key={containerPort}
          type="button"
          title="Make the port reachable on this machine"
          onClick={() => onForward(containerPort)}
        >
          Forward {containerPort}
          {name === '' ? '' : ` ${name}`}
        </button>
      ))}
    </div>
  );
}
