/**
 * A large cluster, simulated: nodes, a scheduler and controllers on one server over etcd: make scale PROFILE=1000
 *
 * Prints the latencies that its clients saw, and the CPU and memory of server and etcd. Ends with 1 when a service level was not
 * kept. README.md says what is simulated.
 */
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { Cleanup } from '../bench/cleanup.ts';
import { brokenLevels, dataOf, type Figures, measured, textOf } from './figures.ts';
import { monitor } from './monitoring.ts';
import { Scene } from './scene.ts';
import { readSettings } from './settings.ts';
import { stages } from './stages.ts';

const settings = readSettings(process.env);
const cleanup = new Cleanup();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void cleanup.run().then(() => process.exit(130)));

const { nodes, podsPerNode, churn } = settings.profile;
console.log(
  `${nodes} nodes, ${nodes * podsPerNode} pods, ${churn} pods a second; load average before: ${loadavg()[0]!.toFixed(2)}`,
);

const all: Figures[] = [];
let problem: string | undefined;
try {
  const scene = await Scene.start(settings, cleanup);
  const monitoring = new AbortController();
  cleanup.add(() => monitoring.abort());
  for (const stage of stages) {
    const say = (text: string): void => console.log(`  ${stage.name}: ${text}`);
    const figures = await measured(scene, stage.name, stage.isMeasured, () => stage.run(scene, say));
    all.push(figures);
    console.log(textOf(figures));
    // Those who only look begin when there is something to see.
    if (stage.name === 'nodes join') void monitor(scene, monitoring.signal);
  }
} catch (error) {
  problem = (error as Error).message;
} finally {
  await cleanup.run();
}
const broken = [...all.flatMap(brokenLevels), ...(problem === undefined ? [] : [problem])];
for (const text of broken) console.log(`NOT KEPT: ${text}`);
if (settings.out !== undefined)
  writeFileSync(settings.out, `${JSON.stringify({ settings, figures: all.map(dataOf), broken }, null, 1)}\n`);
console.log(broken.length === 0 ? 'all service levels kept' : `service levels not kept: ${broken.length}`);
process.exit(broken.length === 0 ? 0 : 1);
