/**
 * A real cluster on one machine: make cluster MANAGERS=kubernetes RELEASE=23 ONLY='exec|probe' HOLD=1
 *
 * This server over etcd with this project's controllers, and around it the node agents, the proxies, the scheduler and all other
 * controllers of Kubernetes 1.20, with containerd and runc. MANAGERS=kubernetes: its controllers alone. Ends with 1 when a check failed, with 2 when there can be no cluster here.
 */

import { checks } from './checks/checks.ts';
import type { Managers } from './control-plane.ts';
import { type Check, Here } from './here.ts';
import { obstacle } from './parts.ts';
import { Scene } from './scene.ts';

const why = obstacle();
if (why !== undefined) {
  console.log(`no cluster: ${why}`);
  process.exit(2);
}
const managers = (process.env['MANAGERS'] || 'own') as Managers;
/** Minor number of the release that the server serves. */
const release = Number(process.env['RELEASE'] || 20);
const only = (process.env['ONLY'] ?? '').split('|');
/** Checks that wait beside each other. */
const together = Number(process.env['TOGETHER'] || 4);

// What was started ends when this process exits, which a signal alone does not let it do.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const begun = performance.now();
const seconds = (since: number): string => `${((performance.now() - since) / 1_000).toFixed(1)} s`;
let [passed, failed] = [0, 0];

async function report(name: string, step: () => Promise<void>): Promise<boolean> {
  const from = performance.now();
  try {
    await step();
    passed++;
    console.log(`ok      ${name} (${seconds(from)})`);
    return true;
  } catch (error) {
    failed++;
    console.log(`failed  ${name} (${seconds(from)}): ${(error as Error).message}`);
    return false;
  }
}

async function runCheck(scene: Scene, check: Check, number: number): Promise<void> {
  const namespace = `check-${number}`;
  const here = new Here(scene, namespace);
  await report(check.name, async () => {
    await scene.api.create('/api/v1/namespaces', { metadata: { name: namespace } });
    await here.accountIsThere();
    await check.run(here);
  });
  await scene.api.delete(`/api/v1/namespaces/${namespace}`).catch(() => {});
}

function isThere({ name, since = 0 }: Check): boolean {
  if (release < since) console.log(`skipped ${name}: since release 1.${since}`);
  return release >= since;
}

async function runAll(scene: Scene): Promise<void> {
  const chosen = checks
    .map((check, at) => ({ check, number: at + 1 }))
    .filter(({ check: { name } }) => only.some((words) => name.includes(words)))
    .filter(({ check }) => isThere(check));
  const waiting = chosen.filter(({ check }) => check.isAlone !== true);
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      await runCheck(scene, next.check, next.number);
  };
  await Promise.all(Array.from({ length: together }, worker));
  for (const { check, number } of chosen) if (check.isAlone === true) await runCheck(scene, check, number);
}

let scene: Scene | undefined;
/** What an administrator and a service manager do meanwhile. */
const tending = setInterval(() => {
  scene?.approveServing().catch(() => {});
  scene?.plane.startEnded();
}, 1_000);
try {
  console.log(
    `controllers: ${managers === 'own' ? 'of this project, where it has them' : 'of Kubernetes 1.20'}`,
  );
  await report('the control plane starts', async () => {
    scene = await Scene.start({ managers, release });
  });
  if (scene !== undefined) {
    const one = scene;
    if (await report('two nodes join with a token and are ready', () => one.joinNodes())) await runAll(one);
    if (failed > 0) console.log(one.logs(Number(process.env['LINES'] || 15)));
  }
  if (process.env['HOLD']) await hold(scene);
} finally {
  clearInterval(tending);
  const one = scene;
  if (one !== undefined)
    await report('nothing is left of it', async () => {
      const left = await one.close();
      if (left.length > 0) throw new Error(left.join('; '));
    });
}
console.log(`${passed} ok, ${failed} failed in ${seconds(begun)}`);
process.exit(failed === 0 ? 0 : 1);

/** To look around; ends with a line on the standard input. */
async function hold(held: Scene | undefined): Promise<void> {
  if (held === undefined) return;
  const config = held.plane.kubeconfig('admin');
  console.log(
    `KUBECONFIG=${config} nsenter --net=/proc/${held.plane.machine.pid}/ns/net kubectl get pods -A`,
  );
  for (const { name, machine } of held.nodes) console.log(`${name}: nsenter --target=${machine.pid} --all`);
  await new Promise((resolve) => process.stdin.once('data', resolve));
}
